package picture

import (
	"slices"

	"nonna/engine/game"
)

const exitsTold = 8

// describe tells of a chart: the start, the swings, the end.
func (s *settled) describe(p *progress) []game.Phrase {
	opening := "picture.story.chart"
	if s.Chart.Pile {
		opening = "picture.story.chart-pile"
	}
	story := []game.Phrase{say(opening, game.Args{"game": name(s.Game)}), s.start()}
	if s.cut() {
		story = append(story, say("picture.story.cut", game.Args{"shown": game.Count(s.Units[0], s.drawn())}))
	}
	story = append(story, s.swings(p)...)
	if len(s.hands) > 2 && len(p.exits) > 0 {
		story = append(story, s.exits(p.exits))
	}
	return append(story, s.end()...)
}

// cards counts cards, whatever the game counts its length in.
func cards(n int) game.Phrase { return game.Count("cards", int64(n)) }

// length is a length in the units that the game has.
func (s *settled) length(l game.Length) []game.Phrase {
	list := []game.Phrase{game.Count(s.Units[0], l.Plays)}
	if s.Units[1] != "" {
		list = append(list, game.Count(s.Units[1], l.Takes))
	}
	return list
}

func (s *settled) moment(number int64) game.Phrase {
	unit := s.Units[0]
	if s.Chart.ByTake {
		unit = s.Units[1]
	}
	return say("picture.moment."+unit, game.Args{"number": number})
}

func (s *settled) start() game.Phrase {
	who := any(game.Count("players", int64(len(s.hands))))
	if len(s.hands) == 2 {
		who = []game.Phrase{s.Seats.Phrase(0), s.Seats.Phrase(1)}
	}
	switch {
	case slices.Min(s.hands) == slices.Max(s.hands):
		return say("picture.story.start-equal", game.Args{"who": who, "cards": cards(s.hands[0])})
	case len(s.hands) > maxPlayers:
		return say("picture.story.start-many", game.Args{"who": who, "cards": cards(s.cards)})
	}
	var hands []game.Phrase
	for seat, n := range s.hands {
		hands = append(hands, say("picture.story.hand", game.Args{"who": s.Seats.Phrase(seat), "cards": cards(n)}))
	}
	return say("picture.story.start", game.Args{"hands": hands})
}

// swings says who led when, and how near the winner came to losing.
func (s *settled) swings(p *progress) []game.Phrase {
	var list []game.Phrase
	if len(p.stages) == quarters-1 && p.takes >= 2*quarters { // of fewer there is little to tell
		var stages []game.Phrase
		for i, id := range []string{"picture.story.quarter", "picture.story.half", "picture.story.three-quarters"} {
			stages = append(stages, say(id, game.Args{"lead": s.leads(p.stages[i])}))
		}
		list = append(list, say("picture.story.stages", game.Args{"stages": stages}))
	}
	if p.changes > 0 {
		list = append(list, say("picture.story.changes", game.Args{"times": times(p.changes)}))
	}
	winner := s.Winner()
	if winner == nobody {
		if s.facing() {
			list = append(list, say("picture.story.range", game.Args{
				"who": s.Seats.Phrase(0), "low": p.least[0].cards, "cards": cards(p.most[0]),
			}))
		}
		return list
	}
	// A winner who never held less than half of his hand has nothing to tell.
	if least := p.least[winner]; least.cards <= s.hands[winner]/2 {
		list = append(list, say("picture.story.lowest", game.Args{
			"who": s.Seats.Phrase(winner), "cards": cards(least.cards), "moment": s.moment(least.moment),
		}))
	}
	return list
}

func (s *settled) leads(at stage) game.Phrase {
	if at.leader == nobody {
		return say("picture.story.level", nil)
	}
	return say("picture.story.leads", game.Args{"who": s.Seats.Phrase(at.leader), "cards": cards(at.cards)})
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
	for _, e := range exits[:min(len(exits), exitsTold)] {
		list = append(list, say("picture.story.out-at", game.Args{"who": s.Seats.Phrase(e.seat), "moment": s.moment(e.moment)}))
	}
	if more := len(exits) - len(list); more > 0 {
		list = append(list, say("picture.story.more", game.Args{"others": game.Count("others", int64(more))}))
	}
	return say("picture.story.out", game.Args{"outs": list})
}

func (s *settled) end() []game.Phrase {
	length := s.length(s.Length)
	var list []game.Phrase
	switch s.Ending {
	case game.Won:
		return []game.Phrase{say("picture.story.wins", game.Args{"who": s.Seats.Phrase(s.Winner()), "length": length})}
	case game.Undecided:
		return []game.Phrase{say("picture.story.undecided", game.Args{"length": length[0]})}
	case game.Loop:
		list = s.loop()
	default:
		list = append(list, say("picture.story.stuck", game.Args{"length": length}))
	}
	if n := len(s.In); n > 0 && n < len(s.hands) && n <= maxPlayers {
		var left []game.Phrase
		for _, seat := range s.In {
			left = append(left, s.Seats.Phrase(seat))
		}
		list = append(list, say("picture.story.left", game.Args{"who": left}))
	}
	return list
}

func (s *settled) loop() []game.Phrase {
	args := game.Args{"length": s.length(s.Cycle()), "lead": s.length(s.Lead)}
	if s.Lead.Plays == 0 {
		return []game.Phrase{say("picture.story.endless-start", args)}
	}
	list := []game.Phrase{say("picture.story.endless", args)}
	if !s.cut() {
		list = append(list, say("picture.story.marked", nil))
	}
	return list
}
