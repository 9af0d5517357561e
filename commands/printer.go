package commands

import (
	"fmt"
	"time"
	"unicode/utf8"

	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// Printer says things in one language, also about games and boards by the names
// that the store keeps.
type Printer struct {
	*words.Printer
	games game.List
}

// Game returns the game of a name. A game that the program no longer has is nothing
// but its name, counted in cards and tricks.
func (p Printer) Game(name string) *game.Game {
	if g := p.games.Find(name); g != nil {
		return g
	}
	return &game.Game{Name: name, Units: [2]game.Unit{"gone.cards", "gone.tricks"}}
}

// Ranked tells whether a name is that of a game with boards.
func (l Localizer) Ranked(name string) bool { return l.Games.Ranked().Find(name) != nil }

// GameTitle is a game's name in words.
func (p Printer) GameTitle(name string) string { return p.Say(name+".name", nil) }

// DivisionName names a division in words. A name that no deal's division has
// stays as it is.
func (p Printer) DivisionName(name, division string) string {
	if g := p.Game(name); g.Division != nil {
		if d, ok := g.Division(division); ok {
			return p.Phrase(d.Said)
		}
	}
	return division
}

// BoardName names a game and what competes in it.
func (p Printer) BoardName(name, division string) string {
	return p.GameTitle(name) + ", " + p.DivisionName(name, division)
}

// BoardTitle names a board.
func (p Printer) BoardTitle(d store.Division) string {
	if d.Kind == store.Loops {
		return p.Say("server.loops", words.Args{"board": p.BoardName(d.Game, d.Division)})
	}
	return p.BoardName(d.Game, d.Division)
}

// Plays and Takes count what games of a name are ranked by: "12 cards".
func (p Printer) Plays(name string, n int64) string {
	return p.Phrase(p.Game(name).Units[0].Count(n))
}

// Takes is documented with [Printer.Plays].
func (p Printer) Takes(name string, n int64) string {
	return p.Phrase(p.Game(name).Units[1].Count(n))
}

// LengthBy counts a game by a measure.
func (p Printer) LengthBy(name string, by store.Measure, e store.Entry) string {
	if by == store.ByTakes {
		return p.Takes(name, e.Takes)
	}
	return p.Plays(name, e.Plays)
}

// MeasureName names what a measure counts: "cards", or "plays".
func (p Printer) MeasureName(name string, by store.Measure) string {
	unit := p.Game(name).Units[0]
	if by == store.ByTakes {
		unit = p.Game(name).Units[1]
	}
	return p.Phrase(unit.Name())
}

// ChallengeTitle names what a challenge is about: "Camicia, full deck of 52, by
// tricks".
func (p Printer) ChallengeTitle(c store.Challenge) string {
	board := p.BoardTitle(store.Division{Game: c.Game, Division: c.Division, Kind: c.Kind})
	if c.Kind == store.Loops {
		return board // there is but one measure of them
	}
	return p.Say("challenge.title", words.Args{"board": board, "measure": p.MeasureName(c.Game, c.By)})
}

// SafeName is a name made safe for markdown, or "somebody".
func (p Printer) SafeName(name string) string { return Escape(p.plainName(name)) }

// plainName is SafeName where there is no markdown. Names were stored as they
// came.
func (p Printer) plainName(name string) string {
	if name = OneLine(name); name == "" {
		return p.Say("standing.somebody", nil)
	}
	return name
}

// Owner names who played a game: nobody who keeps their name from others, since
// others may read it with them.
func (p Printer) Owner(e store.Entry) string { return Escape(p.PlainOwner(e)) }

// PlainOwner is Owner where there is no markdown.
func (p Printer) PlainOwner(e store.Entry) string {
	if e.NameHidden {
		return p.plainName("")
	}
	return p.plainName(e.UserName)
}

// EntryLine is an entry in markdown, without its place.
func (p Printer) EntryLine(name string, e store.Entry) string {
	return "**" + p.Plays(name, e.Plays) + "**, " + p.Takes(name, e.Takes) + " · " + p.Owner(e)
}

// PlainLine is EntryLine where there is no markdown.
func (p Printer) PlainLine(name string, e store.Entry) string {
	return p.Plays(name, e.Plays) + ", " + p.Takes(name, e.Takes) + " · " + p.PlainOwner(e)
}

// ShortDeal is a deal, written as it is read with options, as it was dealt where
// that fits a suggestion, else with cards that play alike written alike. It
// reports false for one that cannot be read.
func ShortDeal(g *game.Game, text, options string) (string, bool) {
	if utf8.RuneCountInString(text) <= MaxSuggested {
		return text, true
	}
	values, ok := g.ParseOptions(options)
	if !ok || g.Read == nil {
		return text, false
	}
	d, err := g.Read(text, values)
	if err != nil {
		return text, false
	}
	return d.Short(), true
}

// ShownDeal is a stored deal as the reader can paste it behind the game's command:
// short, and with the options that it is read with.
func (l Localizer) ShownDeal(req Request, p Printer, name, text, options string) string {
	g := p.Game(name)
	shown, _ := ShortDeal(g, text, options)
	values, ok := g.ParseOptions(options)
	if !ok || len(values) == 0 {
		return shown
	}
	return l.filled(req, p, name, append(g.Pairs(values), "deal", shown)...)
}

// Stamp is a time as Discord shows it to each reader, in one of its styles: "F"
// for weekday, date and time, "f" without the weekday, "R" for how far away.
func Stamp(t time.Time, style string) string { return fmt.Sprintf("<t:%d:%s>", t.Unix(), style) }
