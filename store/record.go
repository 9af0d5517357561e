package store

import (
	"context"
	"database/sql"
)

const (
	nextID = `UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value`

	openBoard = `
SELECT id FROM boards
WHERE scope = $1 AND game = $2 AND division = $3 AND kind = $4 AND retired_at IS NULL`

	newBoard = `
INSERT INTO boards (id, scope, game, division, kind, entries) VALUES ($1, $2, $3, $4, $5, 0)`

	boardCount = `UPDATE boards SET entries = entries + $2 WHERE id = $1`

	dealOwner = `SELECT id FROM games WHERE board_id = $1 AND deal_key = $2`

	insertGame = `
INSERT INTO games (
  id, request_id, scope, user_id, board_id, shown, random, plays, takes, month, week, played_at,
  cycle_plays, cycle_takes, standing, rank_plays, rank_takes, places, before_plays, before_takes, owner_id,
  game, division, ending, user_name, deal_key, deal)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
  $22, $23, $24, $25, $26, $27)`

	answerOf = `
SELECT id, standing, rank_plays, rank_takes, places, before_plays, before_takes, owner_id
FROM games WHERE request_id = $1`
)

// recordTexts are the statements for recording games.
func recordTexts() []string {
	texts := append(append(blockTexts(), challengeTexts()...), nextID, openBoard, newBoard, boardCount, dealOwner, insertGame, answerOf, entryByID)
	for _, l := range allLists() {
		texts = append(texts, l.query(placeAt))
		if l.span == AllTime { // the lists that ranks are told from
			texts = append(texts, l.query(countBetween), l.query(topGame))
		}
	}
	return texts
}

// verdict is what recording decides about a game, as its row keeps it.
type verdict struct {
	standing               Standing
	board                  sql.NullInt64
	rankPlays, rankTakes   int64
	places                 int64
	beforePlays, beforeTks sql.NullInt64
	owner                  sql.NullInt64
}

// Record stores a game and finds its place on the board, in one transaction that
// is on disk when the call returns. Recording a request again stores nothing and
// returns the first answer. Errors: [ErrInvalid] for values out of bounds,
// [ErrFull], [ErrBusy], [ErrCorrupt]; nothing is stored with any of them.
func (s *Store) Record(ctx context.Context, g Game) (Recorded, error) {
	r, err := newRow(g)
	if err != nil {
		return Recorded{}, err
	}
	var out Recorded
	err = s.update(ctx, func(t session) error {
		known, err := t.answer(ctx, r, &out)
		if err != nil || known {
			out.Replayed = known
			return err
		}
		if err := s.insert(ctx, t, r); err != nil {
			return err
		}
		// Read back what a replay will read, so that the two cannot differ.
		_, err = t.answer(ctx, r, &out)
		return err
	})
	if err != nil {
		return Recorded{}, err
	}
	return out, nil
}

// insert judges a game and stores it, with its places if it has any.
func (s *Store) insert(ctx context.Context, t session, r row) error {
	v, err := t.judge(ctx, r)
	if err != nil {
		return err
	}
	var id int64
	if _, err := t.scan(ctx, nextID, []any{"games"}, &id); err != nil {
		return err
	}
	ranked := v.standing == Ranked
	_, err = t.exec(ctx, insertGame,
		id, r.RequestID, r.scope, r.user, v.board, ranked, r.Random, r.Plays, r.Takes,
		Month.period(r.PlayedAt), Week.period(r.PlayedAt), r.playedAt,
		r.CyclePlays, r.CycleTakes, string(v.standing), v.rankPlays, v.rankTakes, v.places,
		v.beforePlays, v.beforeTks, v.owner,
		r.Game.Game, r.Division, r.Ending, r.UserName, r.dealKey, r.Deal)
	if err != nil || !ranked {
		return err
	}
	if err := s.shelve(ctx, t, r.shelved(id, v.board.Int64), 1); err != nil {
		return err
	}
	if err := t.announce(ctx, id, r, v); err != nil {
		return err
	}
	return t.enter(ctx, id, r)
}

// judge decides a game's standing, and its places if it ranks.
func (t session) judge(ctx context.Context, r row) (verdict, error) {
	if r.Kind == NoBoard || r.Random && r.WithoutRandom {
		return verdict{standing: Unranked}, nil
	}
	if r.Published {
		return verdict{standing: Published}, nil
	}
	board, err := t.board(ctx, r)
	if err != nil {
		return verdict{}, err
	}
	v := verdict{standing: Taken}
	taken, err := t.scan(ctx, dealOwner, []any{board, r.dealKey}, &v.owner)
	if err != nil || taken {
		return v, err
	}
	v.standing, v.board = Ranked, sql.NullInt64{Int64: board, Valid: true}
	err = t.rank(ctx, r, board, &v)
	return v, err
}

// board returns the board a game competes on, opening it for the first one.
func (t session) board(ctx context.Context, r row) (int64, error) {
	var id int64
	args := []any{r.scope, r.Game.Game, r.Division, string(r.Kind)}
	found, err := t.scan(ctx, openBoard, args, &id)
	if err != nil || found {
		return id, err
	}
	if _, err := t.scan(ctx, nextID, []any{"boards"}, &id); err != nil {
		return 0, err
	}
	_, err = t.exec(ctx, newBoard, append([]any{id}, args...)...)
	return id, err
}

// rank fills in the places that a game about to be inserted takes on a board: on
// the lists that the server shows.
func (t session) rank(ctx context.Context, r row, board int64, v *verdict) error {
	of := []struct {
		by     Measure
		rank   *int64
		before *sql.NullInt64
	}{
		{ByPlays, &v.rankPlays, &v.beforePlays},
		{ByTakes, &v.rankTakes, &v.beforeTks},
	}
	for _, f := range of {
		s := shelf{list: list{by: f.by, typed: r.WithoutRandom}, board: board}
		// Every game of the same count was recorded earlier and goes before.
		ahead, err := t.countBefore(ctx, s, afterAll(r.place(s.list, 0).key))
		if err != nil {
			return err
		}
		*f.rank = ahead + 1
		if _, err := t.scan(ctx, s.query(topGame), []any{board, s.period}, f.before); err != nil {
			return err
		}
	}
	places, err := t.total(ctx, shelf{list: list{by: ByPlays, typed: r.WithoutRandom}, board: board})
	v.places = places + 1
	return err
}

// answer reads what a recorded request was told, and tells whether it was
// recorded.
func (t session) answer(ctx context.Context, r row, out *Recorded) (bool, error) {
	var v verdict
	found, err := t.scan(ctx, answerOf, []any{r.RequestID}, &out.ID, &v.standing,
		&v.rankPlays, &v.rankTakes, &v.places, &v.beforePlays, &v.beforeTks, &v.owner)
	if err != nil || !found {
		return false, err
	}
	out.Standing = v.standing
	if v.standing == Ranked {
		out.ByPlays = Place{Rank: v.rankPlays, Of: v.places}
		out.ByTakes = Place{Rank: v.rankTakes, Of: v.places}
	}
	for _, part := range []struct {
		id   sql.NullInt64
		into **Entry
	}{
		{v.beforePlays, &out.ByPlays.Before}, {v.beforeTks, &out.ByTakes.Before}, {v.owner, &out.Owner},
	} {
		if *part.into, err = t.entry(ctx, part.id, r.user); err != nil {
			return false, err
		}
	}
	if v.standing == Ranked {
		out.Challenges, err = t.challengePlaces(ctx, out.ID, r.user)
	}
	return true, err
}
