// Package posts keeps what was posted on servers of the messages that come once in a period,
// such as a day or a month.
//
// # Goals
//
// A message is posted once on each server that chose a channel for it, also after a restart.
// A clock that is set back posts nothing again.
//
// # Non-goals
//
// The package knows neither a clock nor what the messages say: callers number the periods, and
// say when one is over.
package posts

import (
	"context"
	"fmt"
	"strconv"

	"nonna/store"
	"nonna/store/internal/sqltx"
)

// Kind is a kind of messages.
type Kind struct{ name, setting string }

// String returns the name of the kind.
func (k Kind) String() string { return k.name }

// DailyTable returns the tables of daily puzzles. Their periods are days.
func DailyTable() Kind { return Kind{"daily", "daily"} }

// MonthNote returns the notes about what was played in a month. Their periods are months.
func MonthNote() Kind { return Kind{"month", "announce"} }

// Place is where to post a message.
type Place struct {
	GuildID uint64
	// ChannelID is the channel that the server chose, and Language its language, "" if there is none.
	ChannelID uint64
	Language  string
}

// Posts are the posts of a store. It is safe for concurrent use.
type Posts struct{ store *store.Store }

// New returns the posts of a store.
func New(st *store.Store) *Posts { return &Posts{st} }

const (
	next = `
SELECT s.guild_id, s.value, COALESCE(l.value, '') FROM settings AS s
LEFT JOIN settings AS l ON l.guild_id = s.guild_id AND l.name = 'language'
WHERE s.name = $4 AND NOT s.lost AND s.guild_id > $1
  AND NOT EXISTS (SELECT 1 FROM posts AS o WHERE o.guild_id = s.guild_id AND o.kind = $3 AND o.period >= $2)
ORDER BY s.guild_id LIMIT 1`

	done = `
INSERT INTO posts (guild_id, kind, period) VALUES ($1, $2, $3)
ON CONFLICT (guild_id, kind) DO UPDATE SET period = excluded.period WHERE posts.period < excluded.period`
)

// Next returns the first server with an id above after that chose a channel for a kind of
// messages and has none of a period or a later one, or [store.ErrNotFound]. With another
// error it returns the server alone, if that is known.
func (s *Posts) Next(ctx context.Context, k Kind, after uint64, period int64) (Place, error) {
	return store.View(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) (p Place, err error) {
		var channel string
		found, err := tx.Scan(ctx, next, []any{after, period, k.name, k.setting}, &p.GuildID, &channel, &p.Language)
		if err == nil && !found {
			err = fmt.Errorf("%w: no server to post on", store.ErrNotFound)
		}
		if err != nil {
			return p, err
		}
		if p.ChannelID, err = strconv.ParseUint(channel, 10, 63); err != nil {
			err = fmt.Errorf("%w: the channel %q of server %d", store.ErrInvalid, channel, p.GuildID)
		}
		return p, err
	})
}

// Done records that a message of a period was posted on a server, or is not to be posted.
// Calling it again does nothing.
func (s *Posts) Done(ctx context.Context, k Kind, guildID uint64, period int64) error {
	return s.store.Do(ctx, func(ctx context.Context, tx *sqltx.Tx) error {
		_, err := tx.Exec(ctx, done, guildID, k.name, period)
		return err
	}, store.HoldGuild(guildID))
}
