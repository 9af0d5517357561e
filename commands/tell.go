package commands

import (
	"fmt"
	"time"

	"nonna/commands/words"
	"nonna/store"
)

// GameTitle names a game by the name of its command.
func GameTitle(p *words.Printer, game string) string { return p.Say("game."+game, nil) }

// BoardName names a game and what competes in it.
func BoardName(p *words.Printer, game, division string) string {
	return GameTitle(p, game) + ", " + DivisionName(p, game, division)
}

// BoardTitle names a board.
func BoardTitle(p *words.Printer, d store.Division) string {
	if d.Kind == store.Loops {
		return p.Say("server.loops", words.Args{"board": BoardName(p, d.Game, d.Division)})
	}
	return BoardName(p, d.Game, d.Division)
}

// CardsOf and tricksOf count what a game is ranked by: in Snap they are plays
// and takes.
func CardsOf(p *words.Printer, game string, n int64) string {
	if game == "snap" {
		return p.Count("count.plays", n)
	}
	return p.Count("count.cards", n)
}

func TricksOf(p *words.Printer, game string, n int64) string {
	if game == "snap" {
		return p.Count("count.takes", n)
	}
	return p.Count("count.tricks", n)
}

// SafeName is a name made safe for markdown, or "somebody".
func SafeName(p *words.Printer, name string) string {
	return Escape(plainName(p, name))
}

// plainName is [SafeName] where there is no markdown. Names were stored as they
// came.
func plainName(p *words.Printer, name string) string {
	if name = OneLine(name); name == "" {
		return p.Say("standing.somebody", nil)
	}
	return name
}

// Owner names who played a game: nobody who keeps their name from others, since
// others may read it with them.
func Owner(p *words.Printer, e store.Entry) string {
	if e.NameHidden {
		return SafeName(p, "")
	}
	return SafeName(p, e.UserName)
}

// EntryLine is an entry in markdown, without its place.
func EntryLine(p *words.Printer, game string, e store.Entry) string {
	return "**" + CardsOf(p, game, e.Cards) + "**, " + TricksOf(p, game, e.Tricks) + " · " + Owner(p, e)
}

// PlainLine is the same where there is no markdown.
func PlainLine(p *words.Printer, game string, e store.Entry) string {
	return CardsOf(p, game, e.Cards) + ", " + TricksOf(p, game, e.Tricks) + " · " + PlainOwner(p, e)
}

// PlainOwner is [owner] where there is no markdown.
func PlainOwner(p *words.Printer, e store.Entry) string {
	if e.NameHidden {
		return plainName(p, "")
	}
	return plainName(p, e.UserName)
}

// ChallengeTitle names what a challenge is about: "Camicia, full deck of 52, by
// tricks".
func ChallengeTitle(p *words.Printer, c store.Challenge) string {
	board := BoardTitle(p, store.Division{Game: c.Game, Division: c.Division, Kind: c.Kind})
	if c.Kind == store.Loops {
		return board // there is but one measure of them
	}
	return p.Say("challenge.title", words.Args{"board": board, "measure": MeasureWord(p, c.Game, c.By)})
}

// MeasureWord names what is counted: "cards", in Snap "plays".
func MeasureWord(p *words.Printer, game string, by store.Measure) string {
	switch {
	case game == "snap" && by == store.ByTricks:
		return p.Say("measure.takes", nil)
	case game == "snap":
		return p.Say("measure.plays", nil)
	case by == store.ByTricks:
		return p.Say("measure.tricks", nil)
	}
	return p.Say("measure.cards", nil)
}

// LengthBy counts a game by a measure: "812 cards".
func LengthBy(p *words.Printer, game string, by store.Measure, e store.Entry) string {
	if by == store.ByTricks {
		return TricksOf(p, game, e.Tricks)
	}
	return CardsOf(p, game, e.Cards)
}

// Stamp is a time as Discord shows it to each reader, in one of its styles: "F"
// for weekday, date and time, "f" without the weekday, "R" for how far away.
func Stamp(t time.Time, style string) string { return fmt.Sprintf("<t:%d:%s>", t.Unix(), style) }

func MeasureName(m store.Measure) string {
	if m == store.ByTricks {
		return "tricks"
	}
	return "cards"
}
