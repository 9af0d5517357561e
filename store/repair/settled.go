package repair

import (
	"fmt"

	"nonna/store"
	"nonna/store/internal/table"
)

// Settled is the part of a stored game that follows from its deal.
type Settled struct {
	ID int64
	// Game holds the deal, its result and its board. Key is a digest of the key, and
	// Kind is the kind of the board that the game is on.
	store.Game
}

// differences describes where a stored game differs from a freshly settled one.
func (s Settled) differences(want store.Game) []string {
	if s.Kind == store.NoBoard {
		want.Kind = store.NoBoard // it may be off the boards for other reasons
	}
	var all []string
	for _, f := range []struct {
		name      string
		got, want any
	}{
		{"division", s.Division, want.Division},
		{"key", s.Key, table.Digest(want.Key)},
		{"ending", s.Ending, want.Ending},
		{"plays", s.Plays, want.Plays},
		{"takes", s.Takes, want.Takes},
		{"plays of the cycle", s.CyclePlays, want.CyclePlays},
		{"takes of the cycle", s.CycleTakes, want.CycleTakes},
		{"board", s.Kind, want.Kind},
	} {
		if f.got != f.want {
			all = append(all, fmt.Sprintf("%s %#v instead of %#v", f.name, f.got, f.want))
		}
	}
	return all
}

const (
	largestID = `SELECT COALESCE(MAX(id), 0) FROM games`

	settledBetween = `
SELECT g.id, g.game, g.division, g.deal, g.options, g.deal_key, g.ending,
  g.plays, g.takes, g.cycle_plays, g.cycle_takes, COALESCE(b.kind, '')
FROM games AS g LEFT JOIN boards AS b ON b.id = g.board_id AND b.` + table.BroughtBoards + `
WHERE g.id >= $1 AND g.id < $2 AND (g.id - $1) % $3 = 0 ORDER BY g.id`
)

func scanSettled(scan func(...any) error) (g Settled, err error) {
	err = scan(&g.ID, &g.Name, &g.Division, &g.Deal, &g.Options, &g.Key, &g.Ending,
		&g.Plays, &g.Takes, &g.CyclePlays, &g.CycleTakes, &g.Kind)
	return g, err
}
