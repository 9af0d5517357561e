package picture

import (
	"cmp"
	"slices"
)

// tale is what a description tells of a game: gathered during a replay, a few
// numbers a player.
type tale struct {
	g           game
	length      int64  // of the game
	least, most []mark // of each player, when piles are taken
	gone        []bool
	in          []int // those who are not gone
	outs        []exit
	leader      int // who holds most, -1 as long as nobody has
	changes     int // how often another player came to lead
	takes       int64
	stages      []stage
}

// mark is a number of cards held at a moment.
type mark struct {
	cards int
	at    moment
}

// exit is a player's dropping out.
type exit struct {
	player int
	x      int64 // on the chart's axis
	at     moment
}

// stage is who leads at a quarter of the way, nobody if none leads alone.
type stage struct{ leader, cards int }

// nobody is no player.
const nobody = -1

// quarters is how many parts a game is told in.
const quarters = 4

func newTale(g game) *tale {
	return &tale{
		g: g, length: g.length(), leader: nobody, in: g.everybody(),
		least: make([]mark, len(g.hands)), most: make([]mark, len(g.hands)), gone: make([]bool, len(g.hands)),
	}
}

// see takes in a frame. But for players who drop out, only the deal and the
// moments after a pile was taken count.
func (t *tale) see(f frame) {
	t.dropOut(f)
	if !f.took && !f.start {
		return
	}
	t.takes = f.takes
	for _, p := range t.in {
		n := f.hand(p)
		if f.start || n < t.least[p].cards {
			t.least[p] = mark{n, f.moment}
		}
		if n > t.most[p].cards {
			t.most[p] = mark{n, f.moment}
		}
	}
	t.follow(f)
}

func (t *tale) dropOut(f frame) {
	if len(f.outs) == 0 {
		return
	}
	for _, p := range f.outs {
		t.gone[p] = true
		e := exit{p, t.g.x(f.moment), f.moment}
		if t.g.byTake && !f.took {
			e.x++ // his cards are gone when the trick under way is taken
		}
		t.outs = append(t.outs, e)
	}
	t.in = slices.DeleteFunc(t.in, func(p int) bool { return t.gone[p] })
}

// follow keeps up with who leads.
func (t *tale) follow(f frame) {
	who, cards := lead(f, t.in)
	if who != nobody && who != t.leader {
		if t.leader != nobody {
			t.changes++
		}
		t.leader = who
	}
	for len(t.stages) < quarters-1 && t.g.x(f.moment)*quarters >= t.length*int64(len(t.stages)+1) {
		t.stages = append(t.stages, stage{who, cards})
	}
}

// lead is who of some players holds most cards, and how many; nobody where several do.
func lead(f frame, players []int) (who, cards int) {
	who, cards = nobody, -1
	for _, p := range players {
		switch n := f.hand(p); {
		case n > cards:
			who, cards = p, n
		case n == cards:
			who = nobody
		}
	}
	return who, cards
}

// foremost picks n players with areas of their own: the winner, those left at
// the end, and those who held most, in the order they sit.
func (t *tale) foremost(n int) []int {
	list := t.g.everybody()
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(t.score(b), t.score(a)), cmp.Compare(t.most[b].cards, t.most[a].cards))
	})
	list = list[:n]
	slices.Sort(list)
	return list
}

// score is 2 for the winner, 1 for who is left at the end, 0 for others.
func (t *tale) score(p int) int {
	switch {
	case p == t.g.winner:
		return 2
	case !t.gone[p]:
		return 1
	}
	return 0
}
