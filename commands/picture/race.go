package picture

import (
	"slices"

	"nonna/engine/game"
)

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
