package store

import (
	"context"
	"database/sql"
	"time"

	"nonna/store/internal/table"
)

// A game is recorded by way of three values, each made of those before: what the database holds
// already ([prior]), where the game stands ([placement]), and its row. Then it is read what the
// game did ([Recorded]), and a record is put down to be announced.

// Record stores and ranks a game, in one transaction that is on disk when the call returns.
// Recording the same request again stores nothing: see [Recorded]. Recording a walked deal that was
// found before stores nothing, and returns the game that is stored of the find. Errors:
// [ErrInvalid] for values out of bounds, [ErrFull], [ErrWrite], [ErrReadOnly], [ErrBusy],
// [ErrUnreachable], [ErrCorrupt], [ErrVanished]; nothing is stored with any of them.
func (s *Store) Record(ctx context.Context, g Game) (Recorded, error) {
	if err := g.check(); err != nil {
		return Recorded{}, err
	}
	search := NoBoard
	if g.Walked {
		search = Walks
	}
	return Update(ctx, s, func(ctx context.Context, tx Tx) (Recorded, error) {
		p, err := tx.prior(ctx, g, search)
		if err != nil {
			return Recorded{}, err
		}
		at := g.place(p, search)
		isNew := at.id == 0
		if isNew {
			if at, err = tx.insertGame(ctx, g, p, at); err != nil {
				return Recorded{}, err
			}
		}
		out, err := tx.recorded(ctx, g, p, at)
		if err != nil || !isNew {
			return out, err
		}
		return out, tx.enqueueRecord(ctx, g, out)
	}, Hold(g.scope()), HoldUser(g.UserID))
}

// RecordIn is [Store.Record] as a step of a transaction of [Update], and returns the
// id of the game. It is not announced.
func RecordIn(ctx context.Context, tx Tx, g Game) (int64, error) {
	if err := g.check(); err != nil {
		return 0, err
	}
	p, err := tx.prior(ctx, g, NoBoard)
	if err != nil {
		return 0, err
	}
	at := g.place(p, NoBoard)
	if at.id == 0 {
		at, err = tx.insertGame(ctx, g, p, at)
	}
	return at.id, err
}

// scope returns the scope where the game competes.
func (g Game) scope() int64 { return table.Scope(g.GuildID, g.UserID) }

// prior is what the database holds about a game's request, player and deal before it is recorded.
type prior struct {
	again      placement // of the game that is stored of the request already, with the id 0 for none
	player     Person
	challenged bool          // whether a challenge asks for such games
	find       Find          // of the deal, of the zero Kind for none
	found      sql.NullInt64 // the game that is stored of the find
	finder     int64         // whose game that is, 0 if their data was deleted
	board      sql.NullInt64 // where the game may rank
	searched   sql.NullInt64 // where it ranks if a search found it
	boards     int64         // the number of other boards, if it has no board yet
	owner      sql.NullInt64 // the game that brought the deal
	own        onBoard       // that game, if it is the player's and shown
}

const (
	// foundOn begins to select the game of a deal on the board of what searches found.
	foundOn = `
  (SELECT g.id FROM games AS g WHERE g.deal_key = $7 AND g.board_id = (SELECT s.id FROM boards AS s
    WHERE s.scope = $3 AND s.game = $4 AND s.division = $5 AND s.kind = `

	// priorOf reads all behind the player in one statement, since each is a round trip to a server.
	// For a request that was recorded before, the owner is that of then.
	priorOf = `
, COALESCE(a.id, 0), COALESCE(a.standing, ''), a.board_id, a.owner_id, COALESCE(a.shown, FALSE),
  EXISTS (SELECT 1 FROM challenges AS c
    WHERE c.guild_id = $3 AND c.game = $4 AND c.division = $5 AND c.kind = $6 AND c.ends_at > $8),
  COALESCE(f.standing, ''), COALESCE(f.played_at, 0), f.id, COALESCE(f.user_id, 0),
  b.id, (SELECT s.id FROM boards AS s WHERE s.scope = $3 AND s.game = $4 AND s.division = $5 AND s.kind = $9),
  CASE WHEN b.id IS NULL AND $6 <> '' THEN (SELECT COUNT(*) FROM boards AS o WHERE o.scope = $3 AND o.` + table.BroughtBoards + `) ELSE 0 END,
  o.id, CASE WHEN o.user_id = $1 AND o.shown THEN o.board_id END, COALESCE(o.plays, 0), COALESCE(o.takes, 0)
FROM (SELECT 1 AS one) AS asked
LEFT JOIN games AS a ON a.request_id = $2
LEFT JOIN games AS f ON f.id = COALESCE(` + foundOn + `'hunted')), ` + foundOn + `'walked')))
LEFT JOIN boards AS b ON b.scope = $3 AND b.game = $4 AND b.division = $5 AND b.kind = $6
LEFT JOIN games AS o ON o.id = COALESCE(a.owner_id, (SELECT d.id FROM games AS d WHERE d.board_id = b.id AND d.deal_key = $7))`
)

