package picture

import (
	"slices"

	"nonna/engine/game"
)

const maxExits = 8

// describe tells of a chart: the start, the swings, the end.
func (s *settled) describe(p *progress) []game.Phrase {
	opening := "picture.alt.chart"
	if s.Chart.Pile {
		opening = "picture.alt.chart-pile"
	}
	sentences := []game.Phrase{say(opening, game.Args{"game": name(s.Game)}), s.start()}
	if s.cut() {
		sentences = append(sentences, say("picture.alt.cut", game.Args{"shown": s.Units[0].Count(s.drawn())}))
	}
	sentences = append(sentences, s.swings(p)...)
	if len(s.hands) > 2 && len(p.exits) > 0 {
		sentences = append(sentences, s.exits(p.exits))
	}
	return append(sentences, s.end()...)
}

// cards counts cards, whatever the game counts its length in.
func cards(n int) game.Phrase { return game.Count("cards", int64(n)) }

// length is a length in the units that the game has.
func (s *settled) length(l game.Length) []game.Phrase {
	list := []game.Phrase{s.Units[0].Count(l.Plays)}
	if s.Units[1] != "" {
		list = append(list, s.Units[1].Count(l.Takes))
	}
	return list
}

func (s *settled) moment(number int64) game.Phrase {
	unit := s.Units[0]
	if s.Chart.ByTake {
		unit = s.Units[1]
	}
	return unit.Moment(number)
}

func (s *settled) start() game.Phrase {
	who := any(game.Count("players", int64(len(s.hands))))
	if len(s.hands) == 2 {
		who = []game.Phrase{s.Seats.Phrase(0), s.Seats.Phrase(1)}
	}
	switch {
	case slices.Min(s.hands) == slices.Max(s.hands):
		return say("picture.alt.start-equal", game.Args{"who": who, "cards": cards(s.hands[0])})
	case len(s.hands) > maxPlayers:
		return say("picture.alt.start-many", game.Args{"who": who, "cards": cards(s.cards)})
	}
	var hands []game.Phrase
	for seat, n := range s.hands {
		hands = append(hands, say("picture.alt.hand", game.Args{"who": s.Seats.Phrase(seat), "cards": cards(n)}))
	}
	return say("picture.alt.start", game.Args{"hands": hands})
}

// swings says who led when, and how near the winner came to losing.
func (s *settled) swings(p *progress) []game.Phrase {
	var list []game.Phrase
	if len(p.stages) == quarters-1 && p.takes >= 2*quarters { // of fewer there is little to tell
		var stages []game.Phrase
		for i, id := range []string{"picture.alt.quarter", "picture.alt.half", "picture.alt.three-quarters"} {
			stages = append(stages, say(id, game.Args{"lead": s.leads(p.stages[i])}))
		}
		list = append(list, say("picture.alt.stages", game.Args{"stages": stages}))
	}
	if p.changes > 0 {
		list = append(list, say("picture.alt.changes", game.Args{"times": times(p.changes)}))
	}
	winner := s.Winner()
	if winner == nobody {
		if s.facing() {
			list = append(list, say("picture.alt.range", game.Args{
				"who": s.Seats.Phrase(0), "low": p.least[0].cards, "cards": cards(p.most[0]),
			}))
		}
		return list
	}
	// A winner who never held less than half of his hand has nothing to tell.
	if least := p.least[winner]; least.cards <= s.hands[winner]/2 {
		list = append(list, say("picture.alt.lowest", game.Args{
			"who": s.Seats.Phrase(winner), "cards": cards(least.cards), "moment": s.moment(least.moment),
		}))
	}
	return list
}

func (s *settled) leads(at stage) game.Phrase {
	if at.leader == nobody {
		return say("picture.alt.level", nil)
	}
	return say("picture.alt.leads", game.Args{"who": s.Seats.Phrase(at.leader), "cards": cards(at.cards)})
}

// times counts times: some languages have a word for two of them.
func times(n int) game.Phrase {
	if n == 2 {
		return say("count.twice", nil)
	}
	return game.Count("times", int64(n))
}

func (s *settled) exits(exits []exit) game.Phrase {
	var list []game.Phrase
	for _, e := range exits[:min(len(exits), maxExits)] {
		list = append(list, say("picture.alt.out-at", game.Args{"who": s.Seats.Phrase(e.seat), "moment": s.moment(e.moment)}))
	}
	if more := len(exits) - len(list); more > 0 {
		list = append(list, say("picture.alt.more", game.Args{"others": game.Count("others", int64(more))}))
	}
	return say("picture.alt.out", game.Args{"outs": list})
}

func (s *settled) end() []game.Phrase {
	length := s.length(s.Length)
	var list []game.Phrase
	switch s.Ending {
	case game.Won:
		return []game.Phrase{say("picture.alt.wins", game.Args{"who": s.Seats.Phrase(s.Winner()), "length": length})}
	case game.Undecided:
		return []game.Phrase{say("picture.alt.undecided", game.Args{"length": length[0]})}
	case game.Loop:
		list = s.loop()
	default:
		list = append(list, say("picture.alt.stuck", game.Args{"length": length}))
	}
	if n := len(s.In); n > 0 && n < len(s.hands) && n <= maxPlayers {
		var left []game.Phrase
		for _, seat := range s.In {
			left = append(left, s.Seats.Phrase(seat))
		}
		list = append(list, say("picture.alt.left", game.Args{"who": left}))
	}
	return list
}

func (s *settled) loop() []game.Phrase {
	args := game.Args{"length": s.length(s.Cycle()), "lead": s.length(s.Lead)}
	if s.Lead.Plays == 0 {
		return []game.Phrase{say("picture.alt.endless-start", args)}
	}
	list := []game.Phrase{say("picture.alt.endless", args)}
	if !s.cut() {
		list = append(list, say("picture.alt.marked", nil))
	}
	return list
}
