package store

import (
	"context"
	"database/sql"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

const (
	// knownOf reads what is stored around a game, in one statement, since each is a round trip
	// to a server.
	knownOf = `
SELECT (SELECT a.id FROM games AS a WHERE a.request_id = $2),
  COALESCE((SELECT p.name_hidden FROM people AS p WHERE p.user_id = $1), FALSE),
  EXISTS (SELECT 1 FROM challenges AS c
    WHERE c.guild_id = $3 AND c.game = $4 AND c.division = $5 AND c.kind = $6 AND c.last_game IS NULL),
  COALESCE(f.kind, ''), COALESCE(f.found_at, 0), f.game_id,
  b.id, (SELECT o.id FROM games AS o WHERE o.board_id = b.id AND o.deal_key = $7),
  (SELECT t.id FROM games AS t WHERE t.board_id = b.id AND t.shown ORDER BY t.minus_plays, t.id LIMIT 1),
  (SELECT t.id FROM games AS t WHERE t.board_id = b.id AND t.shown ORDER BY t.minus_takes, t.id LIMIT 1)
FROM (SELECT 1 AS one) AS asked
LEFT JOIN finds AS f ON f.scope = $3 AND f.game = $4 AND f.division = $5 AND f.deal_key = $7
LEFT JOIN boards AS b ON b.scope = $3 AND b.game = $4 AND b.division = $5 AND b.kind = $6 AND b.retired_at IS NULL`

	// resultColumns are the columns that result.targets takes.
	resultColumns = `g.places, g.rank_plays, g.record_plays, g.before_plays, g.rank_takes, g.record_takes, g.before_takes`

	answerOf = `SELECT g.id, g.standing, g.owner_id, ` + resultColumns + ` FROM games AS g WHERE g.request_id = $1`

	// ownResult selects the result of a game, if it is the user's.
	ownResult = `SELECT ` + resultColumns + ` FROM games AS g WHERE g.id = $1 AND g.user_id = $2`
)

// row is a game with the other columns of its row.
type row struct {
	Game
	result
	id, scope, user int64
	known           known
}

// known is what is stored around a game before it is recorded.
type known struct {
	request          sql.NullInt64 // the game that is stored of its request already
	nameHidden       bool
	challenged       bool          // whether a challenge asks for such games
	find             Find          // of its deal, of the zero Kind for none
	found            sql.NullInt64 // the game that is stored of the find
	board            sql.NullInt64
	owner            sql.NullInt64 // the game that brought the deal
	byPlays, byTakes sql.NullInt64 // the first games of the board
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
	}, holdScope(r.scope))
	if err != nil {
		return Recorded{}, err
	}
	return out, nil
}

// recordOnce stores and ranks a game, unless its request was recorded before.
func (tx txn) recordOnce(ctx context.Context, r *row) (Recorded, error) {
	if err := tx.readKnown(ctx, r); err != nil {
		return Recorded{}, err
	}
	if r.known.request.Valid {
		return tx.recordedBefore(ctx, r)
	}
	if r.Walked {
		if out, done, err := tx.recordWalked(ctx, r); done || err != nil {
			return out, err
		}
	}
	if err := tx.record(ctx, r); err != nil {
		return Recorded{}, err
	}
	return tx.recorded(ctx, r)
}

// RecordIn is [Store.Record] as a step of a transaction of [Store.Update], and returns the
// id of the game. The caller makes sure that it is recorded once.
func RecordIn(ctx context.Context, tx *sqltx.Tx, g Game) (int64, error) {
	r, err := newRow(g)
	if err != nil {
		return 0, err
	}
	step := txn{tx}
	if err := step.readKnown(ctx, r); err != nil {
		return 0, err
	}
	err = step.record(ctx, r)
	return r.id, err
}

// readKnown reads what is stored around a game, for [txn.record] and [txn.recordFind].
func (tx txn) readKnown(ctx context.Context, r *row) error {
	b, k := r.competition(), &r.known
	var at int64
	_, err := tx.Scan(ctx, knownOf,
		[]any{r.user, r.RequestID, b.Scope, b.Game, b.Division, b.Kind, table.Digest(r.Key)},
		&k.request, &k.nameHidden, &k.challenged, &k.find.Kind, &at, &k.found,
		&k.board, &k.owner, &k.byPlays, &k.byTakes)
	k.find.At = fromMilli(at)
	return err
}