// prior reads what the database holds before a game is recorded that a member brought or, of a kind
// of its own, a search found.
func (tx Tx) prior(ctx context.Context, g Game, search Kind) (p prior, err error) {
	var at int64
	_, err = tx.Scan(ctx, "SELECT "+table.PersonSQL("$3", "CAST($1 AS BIGINT)")+priorOf,
		[]any{int64(g.UserID), g.RequestID, g.scope(), g.Name, g.Division, string(g.Kind), table.Digest(g.Key), g.PlayedAt.UnixMilli(), string(search)},
		append(p.player.Into(),
			&p.again.id, &p.again.standing, &p.again.board, &p.again.owner, &p.again.shown,
			&p.challenged, &p.find.Kind, &at, &p.found, &p.finder,
			&p.board, &p.searched, &p.boards, &p.owner, &p.own.board, &p.own.plays, &p.own.takes)...)
	p.find.At = fromMilli(at)
	return p, err
}

// placement is where a game stands.
type placement struct {
	id       int64 // 0 if it is not stored
	standing Standing
	kind     Kind          // of the board on which it is to be stored, NoBoard for none
	board    sql.NullInt64 // NULL for none, and for one that is still to be made
	owner    sql.NullInt64
	shown    bool
}

// place says where a game stands, by what the database holds.
func (g Game) place(p prior, search Kind) placement {
	switch isKnown := g.Published || p.found.Valid || p.owner.Valid; {
	case p.again.id != 0:
		return p.again
	case search != NoBoard && !isKnown:
		return placement{standing: Standing(search), kind: search, board: p.searched}
	case search == Walks && p.finder != 0:
		return placement{id: p.found.Int64, standing: Found, owner: p.found}
	case g.Kind == NoBoard:
		return placement{standing: Unranked}
	case g.Published:
		return placement{standing: Published}
	case p.found.Valid:
		return placement{standing: Found, owner: p.found}
	case p.owner.Valid:
		return placement{standing: Taken, owner: p.owner}
	case p.boards >= MaxBoards:
		return placement{standing: Crowded}
	}
	return placement{standing: Ranked, kind: g.Kind, board: p.board}
}

// insertGame stores a game where it stands, and everything that is derived from it.
func (tx Tx) insertGame(ctx context.Context, g Game, p prior, at placement) (_ placement, err error) {
	if at.kind != NoBoard && !at.board.Valid {
		at.board.Valid = true
		at.board.Int64, err = tx.insert(ctx, "boards", []field{
			{"scope", g.scope()}, {"game", g.Name}, {"division", g.Division}, {"kind", string(at.kind)},
		})
		if err != nil {
			return at, err
		}
	}
	at.shown = at.board.Valid
	if at.id, err = tx.insert(ctx, "games", g.row(at)); err != nil {
		return at, err
	}
	if g.UserName != p.player.Name {
		if err := tx.SetName(ctx, g.GuildID, g.UserID, g.UserName); err != nil {
			return at, err
		}
	}
	if at.shown {
		err = tx.countGame(ctx, at.id)
	}
	return at, err
}

