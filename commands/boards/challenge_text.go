package boards

import (
	"cmp"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// asks says what a challenge asks for.
func asks(p commands.Printer, c store.Challenge) string {
	measure := words.Args{"measure": p.MeasureName(c.Game, c.By)}
	if c.Kind == store.Loops {
		return p.Say("challenge.asks-loops", measure)
	}
	return p.Say("challenge.asks", measure)
}

// untilLine says when an open challenge ends.
func untilLine(p commands.Printer, c store.Challenge) string {
	return p.Say("challenge.until", words.Args{"when": commands.Stamp(c.EndsAt, "F"), "left": commands.Stamp(c.EndsAt, "R")})
}

// countsLine says what counts.
func countsLine(p commands.Printer, c store.Challenge) string {
	return p.Say("challenge.counts", nil) + " " + shuffledLine(p, c)
}

// shuffledLine says whether shuffled deals count.
func shuffledLine(p commands.Printer, c store.Challenge) string {
	if c.Random {
		return p.Say("challenge.with-shuffled", nil)
	}
	return p.Say("challenge.without-shuffled", nil)
}

// ChallengeResult words the announcement of a challenge's result, in the language
// that the server chose. Its button shows the standings to whoever presses it.
func ChallengeResult(l commands.Localizer, r store.Result) commands.Reply {
	p := l.In(cmp.Or(r.Language, l.Unchosen))
	lines := []string{wonLine(p, r.Standings)}
	for _, e := range r.Entries {
		lines = append(lines, standingsLine(p, r.Challenge, e))
	}
	if r.Total > 0 {
		lines = append(lines, p.Count("challenge.took-part", r.Total))
	}
	return commands.Reply{
		Locale: p.Locale(),
		Title:  p.Say("challenge.result", words.Args{"challenge": p.ChallengeTitle(r.Challenge)}),
		Text:   strings.Join(lines, "\n"), Rows: standingsButton(p, r.ID),
	}
}

// wonLine says who won a challenge, whose first entries are given.
func wonLine(p commands.Printer, s store.Standings) string {
	if len(s.Entries) == 0 {
		return p.Say("challenge.nobody-took-part", nil)
	}
	first := s.Entries[0]
	return p.Say("challenge.wins", words.Args{"who": p.Owner(first), "length": p.LengthBy(s.Game, s.By, first)})
}

// standingsLine is one entry: place, counts, player, and what it is.
func standingsLine(p commands.Printer, c store.Challenge, e store.Entry) string {
	return boardView{BoardState: commands.NewBoardState(c.Game, c.Division, c.Kind, c.By)}.line(p, e)
}
