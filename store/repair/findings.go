package repair

import (
	"cmp"
	"fmt"
	"slices"
)

// Findings are the first findings about games, and the number of all others.
type Findings struct {
	first []finding
	more  int
}

type finding struct {
	game int64
	text string
}

// maxFindings is the number of games that [Findings.List] describes.
const maxFindings = 20

func (f *Findings) add(game int64, text string) {
	f.join(Findings{first: []finding{{game, text}}})
}

func (f *Findings) join(others Findings) {
	f.first = append(f.first, others.first...)
	slices.SortFunc(f.first, func(a, b finding) int { return cmp.Compare(a.game, b.game) })
	kept := min(len(f.first), maxFindings)
	f.more += others.more + len(f.first) - kept
	f.first = f.first[:kept]
}

// List describes the games with the lowest ids, at most 20, and counts the others.
func (f Findings) List() []string {
	var all []string
	for _, one := range f.first {
		all = append(all, fmt.Sprintf("game %d: %s", one.game, one.text))
	}
	if f.more > 0 {
		all = append(all, fmt.Sprintf("and %d more games", f.more))
	}
	return all
}
