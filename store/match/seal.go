package match

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"nonna/store"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

const (
	roundByRequest = `SELECT match_id, round FROM match_rounds WHERE request_id = $1`

	sealedByRequest = `SELECT COUNT(*) FROM match_seats WHERE match_id = $1 AND request_id = $2`

	seatSeal = `
UPDATE match_seats SET hand = $3, request_id = $4, user_name = $5 WHERE match_id = $1 AND seat = $2 AND hand = ''`

	matchActed = `UPDATE matches SET acted_at = $2 WHERE id = $1 AND acted_at < $2`

	handsOf = `SELECT hand FROM match_seats WHERE match_id = $1 ORDER BY seat`

	roundInsert = `
INSERT INTO match_rounds (match_id, round, request_id, leader, winner, hands, game_id) VALUES ($1, $2, $3, $4, $5, $6, $7)`

	seatWins = `UPDATE match_seats SET wins = wins + 1, won = $3 WHERE match_id = $1 AND seat = $2`

	matchNext = `UPDATE matches SET round = round + 1 WHERE id = $1 AND reason = ''`

	matchEndless = `UPDATE matches SET endless = $2 WHERE id = $1`
)

// Dealt is a round that was dealt and played.
type Dealt struct {
	// Game is the game to record, without a player and a request.
	Game store.Game
	// Winner is the place of the winner among the hands, -1 if nobody won.
	Winner int
}

// Deal deals and plays hands, the leader's first. It may be called more than once for the
// same hands.
type Deal func(m Match, hands []string) (Dealt, error)

// Seal seals a hand of a member for a round, which joins them if there is a seat. With the
// last hand the round is dealt by deal, which gets all hands, and its game is recorded in
// the same transaction. It returns the match, and the round if this request dealt it. A
// request that was done before returns its first result. Errors: [store.ErrNotFound],
// [store.ErrInvalid], [ErrSeat], [ErrSealed], [ErrPlayed], [ErrOver], and those of deal.
// With [ErrOver] comes the match.
func (s *Matches) Seal(ctx context.Context, a store.AdminAction, id int64, round int, hand string, deal Deal) (Match, *Round, error) {
	if err := checkAct(a); err != nil {
		return Match{}, nil, err
	}
	if err := table.CheckText("hand", hand, 1, maxHand); err != nil {
		return Match{}, nil, errHand
	}
	r, err := store.Update(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) (r sealed, err error) {
		r.match, r.dealt, err = txn{tx}.seal(ctx, a, id, round, hand, deal)
		return r, err
	}, store.HoldGuild(a.GuildID))
	return r.match, r.dealt, err
}

// sealed is a match, and the round that was dealt, nil if there is none.
type sealed struct {
	match Match
	dealt *Round
}

// errHand does not quote the hand, which is secret.
var errHand = errors.Join(store.ErrInvalid, errors.New("a hand that cannot be stored"))

func (tx txn) seal(ctx context.Context, a store.AdminAction, id int64, round int, hand string, deal Deal) (Match, *Round, error) {
	m, err := tx.get(ctx, a.GuildID, id)
	if err != nil {
		return m, nil, err
	}
	if known, dealt, err := tx.sealedBefore(ctx, m, a.RequestID); err != nil || known {
		return m, dealt, err
	}
	if err := m.MaySeal(a.ActorID, round); err != nil {
		return m, nil, err
	}
	seat, err := tx.takeSeat(ctx, m, a)
	if err != nil {
		return m, nil, err
	}
	if _, err := tx.Exec(ctx, seatSeal, id, seat, hand, a.RequestID, nameOf(a)); err != nil {
		return m, nil, err
	}
	if _, err := tx.Exec(ctx, matchActed, id, a.At.UnixMilli()); err != nil {
		return m, nil, err
	}
	return tx.dealIfLast(ctx, a, id, deal)
}

// sealedBefore reports whether the request sealed a hand of the match before, and the round
// if it dealt one.
func (tx txn) sealedBefore(ctx context.Context, m Match, request string) (bool, *Round, error) {
	var match, round, n int64
	found, err := tx.Scan(ctx, roundByRequest, []any{request}, &match, &round)
	if err != nil {
		return false, nil, err
	}
	if found {
		for _, r := range m.Rounds {
			if match == m.ID && int64(r.Number) == round {
				return true, &r, nil
			}
		}
		return false, nil, store.ErrNotFound
	}
	_, err = tx.Scan(ctx, sealedByRequest, []any{m.ID, request}, &n)
	return n > 0, nil, err
}

