package picture

import (
	"slices"

	"nonna/engine/game"
)

// maxExits is the most players who dropped out that a description names.
const maxExits = 8

// describe returns the description of a picture: what it shows, and what happens.
func (ch *chart) describe() []game.Phrase {
	opening := "picture.alt.chart"
	if ch.Chart.Pile {
		opening = "picture.alt.chart-pile"
	}
	sentences := append([]game.Phrase{phrase(opening, game.Args{"game": name(ch.Game)})}, ch.said...)
	if ch.loops {
		sentences = append(sentences, phrase("picture.alt.marked", nil))
	}
	if ch.rows > 0 {
		sentences = append(sentences, phrase("picture.alt.deal", nil))
	}
	return sentences
}

// describe returns what happens: the start, the swings, the end.
func (s *chartInput) describe(p *progress) []game.Phrase {
	sentences := []game.Phrase{s.start()}
	if s.cut() {
		sentences = append(sentences, phrase("picture.alt.cut", game.Args{"shown": s.Units[0].Count(s.drawn())}))
	}
	sentences = append(sentences, s.swings(p)...)
	if len(s.hands) > 2 && len(p.exits) > 0 {
		sentences = append(sentences, s.exits(p.exits))
	}
	return append(sentences, s.end()...)
}

// cards returns a number of cards, whatever the units of the game are.
func cards(n int) game.Phrase { return game.Count("cards", int64(n)) }

// length returns a length in the game's units.
func (s *chartInput) length(l game.Length) []game.Phrase {
	return []game.Phrase{s.Units[0].Count(l.Plays), s.Units[1].Count(l.Takes)}
}

// moment returns the name of a moment.
func (s *chartInput) moment(number int64) game.Phrase {
	unit := s.Units[0]
	if s.Chart.ByTake {
		unit = s.Units[1]
	}
	return unit.Moment(number)
}

// start describes the deal.
func (s *chartInput) start() game.Phrase {
	who := any(game.Count("players", int64(len(s.hands))))
	if len(s.hands) == 2 {
		who = []game.Phrase{s.Seats.Phrase(0), s.Seats.Phrase(1)}
	}
	switch {
	case slices.Min(s.hands) == slices.Max(s.hands):
		return phrase("picture.alt.start-equal", game.Args{"who": who, "cards": cards(s.hands[0])})
	case len(s.hands) > maxPlayers:
		return phrase("picture.alt.start-many", game.Args{"who": who, "cards": cards(s.cards)})
	}
	var hands []game.Phrase
	for seat, n := range s.hands {
		hands = append(hands, phrase("picture.alt.hand", game.Args{"who": s.Seats.Phrase(seat), "cards": cards(n)}))
	}
	return phrase("picture.alt.start", game.Args{"hands": hands})
}

// swings describes how often the lead changed, and how near the winner came to losing.
func (s *chartInput) swings(p *progress) []game.Phrase {
	var list []game.Phrase
	if p.changes > 0 {
		list = append(list, phrase("picture.alt.changes", game.Args{"times": game.Count("times", int64(p.changes))}))
	}
	winner := s.Winner()
	if winner == nobody {
		if s.facing() {
			list = append(list, phrase("picture.alt.range", game.Args{
				"who": s.Seats.Phrase(0), "low": p.least[0].cards, "cards": cards(p.most[0]),
			}))
		}
		return list
	}
	// It is not a comeback if the winner always held more than half of his first hand.
	if least := p.least[winner]; least.cards <= s.hands[winner]/2 {
		list = append(list, phrase("picture.alt.lowest", game.Args{
			"who": s.Seats.Phrase(winner), "cards": cards(least.cards), "moment": s.moment(least.moment),
		}))
	}
	return list
}

// exits describes who dropped out when.
func (s *chartInput) exits(exits []exit) game.Phrase {
	var list []game.Phrase
	for _, e := range exits[:min(len(exits), maxExits)] {
		list = append(list, phrase("picture.alt.out-at", game.Args{"who": s.Seats.Phrase(e.seat), "moment": s.moment(e.moment)}))
	}
	if more := len(exits) - len(list); more > 0 {
		list = append(list, phrase("picture.alt.more", game.Args{"others": game.Count("others", int64(more))}))
	}
	return phrase("picture.alt.out", game.Args{"outs": list})
}

// end describes how the game ended.
func (s *chartInput) end() []game.Phrase {
	length := s.length(s.Length)
	var list []game.Phrase
	switch s.Ending {
	case game.Won:
		return []game.Phrase{phrase("picture.alt.wins", game.Args{"who": s.Seats.Phrase(s.Winner()), "length": length})}
	case game.Undecided:
		return []game.Phrase{phrase("picture.alt.undecided", game.Args{"length": length[0]})}
	case game.Loop:
		list = append(list, s.loop())
	default:
		list = append(list, phrase("picture.alt.stuck", game.Args{"length": length}))
	}
	if n := len(s.Left); n > 0 && n < len(s.hands) && n <= maxPlayers {
		var left []game.Phrase
		for _, seat := range s.Left {
			left = append(left, s.Seats.Phrase(seat))
		}
		list = append(list, phrase("picture.alt.left", game.Args{"who": left}))
	}
	return list
}

// loop describes the cycle.
func (s *chartInput) loop() game.Phrase {
	id := "picture.alt.endless"
	if s.Lead.Plays == 0 {
		id = "picture.alt.endless-start"
	}
	return phrase(id, game.Args{"length": s.length(s.Cycle()), "lead": s.length(s.Lead)})
}
