package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// MaxHunt is how long a hunt can run.
const MaxHunt = 7 * 24 * time.Hour

// The maximum lengths of the texts of a hunt, in bytes.
const (
	// MaxDeck is that of its deck.
	MaxDeck   = 100
	maxState  = 64 << 10
	maxLocale = 20
)

// HuntEnd is why a hunt was stopped, "" for one that runs.
type HuntEnd string

// The reasons.
const (
	// HuntAsked means that a user asked for it.
	HuntAsked HuntEnd = "asked"
	// HuntOff means that the server no longer allows hunts.
	HuntOff HuntEnd = "off"
	// HuntOver means that it ran for [MaxHunt].
	HuntOver HuntEnd = "over"
	// HuntErased means that the data of its starter was deleted.
	HuntErased HuntEnd = "erased"
	// HuntFailed means that the game can no longer continue it.
	HuntFailed HuntEnd = "failed"
)

// Hunt is a search for the longest game of a deck. A server has one at a time.
type Hunt struct {
	ID      int64  `json:"number"`
	GuildID uint64 `json:"server_id,string"`
	// ChannelID and MessageID are where its progress is shown. The message is 0 until it
	// was sent, and the channel is 0 when there is no message any more.
	ChannelID uint64 `json:"channel_id,string,omitempty"`
	MessageID uint64 `json:"message_id,string,omitempty"`
	// Game is the name of the game, and Deck that of the deck, of at most [MaxDeck] bytes.
	Game string `json:"game"`
	Deck string `json:"deck"`
	// By is the measure of the length.
	By Measure `json:"by"`
	// Seed chooses the positions that are tried.
	Seed uint64 `json:"seed,string"`
	// Locale is the language of its message, unless the server chose one; at most 20 bytes.
	Locale string `json:"-"`
	// Starter is the user who started it.
	Starter   Person    `json:"-"`
	StartedAt time.Time `json:"started_at"`
	// State is where the hunter is in its sequence of positions.
	State []byte `json:"-"`
	// SavedAt is when State and the following figures were stored.
	SavedAt time.Time `json:"-"`
	// Tried is the number of positions tried, and Used the core time.
	Tried int64         `json:"positions_tried"`
	Used  time.Duration `json:"core_nanoseconds"`
	// Plays and Takes are the lengths of the longest game found, 0 before the first.
	Plays int64 `json:"cards"`
	Takes int64 `json:"tricks"`
	// Best is the game that is stored of it: nil if the deal was known on the server, or
	// the game was deleted since.
	Best *Entry `json:"-"`
	// End is why it was stopped. Closed reports whether all that it found is stored; until
	// then a job still has to do that.
	End        HuntEnd   `json:"stopped,omitempty"`
	StoppedAt  time.Time `json:"-"`
	Closed     bool      `json:"-"`
	HuntServer `json:"-"`
}

// HuntServer is what a hunt must know of its server.
type HuntServer struct {
	// Language is its choice, see [setting.Values].
	Language string
	// Budget is the core time that its hunts may use a day, 0 if it allows no hunts.
	Budget time.Duration
	// Today is what they have used on the day, in UTC.
	Today time.Duration
	// Gone reports whether the bot was removed from it.
	Gone bool
}

// Left returns how much the hunts of the server may still use on the day.
func (t HuntServer) Left() time.Duration { return max(0, t.Budget-t.Today) }

