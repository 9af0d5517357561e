package store

import (
	"context"
	"fmt"

	"nonna/store/setting"
)

// Post is a kind of messages that are posted once in a period, which its callers number, on each
// server that chose a channel for them. A clock that is set back posts nothing again.
type Post string

// The kinds of posts.
const (
	// DailyTable is the table of a day's puzzle, and its periods are days.
	DailyTable Post = "daily"
	// MonthNote is the note about what was played in a month, and its periods are months.
	MonthNote Post = "month"
)

// PostPlace is where to post a message.
type PostPlace struct {
	GuildID uint64
	// ChannelID is the channel that the server chose, and Language its language, "" if there is
	// none.
	ChannelID uint64
	Language  string
}

const (
	postNext = `
SELECT s.guild_id, CAST(s.value AS BIGINT), COALESCE(l.value, '') FROM settings AS s
LEFT JOIN settings AS l ON l.guild_id = s.guild_id AND l.name = '` + setting.Language + `'
WHERE s.name = CASE $3 WHEN 'month' THEN '` + setting.Announce + `' ELSE '` + setting.Daily + `' END AND s.lost = '' AND s.guild_id > $1
  AND NOT EXISTS (SELECT 1 FROM posts AS o WHERE o.guild_id = s.guild_id AND o.kind = $3 AND o.period >= $2)
ORDER BY s.guild_id LIMIT 1`

	postDone = `
INSERT INTO posts (guild_id, kind, period) VALUES ($1, $2, $3)
ON CONFLICT (guild_id, kind) DO UPDATE SET period = excluded.period WHERE posts.period < excluded.period`
)

// NextPost returns the first server with an id above after that chose a channel for a kind of
// messages and has none of a period or a later one, or [ErrNotFound].
func (s *Store) NextPost(ctx context.Context, kind Post, after uint64, period int64) (PostPlace, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (p PostPlace, err error) {
		found, err := tx.Scan(ctx, postNext, []any{after, period, string(kind)}, &p.GuildID, &p.ChannelID, &p.Language)
		if err == nil && !found {
			err = fmt.Errorf("%w: no server to post on", ErrNotFound)
		}
		return p, err
	})
}

// Posted records that a message of a period was posted on a server, or is not to be posted.
// Calling it again does nothing.
func (s *Store) Posted(ctx context.Context, kind Post, guildID uint64, period int64) error {
	return s.execUnheld(ctx, postDone, guildID, string(kind), period)
}