// competition returns the board on which the game may rank.
func (r *row) competition() table.Board {
	return table.Board{Scope: r.scope, Game: r.Name, Division: r.Division, Kind: string(r.Kind)}
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
	if r.standing != Ranked {
		return nil
	}
	if err := tx.countGame(ctx, r.id); err != nil {
		return err
	}
	return tx.announce(ctx, r)
}

// setStanding sets the standing of a game, and its ranks if it is ranked.
func (tx txn) setStanding(ctx context.Context, r *row) error {
	switch {
	case r.Kind == NoBoard:
		r.standing = Unranked
	case r.Published:
		r.standing = Published
	case r.known.find.Kind != "":
		r.standing, r.owner = Found, r.known.found
	case r.known.owner.Valid:
		r.standing, r.owner = Taken, r.known.owner
	case r.known.board.Valid:
		r.standing, r.board = Ranked, r.known.board
		return tx.rankNew(ctx, r)
	default:
		return tx.openBoard(ctx, r)
	}
	return nil
}

// openBoard makes a game the first of a new board, if there is room for one.
func (tx txn) openBoard(ctx context.Context, r *row) error {
	id, ok, err := r.competition().Create(ctx, tx.Tx)
	if err != nil {
		return err
	}
	if !ok {
		r.standing = Crowded
		return nil
	}
	r.standing, r.board = Ranked, sql.NullInt64{Int64: id, Valid: true}
	r.places, r.plays, r.takes = 1, rankResult{rank: 1, record: true}, rankResult{rank: 1, record: true}
	return nil
}

// rankNew ranks a game that is not stored yet among the games that the server shows.
func (tx txn) rankNew(ctx context.Context, r *row) error {
	shown := ranking{boardOrder: boardOrder{by: ByPlays}, board: r.board.Int64}
	r.plays.before, r.takes.before = r.known.byPlays, r.known.byTakes
	counts := []rangeCount{countAll(&r.places)}
	for by, of := range map[Measure]*rankResult{ByPlays: &r.plays, ByTakes: &r.takes} {
		// An equally long game shares the first place and is not a record.
		longer := countLonger(r.length(by), func(n int64) { of.rank, of.record = n+1, n == 0 })
		equal := countBetween(r.length(by)-1, r.length(by), func(n int64) { of.record = of.record && n == 0 })
		counts = append(counts, longer.in(by), equal.in(by))
	}
	err := tx.countRanges(ctx, shown, counts...)
	r.places++ // itself
	return err
}

// recordedBefore returns the result of a request that was recorded before.
func (tx txn) recordedBefore(ctx context.Context, r *row) (Recorded, error) {
	_, err := tx.Scan(ctx, answerOf, []any{r.RequestID}, append([]any{&r.id, &r.standing, &r.owner}, r.targets()...)...)
	if err != nil {
		return Recorded{}, err
	}
	r.known.challenged = true // perhaps it was then
	out, err := tx.recorded(ctx, r)
	out.Replayed = true
	return out, err
}

// recorded returns what a stored game did, from its row: the first time as later.
func (tx txn) recorded(ctx context.Context, r *row) (Recorded, error) {
	out := Recorded{ID: r.id, Standing: r.standing, NameHidden: r.known.nameHidden}
	shown := result{owner: r.owner}
	var ahead []sql.NullInt64
	var err error
	switch r.standing {
	case Found:
		out.Find = r.known.find
	case Taken:
		// The user may not have seen the places of their own game.
		_, err = tx.Scan(ctx, ownResult, []any{r.owner, r.user}, shown.targets()...)
	case Ranked:
		shown = r.result
		if r.known.challenged {
			out.Challenges, ahead, err = tx.challengePlaces(ctx, r)
		}
	}
	if err != nil {
		return out, err
	}
	all, err := tx.entriesByID(ctx, r.user, append(ahead, shown.owner, shown.plays.before, shown.takes.before)...)
	out.Owner = all.of(shown.owner)
	out.ByPlays, out.ByTakes = shown.placed(all)
	for i := range out.Challenges {
		out.Challenges[i].Ahead = all.of(ahead[i])
	}
	return out, err
}

// placed returns the places of a game. The entries have the games that were first until then.
func (r *result) placed(all entries) (plays, takes Place) {
	place := func(of rankResult) Place {
		return Place{Rank: of.rank, Of: r.places, Record: of.record, Before: all.of(of.before)}
	}
	return place(r.plays), place(r.takes)
}

// fromMilli returns the time of a column in milliseconds.
func fromMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