// MaySeal returns an error if a member cannot seal a hand for a round: [store.ErrNotFound]
// for a round to come, [ErrPlayed], [ErrOver], [ErrSeat] or [ErrSealed].
func (m Match) MaySeal(userID uint64, round int) error {
	seat := m.Seat(userID)
	switch {
	case len(m.Rounds) >= round:
		return ErrPlayed
	case !m.Open():
		return ErrOver
	case round != m.Round:
		return store.ErrNotFound
	case seat < 0 && len(m.Players) == m.Seats:
		return ErrSeat
	case seat >= 0 && m.Players[seat].Sealed:
		return ErrSealed
	}
	return nil
}

// takeSeat returns the seat of the actor, a free one if they have none.
func (tx txn) takeSeat(ctx context.Context, m Match, a store.AdminAction) (int, error) {
	if seat := m.Seat(a.ActorID); seat >= 0 {
		return seat, nil
	}
	free := len(m.Players)
	_, err := tx.Exec(ctx, seatInsert, m.ID, free, int64(a.ActorID), nameOf(a))
	return free, err
}

// dealIfLast deals the round if all hands are in, and returns the match.
func (tx txn) dealIfLast(ctx context.Context, a store.AdminAction, id int64, deal Deal) (Match, *Round, error) {
	m, err := tx.get(ctx, a.GuildID, id)
	if err != nil || len(m.Players) < m.Seats {
		return m, nil, err
	}
	for _, p := range m.Players {
		if !p.Sealed {
			return m, nil, nil
		}
	}
	hands, err := sqltx.List(ctx, tx.Tx, scanHand, handsOf, id)
	if err != nil {
		return m, nil, err
	}
	if err := tx.deal(ctx, a, m, hands, deal); err != nil {
		return m, nil, err
	}
	if m, err = tx.get(ctx, a.GuildID, id); err != nil {
		return m, nil, err
	}
	return m, &m.Rounds[len(m.Rounds)-1], nil
}

func scanHand(scan func(...any) error) (hand string, err error) {
	err = scan(&hand)
	return hand, err
}

func splitHands(text string) []string { return strings.Split(text, "\n") }

// deal deals a round and records its game, in nobody's name: it is of all players alike.
func (tx txn) deal(ctx context.Context, a store.AdminAction, m Match, hands []string, deal Deal) error {
	leader := m.Leader(m.Round)
	hands = append(hands[leader:len(hands):len(hands)], hands[:leader]...)
	played, err := deal(m, hands)
	if err != nil {
		return err
	}
	g := played.Game
	g.RequestID, g.GuildID, g.PlayedAt, g.UserID, g.UserName = a.RequestID, a.GuildID, a.At, 0, ""
	g.Kind = store.NoBoard
	game, err := store.RecordIn(ctx, tx.Tx, g)
	if err != nil {
		return err
	}
	var winner sql.NullInt64
	if played.Winner >= 0 {
		winner = sql.NullInt64{Int64: int64((leader + played.Winner) % m.Seats), Valid: true}
	}
	if _, err := tx.Exec(ctx, roundInsert, m.ID, m.Round, a.RequestID, leader, winner, strings.Join(hands, "\n"), game); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, handsClear, m.ID); err != nil {
		return err
	}
	return tx.score(ctx, a, m, winner)
}

// score counts a round, and ends the match or goes on to the next round.
func (tx txn) score(ctx context.Context, a store.AdminAction, m Match, winner sql.NullInt64) error {
	end, endless := End(""), m.Endless+1
	switch {
	case winner.Valid && m.Players[winner.Int64].Wins >= m.BestOf/2:
		end, endless = Won, 0
	case winner.Valid:
		endless = 0
	case endless >= MaxEndless:
		end = Drawn
	}
	if winner.Valid {
		if _, err := tx.Exec(ctx, seatWins, m.ID, winner.Int64, end == Won); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, matchEndless, m.ID, endless); err != nil {
		return err
	}
	if end != "" {
		return tx.end(ctx, m.ID, end, a.At)
	}
	_, err := tx.Exec(ctx, matchNext, m.ID)
	return err
}
