package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nonna/store"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// The errors of a member's request.
var (
	// ErrUninvited means that the member wants no invitations.
	ErrUninvited = errors.New("the member wants no invitations")
	// ErrSeat means that the match is between others, or that all seats are taken.
	ErrSeat = errors.New("there is no seat for the member")
	// ErrHost means that only the host, or who is invited and has not joined, can close it.
	ErrHost = errors.New("only the host can close the match")
	// ErrSealed means that the member's hand of the round is in already.
	ErrSealed = errors.New("the hand is sealed")
	// ErrPlayed means that the round was played, and ErrOver that the match is over.
	ErrPlayed = errors.New("the round was played")
	ErrOver   = errors.New("the match is over")
)

const (
	matchInsert = `
INSERT INTO matches (request_id, guild_id, channel_id, game, seats, best_of, round, endless, opened_at, acted_at, reason)
VALUES ($1, $2, $3, $4, $5, $6, 1, 0, $7, $7, '') RETURNING id`

	seatInsert = `
INSERT INTO match_seats (match_id, seat, user_id, user_name, wins, won, hand, request_id) VALUES ($1, $2, $3, $4, 0, FALSE, '', '')`

	invitations = `
SELECT COUNT(*) FROM matches AS m JOIN match_seats AS h ON h.match_id = m.id AND h.seat = 0
WHERE h.user_id = $1 AND m.reason = '' AND NOT EXISTS (SELECT 1 FROM match_rounds AS r WHERE r.match_id = m.id)`

	// invitationBetween selects the match of two members that has not begun, whoever is the
	// host.
	invitationBetween = `
SELECT ` + matchColumns + ` FROM matches AS m
  JOIN match_seats AS h ON h.match_id = m.id AND h.seat = 0 JOIN match_seats AS i ON i.match_id = m.id AND i.seat = 1
WHERE h.user_id IN ($1, $3) AND i.user_id IN ($1, $3) AND m.guild_id = $2 AND m.reason = '' AND m.seats = 2
  AND NOT EXISTS (SELECT 1 FROM match_rounds AS r WHERE r.match_id = m.id) ORDER BY m.acted_at, m.id LIMIT 1`

	uninvitedBy = `SELECT uninvited FROM people WHERE user_id = $1`

	matchOver = `UPDATE matches SET reason = $2, acted_at = $3 WHERE id = $1 AND reason = ''`

	// handsClear leaves the requests: one whose answer was lost is known after the round, too.
	handsClear = `UPDATE match_seats SET hand = '' WHERE match_id = $1`

	// matchesIdle selects some; the next round of the job closes the others.
	matchesIdle = `SELECT m.id FROM matches AS m WHERE m.reason = '' AND m.acted_at <= $1 ORDER BY m.acted_at LIMIT 1000`
)

// Open opens a match on the server and at the time of an action, whose actor is the host. Of
// m it uses the channel, the game, the seats and BestOf. invited has the second seat; it is
// 0 for a match that everybody can join. A request that was done before returns the match
// that it opened. Errors: [store.ErrInvalid] for values out of bounds, [store.ErrTooMany],
// [ErrUninvited], and [store.ErrExists] together with the match of the two members that has
// not begun.
func (s *Matches) Open(ctx context.Context, a store.AdminAction, m Match, invited uint64) (Match, error) {
	if err := m.check(a, invited); err != nil {
		return Match{}, err
	}
	return store.Update(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) (Match, error) {
		return txn{tx}.open(ctx, a, m, invited)
	}, store.HoldGuild(a.GuildID), store.HoldUser(a.ActorID), store.HoldUser(cmp.Or(invited, a.ActorID)))
}

func (m Match) check(a store.AdminAction, invited uint64) error {
	if err := checkAct(a); err != nil {
		return err
	}
	if m.Seats < 2 || m.Seats > MaxSeats || !slices.Contains([]int{1, 3, 5}, m.BestOf) || m.ChannelID > math.MaxInt64 {
		return fmt.Errorf("%w: a match of %d seats, best of %d, in channel %d", store.ErrInvalid, m.Seats, m.BestOf, m.ChannelID)
	}
	if invited > math.MaxInt64 || invited == a.ActorID || invited != 0 && m.Seats != 2 {
		return fmt.Errorf("%w: user %d is invited by %d to a match of %d", store.ErrInvalid, invited, a.ActorID, m.Seats)
	}
	return table.CheckText("game", m.Game, 1, 40)
}

// checkAct returns [store.ErrInvalid] for an action that is not of a member on a server.
func checkAct(a store.AdminAction) error {
	if a.GuildID == 0 || a.GuildID > math.MaxInt64 || a.ActorID == 0 || a.ActorID > math.MaxInt64 || a.At.IsZero() {
		return fmt.Errorf("%w: user %d on server %d at %v", store.ErrInvalid, a.ActorID, a.GuildID, a.At)
	}
	return table.CheckText("request id", a.RequestID, 1, 200)
}