const (
	huntByRequest = `WHERE h.request_id = $1`
	huntRunning   = `WHERE h.guild_id = $1 AND h.stopped_at IS NULL`
	huntsAll      = `WHERE h.id > $1 ORDER BY h.id LIMIT +$2`
	huntsOfUser   = `WHERE h.starter_id = $1 ORDER BY h.id`

	huntStop = `UPDATE hunts SET stopped_at = $3, reason = $2 WHERE id = $1 AND stopped_at IS NULL`

	// huntTime changes no hunt that was saved at the same time before.
	huntTime = `UPDATE hunts SET saved_at = $2, used_ms = used_ms + $3 WHERE id = $1 AND saved_at <> $2`

	huntSave = `
UPDATE hunts SET state = $2, tried = $3, closed = stopped_at IS NOT NULL AND $4
WHERE id = $1 AND starter_id > 0 RETURNING guild_id, starter_id, by_takes, plays, takes`

	huntClose = `UPDATE hunts SET closed = TRUE WHERE id = $1 AND stopped_at IS NOT NULL`

	huntFound = `UPDATE hunts SET plays = $2, takes = $3, best_id = $4, due_id = COALESCE($4, due_id) WHERE id = $1`

	huntAnnounce = `INSERT INTO announcements (game_id) SELECT g.id FROM hunts AS h JOIN games AS g ON g.id = h.due_id WHERE h.id = $1`

	huntAnnounced = `UPDATE hunts SET due_id = NULL WHERE id = $1`

	huntShown = `UPDATE hunts SET channel_id = $2, message_id = $3 WHERE id = $1`

	huntDelete = `DELETE FROM hunts WHERE id = $1 AND closed`

	huntUsed = `
SELECT COALESCE((SELECT d.used_ms FROM hunt_days AS d WHERE d.guild_id = $1 AND d.day = $2), 0),
  EXISTS (SELECT 1 FROM departures AS e WHERE e.guild_id = $1)`

	huntUse = `
INSERT INTO hunt_days (guild_id, day, used_ms) VALUES ($1, $2, $3)
ON CONFLICT (guild_id) DO UPDATE SET day = excluded.day,
  used_ms = CASE hunt_days.day WHEN excluded.day THEN hunt_days.used_ms ELSE 0 END + excluded.used_ms`
)

// StartHunt starts a hunt on the server and at the time of an action, and returns the
// stored hunt. Of h it uses the channel and what is hunted. A request that was done before
// returns the hunt that it started. Errors: [ErrInvalid] for values out of bounds,
// [ErrExists] if a hunt is running on the server.
func (s *Store) StartHunt(ctx context.Context, a Action, h Hunt) (Hunt, error) {
	if err := h.check(a); err != nil {
		return Hunt{}, err
	}
	return Update(ctx, s, func(ctx context.Context, tx Tx) (Hunt, error) {
		started, err := tx.hunt(ctx, a.ActorID, huntByRequest, a.RequestID)
		if err != nil || started.ID != 0 {
			return started, err
		}
		running, err := tx.hunt(ctx, a.ActorID, huntRunning, a.GuildID)
		if err == nil && running.ID != 0 {
			err = fmt.Errorf("%w: hunt %d is running", ErrExists, running.ID)
		}
		if err != nil {
			return Hunt{}, err
		}
		if err := tx.startHunt(ctx, a, h); err != nil {
			return Hunt{}, err
		}
		return tx.hunt(ctx, a.ActorID, huntByRequest, a.RequestID)
	}, HoldGuild(a.GuildID), HoldUser(a.ActorID))
}

func (h Hunt) check(a Action) error {
	if h.Seed > math.MaxInt64 {
		return fmt.Errorf("%w: seed %d, want at most 63 bits", ErrInvalid, h.Seed)
	}
	return errors.Join(a.CheckGuild(), table.CheckText("game", h.Game, 1, maxWord), table.CheckText("deck", h.Deck, 1, MaxDeck),
		table.CheckText("locale", h.Locale, 0, maxLocale))
}

func (tx Tx) startHunt(ctx context.Context, a Action, h Hunt) error {
	now := a.At.UnixMilli()
	_, err := tx.insert(ctx, "hunts", []field{
		{"request_id", a.RequestID},
		{"guild_id", a.GuildID},
		{"channel_id", h.ChannelID},
		{"game", h.Game},
		{"deck", h.Deck},
		{"by_takes", h.By == ByTakes},
		{"seed", int64(h.Seed)},
		{"locale", h.Locale},
		{"starter_id", a.ActorID},
		{"started_at", now},
		{"saved_at", now},
	})
	if err != nil {
		return err
	}
	return tx.SetName(ctx, a.GuildID, a.ActorID, a.ActorName)
}

// StopHunt stops a hunt for a reason. It does nothing if the hunt was stopped before, or is
// gone.
func (s *Store) StopHunt(ctx context.Context, id int64, why HuntEnd, now time.Time) error {
	return s.execUnheld(ctx, huntStop, id, string(why), now.UnixMilli())
}

