package store

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"time"

	"nonna/store/internal/sqltx"
)

// ChallengePlace is the place of a game's player in a challenge, as it is when it is read.
type ChallengePlace struct {
	// ChallengeID, By and EndsAt are those of the challenge.
	ChallengeID int64
	By          Measure
	EndsAt      time.Time
	// Best reports whether the game is the player's best there.
	Best bool
	// Rank is the place of the player's best game among Of members.
	Rank, Of int64
	// Ahead is the game one place before, nil for the first place; if the game is not the
	// player's best, it is their better one.
	Ahead *Entry
}

const (
	// entered are the shown games that count in challenges: those of a challenge's board
	// from when it was opened until it ends.
	entered = `challenges AS c
  JOIN boards AS b ON b.scope = c.guild_id AND b.game = c.game AND b.division = c.division AND b.kind = c.kind
  JOIN games AS g ON g.board_id = b.id AND g.shown AND g.id > c.after_game
    AND g.played_at >= c.opened_at AND g.played_at < c.ends_at AND (c.random OR NOT g.random)`

	// gamesEntered selects the games of a challenge, from an index alone, and enteredByUser those
	// of a member in all challenges.
	gamesEntered = `
SELECT g.id, CASE WHEN c.by_takes THEN g.takes ELSE g.plays END, g.user_id FROM ` + entered + ` WHERE c.id = $1`
	enteredByUser = `
SELECT g.id, CASE WHEN c.by_takes THEN g.takes ELSE g.plays END, c.id FROM ` + entered + ` WHERE g.user_id = $1`

	// challengesRunning selects the challenges in which a game counts.
	challengesRunning = `
SELECT c.id, c.by_takes, c.ends_at FROM challenges AS c
WHERE c.guild_id = $1 AND c.game = $2 AND c.division = $3 AND c.kind = $4 AND c.after_game < $5
  AND c.opened_at <= $6 AND c.ends_at > $6 AND (c.random OR NOT $7)`
)

// best is a game in a challenge, of which the standings have the best of each member.
type best struct {
	position
	user int64
}

func (a best) compare(b best) int { return cmp.Or(cmp.Compare(b.key, a.key), cmp.Compare(a.id, b.id)) }

// bests returns the standings of a challenge: the best game of each member, the best first, and
// of equals the earlier one. It returns also the game with the id edge, of the zero id if it does
// not count there. All games of the challenge are read, which takes 5 ms for 10,000.
func (tx Tx) bests(ctx context.Context, challenge, edge int64) (all []best, at best, err error) {
	byUser := map[int64]best{}
	err = tx.Each(ctx, gamesEntered, []any{challenge}, func(rows *sql.Rows) error {
		var g best
		err := rows.Scan(&g.id, &g.key, &g.user)
		if known, ok := byUser[g.user]; !ok || g.compare(known) < 0 {
			byUser[g.user] = g
		}
		if g.id == edge {
			at = g
		}
		return err
	})
	return slices.SortedFunc(maps.Values(byUser), best.compare), at, err
}

// placeOf returns the index of a member in standings, -1 if they are not there.
func placeOf(all []best, user int64) int {
	return slices.IndexFunc(all, func(b best) bool { return b.user == user })
}

// rankOf returns the place of an index in standings: equal games share one.
func rankOf(all []best, i int) int64 {
	for i > 0 && all[i-1].key == all[i].key {
		i--
	}
	return int64(i + 1)
}

// challengePlaces returns the places of the player of a game, stored with an id, in the challenges in which
// it counts.
func (tx Tx) challengePlaces(ctx context.Context, g Game, id int64) (places []ChallengePlace, err error) {
	var ahead []sql.NullInt64
	running, err := sqltx.List(ctx, tx, func(scan func(...any) error) (p ChallengePlace, err error) {
		var byTakes bool
		var ends int64
		err = scan(&p.ChallengeID, &byTakes, &ends)
		p.By, p.EndsAt = measure(byTakes), fromMilli(ends)
		return p, err
	}, challengesRunning, g.scope(), g.Name, g.Division, string(g.Kind), id, g.PlayedAt.UnixMilli(), g.Random)
	slices.SortFunc(running, func(a, b ChallengePlace) int { return cmp.Compare(a.ChallengeID, b.ChallengeID) })
	for _, p := range running {
		all, _, err := tx.bests(ctx, p.ChallengeID, 0)
		if err != nil {
			return nil, err
		}
		at := placeOf(all, int64(g.UserID))
		if at < 0 { // it was hidden since
			continue
		}
		var before sql.NullInt64
		p.Of, p.Rank, p.Best = int64(len(all)), rankOf(all, at), all[at].id == id
		switch {
		case !p.Best:
			before = sql.NullInt64{Int64: all[at].id, Valid: true}
		case p.Rank > 1:
			before = sql.NullInt64{Int64: all[p.Rank-2].id, Valid: true}
		}
		places, ahead = append(places, p), append(ahead, before)
	}
	if err != nil {
		return nil, err
	}
	var ids entryIDs
	ids.add(ahead...)
	games, err := tx.entriesByID(ctx, g.UserID, ids)
	for i := range places {
		places[i].Ahead = games.of(ahead[i])
	}
	return places, err
}

// enteredBy returns a member's games in challenges, in the order of the games.
func (tx Tx) enteredBy(ctx context.Context, user uint64) (all []Entered, err error) {
	bests := map[int64]best{} // by challenge
	err = tx.Each(ctx, enteredByUser, []any{user}, func(rows *sql.Rows) error {
		var g best
		var e Entered
		err := rows.Scan(&g.id, &g.key, &e.ChallengeID)
		if known, ok := bests[e.ChallengeID]; !ok || g.compare(known) < 0 {
			bests[e.ChallengeID] = g
		}
		e.GameID = g.id
		all = append(all, e)
		return err
	})
	for i, e := range all {
		all[i].Best = bests[e.ChallengeID].id == e.GameID
	}
	slices.SortFunc(all, func(a, b Entered) int {
		return cmp.Or(cmp.Compare(a.GameID, b.GameID), cmp.Compare(a.ChallengeID, b.ChallengeID))
	})
	return all, err
}
