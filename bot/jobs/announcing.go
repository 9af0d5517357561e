package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"nonna/commands/boards"
	"nonna/commands/words"
	"nonna/store"
)

const (
	// look is the time between two looks for new records. An empty table costs
	// nothing to look into.
	look = 2 * time.Second
	// stale is the age from which a record is no longer news.
	stale = 24 * time.Hour
)

// Announcing announces records in the channels that servers chose. A record
// stands in the store, written together with its game, until it is announced; so
// a restart announces what is left, and nothing twice. It is made by
// [NewAnnouncing].
type Announcing struct {
	records outbox
	log     *slog.Logger
}

// NewAnnouncing returns the job over a store, which words announcements from
// book and hands them to send. How old a record is it tells by the clock now.
func NewAnnouncing(st *store.Store, book *words.Book, send Send, now func() time.Time, log *slog.Logger) *Announcing {
	next := func(ctx context.Context, after int64) (letter, error) {
		a, err := st.NextAnnouncement(ctx, after)
		if err != nil {
			return letter{}, err
		}
		return letter{
			id: a.ID, guild: a.GuildID, channel: a.ChannelID, reply: boards.Announcement(book, a),
			nonce: fmt.Sprintf("record-%d", a.ID), unwanted: a.ChannelID == 0 || now().Sub(a.PlayedAt) > stale,
		}, nil
	}
	log = log.With(slog.String("job", "announcing"))
	return &Announcing{records: outbox{next: next, sent: st.Announced, send: send, log: log}, log: log}
}

// Run works until ctx ends.
func (a *Announcing) Run(ctx context.Context) {
	repeat(ctx, a.log, look, resend, a.records.empty)
}