// RunningHunt returns the hunt that runs on a server, as the user may see it, or nil, and
// the core time of the server's hunts on the day of now.
func (s *Store) RunningHunt(ctx context.Context, guildID, userID uint64, now time.Time) (*Hunt, HuntServer, error) {
	h, err := View(ctx, s, func(ctx context.Context, tx Tx) (h Hunt, err error) {
		if h, err = tx.hunt(ctx, userID, huntRunning, guildID); err != nil {
			return h, err
		}
		h.HuntServer, err = tx.huntServer(ctx, guildID, now)
		return h, err
	})
	if err != nil || h.ID == 0 {
		return nil, h.HuntServer, err
	}
	return &h, h.HuntServer, nil
}

// Hunts returns the hunts with an id above after, the oldest first, as every user may see
// them: those that run, and those that were stopped and are not deleted yet. They are at
// most [MaxPage].
func (s *Store) Hunts(ctx context.Context, after int64, now time.Time) ([]Hunt, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) ([]Hunt, error) {
		all, err := tx.hunts(ctx, anyone, huntsAll, after, MaxPage)
		for i := range all {
			if err == nil {
				all[i].HuntServer, err = tx.huntServer(ctx, all[i].GuildID, now)
			}
		}
		return all, err
	})
}

// HuntProgress is what a hunt did since it was saved.
type HuntProgress struct {
	// ID is the hunt.
	ID    int64
	State []byte
	// Tried is the number of all positions.
	Tried int64
	// Used is the core time since then.
	Used time.Duration
	// Found is the longest game that it found since then, or nil, as for
	// [Store.Record] but without a request and a user.
	Found *Game
	// Pauses reports that it does not go on at once. A hunt that was stopped is then
	// closed.
	Pauses bool
}

// SaveHunt stores what a hunt did, in one transaction. A find whose deal is new to the
// server is recorded in the name of the hunt's starter. The longest of them is announced when the
// hunt pauses, if it is a record: before, it finds longer games all the time. If the data of the
// starter was deleted meanwhile, only the core time is stored, and nothing if the hunt is gone. now
// must be later, in milliseconds, than the last time that the hunt was saved: the time of a save
// that was done before counts once.
func (s *Store) SaveHunt(ctx context.Context, guildID uint64, p HuntProgress, now time.Time) error {
	if err := table.CheckText("state of a hunt", string(p.State), 0, maxState); err != nil {
		return err
	}
	return s.Do(ctx, func(ctx context.Context, tx Tx) error {
		n, err := tx.Exec(ctx, huntTime, p.ID, now.UnixMilli(), p.Used.Milliseconds())
		if err == nil && n > 0 { // else the answer was lost: all but the time can be stored again
			_, err = tx.Exec(ctx, huntUse, guildID, table.Day(now), p.Used.Milliseconds())
		}
		if err != nil {
			return err
		}
		var h Hunt
		var byTakes bool
		saved, err := tx.Scan(ctx, huntSave,
			[]any{p.ID, string(p.State), p.Tried, p.Pauses},
			&h.GuildID, &h.Starter.ID, &byTakes, &h.Plays, &h.Takes)
		if err != nil || !saved {
			return err
		}
		h.ID, h.By = p.ID, measure(byTakes)
		if p.Found != nil {
			err = tx.saveFind(ctx, h, *p.Found, now)
		}
		for _, text := range []string{huntAnnounce, huntAnnounced} {
			if err == nil && p.Pauses {
				_, err = tx.Exec(ctx, text, p.ID)
			}
		}
		return err
	}, HoldGuild(guildID))
}

// saveFind records a find of a hunt, if it is longer than those before.
func (tx Tx) saveFind(ctx context.Context, h Hunt, g Game, now time.Time) error {
	if g.length(h.By) <= h.By.Of(h.Plays, h.Takes) {
		return nil
	}
	g.RequestID, g.PlayedAt = fmt.Sprintf("hunt-%d-%d", h.ID, g.length(h.By)), now
	g.GuildID, g.UserID, g.UserName = h.GuildID, h.Starter.ID, "" // it was given with the start
	if err := g.check(); err != nil {
		return err
	}
	p, err := tx.prior(ctx, g, Hunts)
	if err != nil {
		return err
	}
	var best sql.NullInt64
	if at := g.place(p, Hunts); at.kind == Hunts {
		if at, err = tx.insertGame(ctx, g, p, at); err != nil {
			return err
		}
		best = sql.NullInt64{Int64: at.id, Valid: true}
	}
	_, err = tx.Exec(ctx, huntFound, h.ID, g.Plays, g.Takes, best)
	return err
}

