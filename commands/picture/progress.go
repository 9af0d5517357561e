package picture

import (
	"cmp"
	"slices"

	"nonna/engine/game"
)

// progress is what happens in a replay that a description tells: a few numbers a
// seat.
type progress struct {
	of      *settled
	least   []held // of each seat, when piles are taken
	most    []int
	in      []int // those not out
	exits   []exit
	leader  int // who holds most, nobody as long as nobody has
	changes int // how often another player came to lead
	takes   int64
	stages  []stage // at the quarters of the way
}

// held is a number of cards held at a moment.
type held struct {
	cards  int
	moment int64
}

// exit is a player's dropping out.
type exit struct {
	seat   int
	x      int64 // on the chart's axis
	moment int64
}

// stage is who leads, nobody if none leads alone, and with how many cards.
type stage struct{ leader, cards int }

const nobody = -1

// quarters is how many parts a game is told in.
const quarters = 4

func newProgress(s *settled) *progress {
	p := &progress{of: s, leader: nobody, least: make([]held, len(s.hands)), most: make([]int, len(s.hands))}
	for seat := range s.hands {
		p.in = append(p.in, seat)
	}
	return p
}

// moment numbers a moment: by takes, with the one under way, or by plays.
func (p *progress) moment(s game.Step) int64 {
	switch {
	case !p.of.Chart.ByTake:
		return s.At.Plays
	case s.Move == game.Took:
		return s.At.Takes
	}
	return s.At.Takes + 1
}

// see takes in a step. But for players who drop out, only the deal and the
// moments after a pile was taken count.
func (p *progress) see(s game.Step) {
	if s.Move == game.Played {
		return
	}
	p.dropOut(s)
	if s.Move == game.WentOut {
		return
	}
	p.takes = s.At.Takes
	for _, seat := range p.in {
		n := len(s.Table.Hand(seat))
		if s.Move == game.Dealt || n < p.least[seat].cards {
			p.least[seat] = held{n, p.moment(s)}
		}
		p.most[seat] = max(p.most[seat], n)
	}
	p.follow(s)
}

func (p *progress) dropOut(s game.Step) {
	p.in = slices.DeleteFunc(p.in, func(seat int) bool {
		if !s.Table.Out(seat) {
			return false
		}
		e := exit{seat, p.of.x(s.At), p.moment(s)}
		if p.of.byTake {
			e.x = e.moment // his cards are gone when the trick under way is taken
		}
		p.exits = append(p.exits, e)
		return true
	})
}

// follow keeps up with who leads.
func (p *progress) follow(s game.Step) {
	now := lead(s.Table, p.in)
	if now.leader != nobody && now.leader != p.leader {
		if p.leader != nobody {
			p.changes++
		}
		p.leader = now.leader
	}
	for len(p.stages) < quarters-1 && p.of.x(s.At)*quarters >= p.of.axis()*int64(len(p.stages)+1) {
		p.stages = append(p.stages, now)
	}
}

func lead(t game.Table, seats []int) stage {
	s := stage{nobody, -1}
	for _, seat := range seats {
		switch n := len(t.Hand(seat)); {
		case n > s.cards:
			s = stage{seat, n}
		case n == s.cards:
			s.leader = nobody
		}
	}
	return s
}

// foremost picks n players: the winner, those left at the end, and those who held
// most, in the order they sit.
func (p *progress) foremost(n int) []int {
	score := make([]int, len(p.most))
	for _, seat := range p.in {
		score[seat] = 1
	}
	if winner := p.of.Winner(); winner != nobody {
		score[winner] = 2
	}
	list := make([]int, len(p.most))
	for seat := range list {
		list[seat] = seat
	}
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(p.most[b], p.most[a]))
	})
	list = list[:n]
	slices.Sort(list)
	return list
}
