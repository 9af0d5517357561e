package picture

import (
	"cmp"
	"slices"

	"nonna/engine/game"
)

// progress collects from a replay what a description needs: a few numbers for each seat.
type progress struct {
	Race
	of      *chartInput
	least   []held // of each seat, after takes
	most    []int
	exits   []exit
	changes int // of the leader
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

// newProgress returns the progress of a game before its deal.
func newProgress(s *chartInput) *progress {
	p := &progress{of: s, least: make([]held, len(s.hands)), most: make([]int, len(s.hands))}
	for seat := range s.hands {
		p.In = append(p.In, seat)
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
	out, leads := p.See(s)
	for _, seat := range out {
		e := exit{seat, p.of.place(s.At), p.moment(s)}
		if p.of.byTake {
			e.x = e.moment // his cards are gone after the current take
		}
		p.exits = append(p.exits, e)
	}
	if s.Move == game.WentOut {
		return
	}
	if leads {
		p.changes++
	}
	for _, seat := range p.In {
		n := len(s.Table.Hand(seat))
		if s.Move == game.Dealt || n < p.least[seat].cards {
			p.least[seat] = held{n, p.moment(s)}
		}
		p.most[seat] = max(p.most[seat], n)
	}
}

// foremost returns n seats in their order: the winner, those left at the end, and those
// who held most.
func (p *progress) foremost(n int) []int {
	score := make([]int, len(p.most))
	for _, seat := range p.In {
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

// Race follows a replay from its deal: who leads, and who is out.
type Race struct {
	// Leader is the last who held more cards than all others, -1 if nobody did.
	Leader int
	// In are the seats that are not out.
	In []int
}

// See follows a step. It returns who went out since the last take, and whether another
// leads now. Hands count only after the deal and after takes.
func (s *Race) See(step game.Step) (out []int, leads bool) {
	switch step.Move {
	case game.Played:
		return nil, false
	case game.Dealt:
		*s = Race{Leader: nobody}
		for seat := range step.Table.Players() {
			s.In = append(s.In, seat)
		}
	}
	s.In = slices.DeleteFunc(s.In, func(seat int) bool {
		if step.Table.Out(seat) {
			out = append(out, seat)
		}
		return step.Table.Out(seat)
	})
	if now := s.leader(step.Table); step.Move != game.WentOut && now != nobody && now != s.Leader {
		s.Leader, leads = now, s.Leader != nobody
	}
	return out, leads
}

// nobody is no seat.
const nobody = -1

// leader returns who holds more cards than all others now, or nobody.
func (s *Race) leader(t game.Table) int {
	leader, most := nobody, -1
	for _, seat := range s.In {
		switch n := len(t.Hand(seat)); {
		case n > most:
			leader, most = seat, n
		case n == most:
			leader = nobody
		}
	}
	return leader
}
