package picture

import (
	"cmp"
	"slices"

	"nonna/engine/game"
)

// progress collects from a replay what a description needs: a few numbers for each seat.
type progress struct {
	of      *settled
	least   []held // of each seat, after takes
	most    []int
	in      []int // the seats that are not out
	exits   []exit
	leader  int // the last who held most, or nobody
	changes int // of the leader
	takes   int64
	stages  []stage // after each quarter but the last
}

// held is a number of cards held at a moment.
type held struct {
	cards  int
	moment int64
}

// exit is the moment when a player drops out.
type exit struct {
	seat   int
	x      int64 // on the chart's axis
	moment int64
}

// stage is the leader, or nobody if several lead, and his number of cards.
type stage struct{ leader, cards int }

// nobody is no seat.
const nobody = -1

// quarters is the number of parts in which a game is described.
const quarters = 4

// newProgress returns the progress of a game before its deal.
func newProgress(s *settled) *progress {
	p := &progress{of: s, leader: nobody, least: make([]held, len(s.hands)), most: make([]int, len(s.hands))}
	for seat := range s.hands {
		p.in = append(p.in, seat)
	}
	return p
}

// moment returns the number of a moment: that of the current take, or of the last play.
func (p *progress) moment(s game.Step) int64 {
	switch {
	case !p.of.Chart.ByTake:
		return s.At.Plays
	case s.Move == game.Took:
		return s.At.Takes
	}
	return s.At.Takes + 1
}

// add adds a step. Hands count only after the deal and after takes.
func (p *progress) add(s game.Step) {
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
	p.trackLead(s)
}

// dropOut adds the exits of a step.
func (p *progress) dropOut(s game.Step) {
	p.in = slices.DeleteFunc(p.in, func(seat int) bool {
		if !s.Table.Out(seat) {
			return false
		}
		e := exit{seat, p.of.x(s.At), p.moment(s)}
		if p.of.byTake {
			e.x = e.moment // his cards are gone after the current take
		}
		p.exits = append(p.exits, e)
		return true
	})
}

// trackLead adds the leader after a step.
func (p *progress) trackLead(s game.Step) {
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

// lead returns the leader among seats.
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

// foremost returns n seats in their order: the winner, those left at the end, and those
// who held most.
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