// row returns the columns of a game.
func (g Game) row(at placement) []field {
	return []field{
		{"request_id", g.RequestID},
		{"scope", g.scope()},
		{"user_id", int64(g.UserID)},
		{"board_id", at.board},
		{"shown", at.shown},
		{"random", g.Random},
		{"private", g.Private},
		{"plays", g.Plays},
		{"takes", g.Takes},
		{"month", table.Month(g.PlayedAt)},
		{"week", table.Week(g.PlayedAt)},
		{"played_at", g.PlayedAt.UnixMilli()},
		{"cycle_plays", g.CyclePlays},
		{"cycle_takes", g.CycleTakes},
		{"standing", string(at.standing)},
		{"owner_id", at.owner},
		{"game", g.Name},
		{"division", g.Division},
		{"ending", g.Ending},
		{"deal_key", table.Digest(g.Key)},
		{"deal", g.Deal},
		{"options", g.Options},
	}
}

// recorded returns what a stored game did, as it is now.
func (tx Tx) recorded(ctx context.Context, g Game, p prior, at placement) (Recorded, error) {
	out := Recorded{ID: at.id, Replayed: p.again.id != 0, Standing: at.standing, NameHidden: p.player.Hidden}
	var err error
	ranks := onBoard{id: at.id, plays: g.Plays, takes: g.Takes}
	switch at.standing {
	case Found:
		out.Find = p.find
	case Taken:
		// The user may not have seen the places of their own game.
		ranks = p.own
	case Ranked:
		if at.shown {
			ranks.board = at.board
		}
		if p.challenged || out.Replayed { // perhaps it was then
			out.Challenges, err = tx.challengePlaces(ctx, g, at.id)
		}
	}
	if err != nil {
		return out, err
	}
	out.ByPlays, out.ByTakes, out.Owner, err = tx.places(ctx, g.UserID, ranks, at.owner)
	return out, err
}

// onBoard is a game on a board, on none if that is NULL. With the id 0 what was the longest before
// it is not looked up: behind many later games that is slow.
type onBoard struct {
	id, plays, takes int64
	board            sql.NullInt64
	// beside is another board, whose games it must exceed too to be a record.
	beside sql.NullInt64
}

// places returns the places of a game, and the entry of another one, as the user asker may see it.
func (tx Tx) places(ctx context.Context, asker uint64, at onBoard, other sql.NullInt64) (byPlays, byTakes Place, entry *Entry, err error) {
	var wanted entryIDs
	wanted.add(other)
	if at.board.Valid && at.id > 0 {
		wanted.addFirst(at.board, at.id)
		wanted.addFirst(at.beside, at.id)
	}
	all, err := tx.entriesByID(ctx, asker, wanted)
	if err != nil || !at.board.Valid {
		return byPlays, byTakes, all.of(other), err
	}
	n, err := tx.countLonger(ctx, ranking{board: at.board.Int64}, threshold{ByPlays, -1}, threshold{ByPlays, at.plays}, threshold{ByTakes, at.takes})
	if err != nil {
		return byPlays, byTakes, nil, err
	}
	total, morePlays, moreTakes := n[0], n[1], n[2]
	place := func(by Measure, length, longer int64) Place {
		p := Place{Rank: longer + 1, Of: total}
		if at.id > 0 {
			p.Before = all.first(by, at.id)
			p.Record = p.Before == nil || p.Before.length(by) < length
		}
		return p
	}
	return place(ByPlays, at.plays, morePlays), place(ByTakes, at.takes, moreTakes), all.of(other), nil
}

const announceGame = `INSERT INTO announcements (game_id) VALUES ($1)`

// enqueueRecord adds a game that beat a record to the announcements. [Store.NextAnnouncement] says
// whether the server wants them. The first game on a board beats no record.
func (tx Tx) enqueueRecord(ctx context.Context, g Game, out Recorded) error {
	beats := func(p Place) bool { return p.Record && p.Before != nil }
	if g.GuildID == 0 || !beats(out.ByPlays) && !beats(out.ByTakes) {
		return nil
	}
	_, err := tx.Exec(ctx, announceGame, out.ID)
	return err
}

// Find is what a search found on a server: a deal that takes no place there.
type Find struct {
	// Kind is Hunted or Walked.
	Kind Standing
	// At is when it was found.
	At time.Time
}

// fromMilli returns the time of a column in milliseconds.
func fromMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
