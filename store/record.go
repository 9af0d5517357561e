package store

import (
	"context"
	"database/sql"
	"time"

	"nonna/store/internal/table"
)

const (
	// foundOn begins to select the game of a deal on the board of what searches found.
	foundOn = `
  (SELECT g.id FROM games AS g WHERE g.deal_key = $7 AND g.board_id = (SELECT s.id FROM boards AS s
    WHERE s.scope = $3 AND s.game = $4 AND s.division = $5 AND s.retired_at IS NULL AND s.kind = `

	// knownOf reads what is stored around a game, in one statement, since each is a round trip
	// to a server.
	knownOf = `
SELECT (SELECT a.id FROM games AS a WHERE a.request_id = $2),
  COALESCE((SELECT p.name_hidden FROM people AS p WHERE p.user_id = $1), FALSE),
  EXISTS (SELECT 1 FROM challenges AS c
    WHERE c.guild_id = $3 AND c.game = $4 AND c.division = $5 AND c.kind = $6 AND c.ends_at > $8),
  COALESCE(f.standing, ''), COALESCE(f.played_at, 0), f.id, COALESCE(f.user_id, 0),
  b.id, (SELECT o.id FROM games AS o WHERE o.board_id = b.id AND o.deal_key = $7)
FROM (SELECT 1 AS one) AS asked
LEFT JOIN games AS f ON f.id = COALESCE(` + foundOn + `'hunted')), ` + foundOn + `'walked')))
LEFT JOIN boards AS b ON b.scope = $3 AND b.game = $4 AND b.division = $5 AND b.kind = $6 AND b.retired_at IS NULL`

	recordedOf = `SELECT g.id, g.standing, g.owner_id, g.board_id, g.shown FROM games AS g WHERE g.request_id = $1`

	// ownGame selects a shown game, if it is the user's.
	ownGame = `SELECT g.board_id, g.plays, g.takes FROM games AS g WHERE g.id = $1 AND g.user_id = $2 AND g.shown`
)

// row is a game with the other columns of its row.
type row struct {
	Game
	id, scope, user int64
	standing        Standing
	board, owner    sql.NullInt64
	shown           bool
	known           known
}

// known is what is stored around a game before it is recorded.
type known struct {
	request    sql.NullInt64 // the game that is stored of its request already
	nameHidden bool
	challenged bool          // whether a challenge asks for such games
	find       Find          // of its deal, of the zero Kind for none
	found      sql.NullInt64 // the game that is stored of the find
	finder     int64         // whose game that is, 0 if their data was deleted
	board      sql.NullInt64
	owner      sql.NullInt64 // the game that brought the deal
}

// fields returns the columns of the row.
func (r *row) fields() []field {
	return []field{
		{"request_id", r.RequestID},
		{"scope", r.scope},
		{"user_id", r.user},
		{"board_id", r.board},
		{"shown", r.shown},
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
	g.UserName = table.Name(g.UserName)
	return &row{Game: g, scope: table.Scope(g.GuildID, g.UserID), user: int64(g.UserID)}, g.check()
}

// Record stores and ranks a game, in one transaction that is on disk when the call
// returns. Recording the same request again stores nothing: see [Recorded].
// Recording a walked deal that was found before stores nothing, and returns the game that is
// stored of the find.
// Errors: [ErrInvalid] for values out of bounds, [ErrFull], [ErrWrite], [ErrReadOnly],
// [ErrBusy], [ErrAway], [ErrCorrupt], [ErrMissing]; nothing is stored with any of them.
func (s *Store) Record(ctx context.Context, g Game) (Recorded, error) {
	r, err := newRow(g)
	if err != nil {
		return Recorded{}, err
	}
	out, err := Update(ctx, s, func(ctx context.Context, tx Tx) (Recorded, error) {
		again := *r // ranked from the beginning by each attempt
		return tx.recordOnce(ctx, &again)
	}, Hold(r.scope))
	if err != nil {
		return Recorded{}, err
	}
	return out, nil
}

// recordOnce stores and ranks a game, unless its request was recorded before.
func (tx Tx) recordOnce(ctx context.Context, r *row) (Recorded, error) {
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
	out, err := tx.recorded(ctx, r)
	if err != nil {
		return Recorded{}, err
	}
	return out, tx.announce(ctx, r, out)
}

// RecordIn is [Store.Record] as a step of a transaction of [Update], and returns the
// id of the game. The caller makes sure that it is recorded once. It is not announced.
func RecordIn(ctx context.Context, tx Tx, g Game) (int64, error) {
	r, err := newRow(g)
	if err != nil {
		return 0, err
	}
	if err := tx.readKnown(ctx, r); err != nil {
		return 0, err
	}
	err = tx.record(ctx, r)
	return r.id, err
}

// readKnown reads what is stored around a game, for [Tx.record] and [Tx.recordFind].
func (tx Tx) readKnown(ctx context.Context, r *row) error {
	b, k := r.competition(), &r.known
	var at int64
	_, err := tx.Scan(ctx, knownOf,
		[]any{r.user, r.RequestID, b.Scope, b.Game, b.Division, b.Kind, table.Digest(r.Key), r.PlayedAt.UnixMilli()},
		&k.request, &k.nameHidden, &k.challenged, &k.find.Kind, &at, &k.found, &k.finder,
		&k.board, &k.owner)
	k.find.At = fromMilli(at)
	return err
}

// competition returns the board on which the game may rank.
func (r *row) competition() table.Board {
	return table.Board{Scope: r.scope, Game: r.Name, Division: r.Division, Kind: string(r.Kind)}
}

// record decides where a game stands, and stores it with everything that is derived from it.
func (tx Tx) record(ctx context.Context, r *row) (err error) {
	if err := tx.setStanding(ctx, r); err != nil {
		return err
	}
	return tx.store(ctx, r)
}

// store stores a game whose standing is set.
func (tx Tx) store(ctx context.Context, r *row) (err error) {
	r.shown = r.board.Valid
	if r.id, err = tx.insert(ctx, "games", r.fields()); err != nil || !r.shown {
		return err
	}
	return tx.countGame(ctx, r.id)
}

// setStanding sets the standing of a game, and its board if it is ranked.
func (tx Tx) setStanding(ctx context.Context, r *row) error {
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
	default:
		id, ok, err := r.competition().Create(ctx, tx.Tx)
		if r.standing = Crowded; err == nil && ok {
			r.standing, r.board = Ranked, sql.NullInt64{Int64: id, Valid: true}
		}
		return err
	}
	return nil
}

