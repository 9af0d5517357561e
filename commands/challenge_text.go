package commands

import (
	"fmt"
	"strings"
	"time"

	"nonna/commands/words"
	"nonna/store"
)

// challengeTitle names what a challenge is about: "Camicia, full deck of 52, by
// tricks".
func challengeTitle(p *words.Printer, c store.Challenge) string {
	board := boardTitle(p, store.Division{Game: c.Game, Division: c.Division, Kind: c.Kind})
	if c.Kind == store.Loops {
		return board // there is but one measure of them
	}
	return p.Say("challenge.title", words.Args{"board": board, "measure": measureWord(p, c.Game, c.By)})
}

// measureWord names what is counted: "cards", in Snap "plays".
func measureWord(p *words.Printer, game string, by store.Measure) string {
	switch {
	case game == "snap" && by == store.ByTakes:
		return p.Say("measure.takes", nil)
	case game == "snap":
		return p.Say("measure.plays", nil)
	case by == store.ByTakes:
		return p.Say("measure.tricks", nil)
	}
	return p.Say("measure.cards", nil)
}

// lengthBy counts a game by a measure: "812 cards".
func lengthBy(p *words.Printer, game string, by store.Measure, e store.Entry) string {
	if by == store.ByTakes {
		return tricksOf(p, game, e.Takes)
	}
	return cardsOf(p, game, e.Plays)
}

// asks says what a challenge asks for.
func asks(p *words.Printer, c store.Challenge) string {
	measure := words.Args{"measure": measureWord(p, c.Game, c.By)}
	if c.Kind == store.Loops {
		return p.Say("challenge.asks-loops", measure)
	}
	return p.Say("challenge.asks", measure)
}

// untilLine says when an open challenge ends.
func untilLine(p *words.Printer, c store.Challenge) string {
	return p.Say("challenge.until", words.Args{"when": stamp(c.EndsAt, "F"), "left": stamp(c.EndsAt, "R")})
}

// stamp is a time as Discord shows it to each reader, in one of its styles: "F"
// for weekday, date and time, "f" without the weekday, "R" for how far away.
func stamp(t time.Time, style string) string { return fmt.Sprintf("<t:%d:%s>", t.Unix(), style) }

// countsLine says what counts.
func countsLine(p *words.Printer, c store.Challenge) string {
	return p.Say("challenge.counts", nil) + " " + shuffledLine(p, c)
}

// shuffledLine says whether shuffled deals count.
func shuffledLine(p *words.Printer, c store.Challenge) string {
	if c.Random {
		return p.Say("challenge.with-shuffled", nil)
	}
	return p.Say("challenge.without-shuffled", nil)
}

// challengeLines say what a game did in challenges, a line each.
func challengeLines(p *words.Printer, game string, all []store.ChallengePlace) []string {
	var lines []string
	for _, c := range all {
		args := words.Args{
			"measure": measureWord(p, game, c.By), "when": stamp(c.EndsAt, "f"), "rank": c.Rank, "of": c.Of,
		}
		if c.Ahead != nil {
			args["length"], args["owner"] = lengthBy(p, game, c.By, *c.Ahead), someone(p, c.Ahead.UserName)
		}
		lines = append(lines, p.Say(didIn(c), args))
	}
	return lines
}

// didIn is the message about what a game did in a challenge.
func didIn(c store.ChallengePlace) string {
	switch {
	case c.Ahead != nil && !c.Best:
		return "challenge.stays"
	case c.Ahead != nil:
		return "challenge.behind"
	case c.Best && c.Rank == 1:
		return "challenge.leads"
	}
	return "challenge.place" // the game ahead was deleted since
}

// ChallengeResult words the announcement of a challenge's result, in the language
// that the server chose. Its button shows the standings to whoever presses it.
func ChallengeResult(book *words.Book, r store.Result) Reply {
	p := book.In(r.Language)
	lines := []string{wonLine(p, r.Standings)}
	for _, e := range r.Entries {
		lines = append(lines, standingsLine(p, r.Challenge, e))
	}
	if r.Total > 0 {
		lines = append(lines, p.Count("challenge.took-part", r.Total))
	}
	return Reply{
		Title: p.Say("challenge.result", words.Args{"challenge": challengeTitle(p, r.Challenge)}),
		Text:  strings.Join(lines, "\n"), Rows: standingsButton(p, r.ID),
	}
}

// wonLine says who won a challenge, whose first entries are given.
func wonLine(p *words.Printer, s store.Standings) string {
	if len(s.Entries) == 0 {
		return p.Say("challenge.nobody-took-part", nil)
	}
	first := s.Entries[0]
	return p.Say("challenge.wins", words.Args{"who": owner(p, first), "length": lengthBy(p, s.Game, s.By, first)})
}

// standingsLine is one entry: place, counts, player, and what it is.
func standingsLine(p *words.Printer, c store.Challenge, e store.Entry) string {
	return boardView{BoardState: NewBoardState(c.Game, c.Division, c.Kind, c.By)}.line(p, e)
}