// CloseHunt records that nothing of a hunt that was stopped is left to save.
func (s *Store) CloseHunt(ctx context.Context, id int64) error {
	return s.execUnheld(ctx, huntClose, id)
}

// HuntShown records where the progress of a hunt is shown, 0 and 0 for nowhere.
func (s *Store) HuntShown(ctx context.Context, id int64, channelID, messageID uint64) error {
	return s.execUnheld(ctx, huntShown, id, channelID, messageID)
}

// DeleteHunt deletes a hunt that is closed. Its finds stay.
func (s *Store) DeleteHunt(ctx context.Context, id int64) error {
	return s.execUnheld(ctx, huntDelete, id)
}

// huntServer returns what hunts must know of a server on the day of now.
func (tx Tx) huntServer(ctx context.Context, guild uint64, now time.Time) (HuntServer, error) {
	c, err := tx.settings(ctx, guild)
	if err != nil {
		return HuntServer{}, err
	}
	var used int64
	s := HuntServer{Language: c.Language, Budget: c.HuntTime}
	_, err = tx.Scan(ctx, huntUsed, []any{guild, table.Day(now)}, &used, &s.Gone)
	s.Today = time.Duration(used) * time.Millisecond
	return s, err
}

// hunt returns the hunt that a condition selects, else one of the zero id.
func (tx Tx) hunt(ctx context.Context, asker uint64, where string, args ...any) (h Hunt, err error) {
	all, err := tx.hunts(ctx, asker, where, args...)
	if len(all) > 0 {
		h = all[0]
	}
	return h, err
}

// hunts returns the hunts that a condition on hunts AS h selects, with their longest games, as the
// user asker may see them.
func (tx Tx) hunts(ctx context.Context, asker uint64, where string, args ...any) ([]Hunt, error) {
	text := `SELECT h.id, h.guild_id, h.channel_id, h.message_id, h.game, h.deck, h.by_takes, h.seed, h.locale,
  h.started_at, h.state, h.saved_at, h.tried, h.used_ms, h.plays, h.takes, h.best_id, h.reason, COALESCE(h.stopped_at, 0),
  h.closed, ` + table.PersonSQL("h.guild_id", "h.starter_id") + ` FROM hunts AS h ` + where
	var best []sql.NullInt64
	all, err := sqltx.List(ctx, tx, func(scan func(...any) error) (Hunt, error) {
		h, id, err := scanHunt(scan, asker)
		best = append(best, id)
		return h, err
	}, text, args...)
	if err != nil {
		return nil, err
	}
	var ids entryIDs
	ids.add(best...)
	games, err := tx.entriesByID(ctx, asker, ids)
	for i := range all {
		all[i].Best = games.of(best[i])
	}
	return all, err
}

// scanHunt reads a row of a hunt, as the user asker may see it.
func scanHunt(scan func(...any) error, asker uint64) (h Hunt, best sql.NullInt64, err error) {
	var byTakes bool
	var started, saved, used, stopped int64
	err = scan(append([]any{
		&h.ID, &h.GuildID, &h.ChannelID, &h.MessageID, &h.Game, &h.Deck, &byTakes, &h.Seed, &h.Locale, &started,
		&h.State, &saved, &h.Tried, &used, &h.Plays, &h.Takes, &best, &h.End, &stopped, &h.Closed,
	}, h.Starter.Into()...)...)
	h.Starter = h.Starter.SeenBy(asker)
	h.By, h.StartedAt, h.SavedAt, h.Used = measure(byTakes), fromMilli(started), fromMilli(saved), time.Duration(used)*time.Millisecond
	if h.End != "" {
		h.StoppedAt = fromMilli(stopped)
	}
	return h, best, err
}