// nameOf returns the name of the actor as it is stored: never "", which means that they have
// not joined.
func nameOf(a store.AdminAction) string {
	name := strings.ReplaceAll(strings.ToValidUTF8(a.ActorName, "\uFFFD"), "\x00", "")
	if name == "" {
		return fmt.Sprint(a.ActorID)
	}
	return strings.ToValidUTF8(name[:min(len(name), 400)], "")
}

func (tx txn) open(ctx context.Context, a store.AdminAction, m Match, invited uint64) (Match, error) {
	known, found, err := tx.find(ctx, matchByRequest, a.RequestID)
	if err != nil || found {
		return known, err
	}
	if known, err := tx.mayOpen(ctx, a, invited); err != nil {
		return known, err
	}
	var id int64
	_, err = tx.Scan(ctx, matchInsert,
		[]any{a.RequestID, int64(a.GuildID), int64(m.ChannelID), m.Game, m.Seats, m.BestOf, a.At.UnixMilli()}, &id)
	if err != nil {
		return Match{}, err
	}
	if _, err := tx.Exec(ctx, seatInsert, id, 0, int64(a.ActorID), nameOf(a)); err != nil {
		return Match{}, err
	}
	if invited != 0 {
		if _, err := tx.Exec(ctx, seatInsert, id, 1, int64(invited), ""); err != nil {
			return Match{}, err
		}
	}
	return tx.get(ctx, a.GuildID, id)
}

// mayOpen returns an error if the actor may not invite somebody, or everybody; with
// [store.ErrExists] comes the match of the two that waits for its first round.
func (tx txn) mayOpen(ctx context.Context, a store.AdminAction, invited uint64) (Match, error) {
	if invited != 0 {
		known, found, err := tx.find(ctx, invitationBetween, int64(a.ActorID), int64(a.GuildID), int64(invited))
		if err != nil {
			return Match{}, err
		}
		if found {
			return known, fmt.Errorf("%w: match %d", store.ErrExists, known.ID)
		}
		var uninvited bool
		if _, err := tx.Scan(ctx, uninvitedBy, []any{int64(invited)}, &uninvited); err != nil {
			return Match{}, err
		}
		if uninvited {
			return Match{}, ErrUninvited
		}
	}
	var n int64
	if _, err := tx.Scan(ctx, invitations, []any{int64(a.ActorID)}, &n); err != nil {
		return Match{}, err
	}
	if n >= MaxInvitations {
		return Match{}, fmt.Errorf("%w: %d matches", store.ErrTooMany, n)
	}
	return Match{}, nil
}

// Close closes a match that has not begun: the host takes it back, or who is invited
// declines. Closing a match that is over does nothing. Errors: [store.ErrNotFound],
// [ErrSeat], [ErrHost], [ErrPlayed] if it has begun.
func (s *Matches) Close(ctx context.Context, a store.AdminAction, id int64) (Match, error) {
	if err := checkAct(a); err != nil {
		return Match{}, err
	}
	return store.Update(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) (Match, error) {
		return txn{tx}.close(ctx, a, id)
	}, store.HoldGuild(a.GuildID))
}

func (tx txn) close(ctx context.Context, a store.AdminAction, id int64) (Match, error) {
	m, err := tx.get(ctx, a.GuildID, id)
	if err != nil || !m.Open() {
		return m, err
	}
	seat := m.Seat(a.ActorID)
	switch {
	case seat < 0:
		return m, ErrSeat
	case m.Begun():
		return m, ErrPlayed
	case seat > 0 && m.Players[seat].Joined:
		return m, ErrHost
	}
	end := Withdrawn
	if seat > 0 {
		end = Declined
	}
	if err := tx.end(ctx, id, end, a.At); err != nil {
		return m, err
	}
	return tx.get(ctx, a.GuildID, id)
}

// end closes a match. Hands that are sealed are deleted.
func (tx txn) end(ctx context.Context, id int64, why End, at time.Time) error {
	if _, err := tx.Exec(ctx, matchOver, id, string(why), at.UnixMilli()); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, handsClear, id)
	return err
}

// CloseIdle closes the matches in which nobody has played for [Idle]. It writes nothing if
// there are none.
func (s *Matches) CloseIdle(ctx context.Context, now time.Time) error {
	before := now.Add(-Idle).UnixMilli()
	ids, err := store.View(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) ([]int64, error) {
		return sqltx.List(ctx, tx, sqltx.Number[int64], matchesIdle, before)
	})
	for _, id := range ids {
		if err != nil {
			break
		}
		err = s.store.Do(ctx, func(ctx context.Context, tx *sqltx.Tx) error { return txn{tx}.endIdle(ctx, id, before, now) })
	}
	return err
}

// endIdle closes a match unless somebody has played meanwhile.
func (tx txn) endIdle(ctx context.Context, id, before int64, now time.Time) error {
	m, found, err := tx.find(ctx, matchByID, id)
	if err != nil || !found || !m.Open() || m.ActedAt.UnixMilli() > before {
		return err
	}
	return tx.end(ctx, id, TimedOut, now)
}
