package store

import (
	"context"
	"database/sql"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

const (
	dealOwner = `SELECT id FROM games WHERE board_id = $1 AND deal_key = $2`

	// resultColumns are the columns that result.targets takes.
	resultColumns = `g.places, g.rank_plays, g.record_plays, g.before_plays, g.rank_takes, g.record_takes, g.before_takes`

	answerOf = `SELECT g.id, g.standing, g.owner_id, ` + resultColumns + ` FROM games AS g WHERE g.request_id = $1`

	resultOf = `SELECT ` + resultColumns + ` FROM games AS g WHERE g.id = $1`
)

// row is a game with the other columns of its row.
type row struct {
	Game
	result
	id, scope, user int64
}

// result is the result of ranking a game.
type result struct {
	standing     Standing
	board, owner sql.NullInt64
	places       int64
	plays, takes rankResult
}

// rankResult is the place of a game in one ranking.
type rankResult struct {
	rank   int64
	record bool
	before sql.NullInt64 // the game that was first until then
}

// targets returns the destinations of resultColumns.
func (r *result) targets() []any {
	return []any{
		&r.places, &r.plays.rank, &r.plays.record, &r.plays.before, &r.takes.rank, &r.takes.record, &r.takes.before,
	}
}

// fields returns the columns of the row.
func (r *row) fields() []field {
	return []field{
		{"id", r.id},
		{"request_id", r.RequestID},
		{"scope", r.scope},
		{"user_id", r.user},
		{"board_id", r.board},
		{"shown", r.standing == Ranked},
		{"random", r.Random},
		{"private", r.Private},
		{"plays", r.Plays},
		{"takes", r.Takes},
		{"month", Month.period(r.PlayedAt)},
		{"week", Week.period(r.PlayedAt)},
		{"played_at", r.PlayedAt.UnixMilli()},
		{"cycle_plays", r.CyclePlays},
		{"cycle_takes", r.CycleTakes},
		{"standing", string(r.standing)},
		{"places", r.places},
		{"rank_plays", r.plays.rank},
		{"record_plays", r.plays.record},
		{"before_plays", r.plays.before},
		{"rank_takes", r.takes.rank},
		{"record_takes", r.takes.record},
		{"before_takes", r.takes.before},
		{"owner_id", r.owner},
		{"game", r.Name},
		{"division", r.Division},
		{"ending", r.Ending},
		{"user_name", r.UserName},
		{"deal_key", table.Digest(r.Key)},
		{"deal", r.Deal},
		{"options", r.Options},
	}
}

// newRow returns the row of a game, and [ErrInvalid] if the game breaks the bounds of
// [Game].
func newRow(g Game) (*row, error) {
	scope, err := table.Scope(g.GuildID, g.UserID)
	if err != nil {
		return nil, err
	}
	g.UserName = cleanName(g.UserName)
	return &row{Game: g, scope: scope, user: int64(g.UserID)}, g.check()
}

// Record stores and ranks a game, in one transaction that is on disk when the call
// returns. Recording the same request again stores nothing and returns the first result.
// Recording a walked deal that was found before stores nothing, and returns the game that is
// stored of the find.
// Errors: [ErrInvalid] for values out of bounds, [ErrFull], [ErrWrite], [ErrReadOnly],
// [ErrBusy], [ErrCorrupt], [ErrMissing]; nothing is stored with any of them.
func (s *Store) Record(ctx context.Context, g Game) (Recorded, error) {
	r, err := newRow(g)
	if err != nil {
		return Recorded{}, err
	}
	out, err := update(ctx, s, func(ctx context.Context, tx txn) (Recorded, error) {
		again := *r // ranked from the beginning by each attempt
		return tx.recordOnce(ctx, &again)
	}, holdScope(r.scope), HoldUser(g.UserID))
	if err != nil {
		return Recorded{}, err
	}
	return out, nil
}

// recordOnce stores and ranks a game, unless its request was recorded before.
func (tx txn) recordOnce(ctx context.Context, r *row) (out Recorded, err error) {
	known, err := tx.answer(ctx, r, &out)
	if err != nil || known {
		out.Replayed = known
		return out, err
	}
	if r.Walked {
		if done, err := tx.recordWalked(ctx, r, &out); done || err != nil {
			return out, err
		}
	}
	if err := tx.record(ctx, r); err != nil {
		return out, err
	}
	// Reading the result back makes it equal to that of a replay.
	_, err = tx.answer(ctx, r, &out)
	return out, err
}

// RecordIn is [Store.Record] as a step of a transaction of [Store.Update], and returns the
// id of the game. The caller makes sure that it is recorded once.
func RecordIn(ctx context.Context, tx *sqltx.Tx, g Game) (int64, error) {
	r, err := newRow(g)
	if err != nil {
		return 0, err
	}
	err = txn{tx}.record(ctx, r)
	return r.id, err
}

// record ranks a game, and stores it with everything that is derived from it.
func (tx txn) record(ctx context.Context, r *row) (err error) {
	if err := tx.setStanding(ctx, r); err != nil {
		return err
	}
	if r.id, err = tx.NextID(ctx, "games"); err != nil {
		return err
	}
	if err := tx.insert(ctx, "games", r.fields()); err != nil {
		return err
	}
	if err := tx.extendSummary(ctx, r.user); err != nil || r.standing != Ranked {
		return err
	}
	if err := tx.countGame(ctx, r.id); err != nil {
		return err
	}
	if err := tx.announce(ctx, r); err != nil {
		return err
	}
	return tx.enterChallenges(ctx, r)
}

// setStanding sets the standing of a game, and its ranks if it is ranked.
func (tx txn) setStanding(ctx context.Context, r *row) error {
	switch {
	case r.Kind == NoBoard || r.Random && r.WithoutRandom:
		r.standing = Unranked
		return nil
	case r.Published:
		r.standing = Published
		return nil
	}
	found, err := tx.find(ctx, r, new(Find), &r.owner)
	if err != nil {
		return err
	}
	if found {
		r.standing = Found
		return nil
	}
	competition := table.Board{Scope: r.scope, Game: r.Name, Division: r.Division, Kind: string(r.Kind)}
	board, ok, err := competition.Ensure(ctx, tx.Tx, r.DivisionNames)
	if err != nil {
		return err
	}
	if !ok {
		r.standing = Crowded
		return nil
	}
	taken, err := tx.Scan(ctx, dealOwner, []any{board, table.Digest(r.Key)}, &r.owner)
	if err != nil {
		return err
	}
	if taken {
		r.standing = Taken
		return nil
	}
	r.standing, r.board = Ranked, sql.NullInt64{Int64: board, Valid: true}
	return tx.rankNew(ctx, r)
}

// rankNew ranks a game that is not stored yet among the games that the server shows.
func (tx txn) rankNew(ctx context.Context, r *row) error {
	shown := ranking{boardOrder: boardOrder{by: ByPlays, withoutRandom: r.WithoutRandom}, board: r.board.Int64}
	var others int64
	if err := tx.countRanges(ctx, shown, countAll(&others)); err != nil {
		return err
	}
	r.places = others + 1
	for i, of := range []*rankResult{&r.plays, &r.takes} {
		k, by := shown, []Measure{ByPlays, ByTakes}[i]
		k.by = by
		if err := tx.countRanges(ctx, k, countLonger(r.length(by), func(n int64) { of.rank = n + 1 })); err != nil {
			return err
		}
		var minusLength int64
		found, err := tx.Scan(ctx, k.query(topGame), []any{k.board, k.period}, &minusLength, &of.before)
		if err != nil {
			return err
		}
		// An equally long game shares the first place and is not a record.
		of.record = !found || r.length(by) > -minusLength
	}
	return nil
}

// answer reads the result of a recorded request, and reports whether it was recorded.
func (tx txn) answer(ctx context.Context, r *row, out *Recorded) (bool, error) {
	var v result
	found, err := tx.Scan(ctx, answerOf, []any{r.RequestID}, append([]any{&out.ID, &v.standing, &v.owner}, v.targets()...)...)
	if err != nil || !found {
		return false, err
	}
	out.Standing = v.standing
	if out.Owner, err = tx.entryByID(ctx, v.owner, r.user); err != nil {
		return true, err
	}
	switch own := out.Owner; {
	case v.standing == Found:
		_, err = tx.find(ctx, r, &out.Find, &v.owner)
		return true, err
	case own != nil && own.Mine:
		if _, err := tx.Scan(ctx, resultOf, []any{own.ID}, v.targets()...); err != nil {
			return true, err
		}
	case v.standing != Ranked:
		return true, nil
	}
	if out.ByPlays, err = tx.readPlace(ctx, v.plays, v.places, r.user); err != nil {
		return true, err
	}
	if out.ByTakes, err = tx.readPlace(ctx, v.takes, v.places, r.user); err != nil {
		return true, err
	}
	out.Challenges, err = tx.challengePlaces(ctx, out.ID, r.user)
	return true, err
}

// readPlace returns the place of a stored game, as the user asker may see it.
func (tx txn) readPlace(ctx context.Context, r rankResult, of, asker int64) (Place, error) {
	before, err := tx.entryByID(ctx, r.before, asker)
	return Place{Rank: r.rank, Of: of, Record: r.record, Before: before}, err
}

// fromMilli returns the time of a column in milliseconds.
func fromMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