// recordedBefore returns the result of a request that was recorded before.
func (tx Tx) recordedBefore(ctx context.Context, r *row) (Recorded, error) {
	_, err := tx.Scan(ctx, recordedOf, []any{r.RequestID}, &r.id, &r.standing, &r.owner, &r.board, &r.shown)
	if err != nil {
		return Recorded{}, err
	}
	r.known.challenged = true // perhaps it was then
	out, err := tx.recorded(ctx, r)
	out.Replayed = true
	return out, err
}

// recorded returns what a stored game did, as it is now.
func (tx Tx) recorded(ctx context.Context, r *row) (Recorded, error) {
	out := Recorded{ID: r.id, Standing: r.standing, NameHidden: r.known.nameHidden}
	var err error
	at := placed{id: r.id, board: r.board, plays: r.Plays, takes: r.Takes}
	at.wanted.add(r.owner)
	switch r.standing {
	case Found:
		out.Find = r.known.find
	case Taken:
		// The user may not have seen the places of their own game.
		at.id = 0
		_, err = tx.Scan(ctx, ownGame, []any{r.owner, r.user}, &at.board, &at.plays, &at.takes)
	case Ranked:
		at.board.Valid = r.shown
		if r.known.challenged {
			out.Challenges, err = tx.challengePlaces(ctx, r)
		}
	default:
		at.board.Valid = false
	}
	if err != nil {
		return out, err
	}
	all, err := tx.places(ctx, r.UserID, &at)
	out.Owner, out.ByPlays, out.ByTakes = all.of(r.owner), at.byPlays, at.byTakes
	return out, err
}

// placed is a game on a board, none if that is NULL, and its places there. The id is 0 if nobody
// asks what was the longest before it: behind many later games that is not found soon.
type placed struct {
	id, plays, takes int64
	board            sql.NullInt64
	// beside is another board, whose games it must exceed too to be a record.
	beside           sql.NullInt64
	byPlays, byTakes Place
	// wanted are other games to be read in the same statement.
	wanted entryIDs
}

// places sets the places of a game, and returns the entries that were wanted, as the user asker
// may see them.
func (tx Tx) places(ctx context.Context, asker uint64, at *placed) (entries, error) {
	if at.board.Valid && at.id > 0 {
		at.wanted.addFirst(at.board, at.id)
		at.wanted.addFirst(at.beside, at.id)
	}
	all, err := tx.entriesByID(ctx, asker, at.wanted)
	if err != nil || !at.board.Valid {
		return all, err
	}
	n, err := tx.count(ctx, ranking{board: at.board.Int64}, longer{ByPlays, -1}, longer{ByPlays, at.plays}, longer{ByTakes, at.takes})
	if err != nil {
		return all, err
	}
	for by, p := range map[Measure]*Place{ByPlays: &at.byPlays, ByTakes: &at.byTakes} {
		if p.Rank, p.Of = n[by]+1, n[0]; at.id > 0 {
			p.Before = all.first(by, at.id)
			p.Record = p.Before == nil || p.Before.length(by) < by.Of(at.plays, at.takes)
		}
	}
	return all, nil
}

// fromMilli returns the time of a column in milliseconds.
func fromMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
