package commands

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// Printer writes messages in one language, for one kind of reader: also about games and
// boards by their stored names, and about commands as the reader types them.
type Printer struct {
	*words.Printer
	games game.List
	// private means that the user alone reads it: to others, "you" is somebody else.
	private bool
}

// Reply returns a reply for the printer's reader, with lines of text.
func (p Printer) Reply(title string, lines ...string) Reply {
	return Reply{Locale: p.Locale(), Title: title, Text: strings.Join(lines, "\n"), Ephemeral: p.private}
}

// Button returns the button of an id, labelled with a message.
func (p Printer) Button(id, label string) Button { return Button{ID: id, Label: p.Say(label, nil)} }

// Mistake returns a message as a [Mistake].
func (p Printer) Mistake(id string, args words.Args) error { return Mistake(p.Say(id, args)) }

// IsPrivate reports whether the user alone reads what is printed.
func (p Printer) IsPrivate() bool { return p.private }

// Typed returns a command such as "config set", with pairs of option and value, as the
// reader types it.
func (p Printer) Typed(command string, filled ...string) string {
	var parts []string
	id := "spec"
	for _, name := range strings.Fields(command) {
		id += "." + name
		parts = append(parts, p.Say(id+".name", nil))
	}
	return "/" + strings.Join(append(parts, p.filled(command, filled...)...), " ")
}

// filled returns pairs of option and value of a command as the reader types them.
func (p Printer) filled(command string, filled ...string) []string {
	var parts []string
	for i := 0; i+1 < len(filled); i += 2 {
		parts = append(parts, p.OptionName(command, filled[i])+": "+p.typedValue(command, filled[i], filled[i+1]))
	}
	return parts
}

// typedValue returns the value of an option as the reader types it: of one of its choices the
// short label, in lower case as the option's name is.
func (p Printer) typedValue(command, option, value string) string {
	id := p.optionID(command, option) + choice + value
	if !p.Has(id) {
		return value
	}
	return strings.ToLower(ShortLabel(p.Say(id, nil)))
}

// OptionName returns the name of an option that the reader knows.
func (p Printer) OptionName(command, option string) string {
	return p.Say(p.optionID(command, option)+".name", nil)
}

// ChoiceName returns the label of a value of an option that has choices.
func (p Printer) ChoiceName(command, option, value string) string {
	return p.Say(p.optionID(command, option)+choice+value, nil)
}

// choice stands between an option and one of its values in the id of the value's label.
const choice = ".choice."

// optionID returns the prefix of the messages of a command's option.
func (p Printer) optionID(command, option string) string {
	return optionID(p.Printer, "spec."+strings.ReplaceAll(command, " ", "."), option)
}

// optionID returns the prefix of an option's messages: its command's own, or that of
// every command.
func optionID(p *words.Printer, parent, name string) string {
	if id := parent + "." + name; p.Has(id + ".about") {
		return id
	}
	return "spec.every." + name
}

// Game returns the game of a name. A game that the program no longer has is nothing
// but its name, counted in cards and tricks.
func (p Printer) Game(name string) *game.Game {
	if g := p.games.ByName(name); g != nil {
		return g
	}
	return &game.Game{Name: name, Units: [2]game.Unit{"unit.cards", "penalty.tricks"}}
}

// Ranked reports whether the game of a name has boards.
func (l Localizer) Ranked(name string) bool { return l.Games.Ranked().ByName(name) != nil }

// GameTitle returns the title of a game.
func (p Printer) GameTitle(name string) string { return p.Say(name+".name", nil) }

// DivisionName returns a division in words. A text that is not the code of a division is
// returned as it is.
func (p Printer) DivisionName(name, division string) string {
	if g := p.Game(name); g.Division != nil {
		if d, ok := g.Division(division); ok {
			return p.Phrase(d.Said)
		}
	}
	return division
}

// ExampleDivision returns a division of a game in words: that of a shuffle.
func (p Printer) ExampleDivision(name string) string {
	return p.DivisionName(name, ShuffledDivision(p.Game(name), ""))
}

// BoardName returns a game and a division in words.
func (p Printer) BoardName(name, division string) string {
	return p.GameTitle(name) + ", " + p.DivisionName(name, division)
}

// BoardTitle returns the title of a board.
func (p Printer) BoardTitle(d store.Division) string {
	if d.Kind == store.Loops {
		return p.Say("server.loops", words.Args{"board": p.BoardName(d.Game, d.Division)})
	}
	return p.BoardName(d.Game, d.Division)
}

// Plays formats the first count of a game, such as "12 cards".
func (p Printer) Plays(name string, n int64) string {
	return p.Phrase(p.unit(name, store.ByPlays).Count(n))
}

// Takes formats the second count of a game, such as "3 tricks".
func (p Printer) Takes(name string, n int64) string {
	return p.Phrase(p.unit(name, store.ByTakes).Count(n))
}

// unit returns the unit of a game that a measure counts.
func (p Printer) unit(name string, by store.Measure) game.Unit {
	return p.Game(name).Units[max(0, by-store.ByPlays)]
}

// LengthBy formats the count of an entry by a measure.
func (p Printer) LengthBy(name string, by store.Measure, e store.Entry) string {
	return p.Phrase(p.unit(name, by).Count(by.Of(e.Plays, e.Takes)))
}

// MeasureName returns what a measure counts, such as "cards" or "plays".
func (p Printer) MeasureName(name string, by store.Measure) string {
	return p.Phrase(p.unit(name, by).Name())
}

// ChallengeTitle returns the title of a challenge, such as "Camicia, full deck of 52, by tricks".
func (p Printer) ChallengeTitle(c store.Challenge) string {
	board := p.BoardTitle(store.Division{Game: c.Game, Division: c.Division, Kind: c.Kind})
	if c.Kind == store.Loops {
		return board // endless games have only one measure
	}
	return p.Say("challenge.title", words.Args{"board": board, "measure": p.MeasureName(c.Game, c.By)})
}

// SafeName returns a name that is safe in markdown, or "somebody" for an empty one. Whether a
// member hides their name from others is asked by [store.Store.NameHidden].
func (p Printer) SafeName(name string) string { return Escape(p.plainName(name)) }

// plainName is SafeName without markdown.
func (p Printer) plainName(name string) string {
	return cmp.Or(ShownName(name), p.Say("standing.somebody", nil))
}

// Owner returns the player's name, or "somebody" if they hide it. It hides the reader's
// own name too, since others may see the reply.
func (p Printer) Owner(e store.Entry) string { return Escape(p.PlainOwner(e)) }

// PlainOwner is [Printer.Owner] without markdown.
func (p Printer) PlainOwner(e store.Entry) string {
	if e.Player.Hidden {
		return p.plainName("")
	}
	return p.plainName(e.Player.Name)
}

// ShortDeal returns the text of a deal, which is read with options, as it is if it fits a
// suggestion, else in its short form. It reports false for a deal that cannot be read.
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

// ShownDeal returns a stored deal as the reader can paste it behind the game's command: with the
// options that must be named beside it, and a long one in its short form.
func (p Printer) ShownDeal(name, text, options string) string {
	g := p.Game(name)
	_, d, err := game.List{g}.Read(name, options, text)
	if err != nil {
		return text
	}
	shown := text
	if len(text) > game.MaxShown {
		shown = d.Short()
	}
	values := g.NamedOptions(d)
	if len(values) == 0 {
		return shown
	}
	return strings.Join(p.filled(name, append(g.OptionPairs(values), "deal", shown)...), " ")
}

// Stamp returns a time that Discord shows in each reader's time zone, in one of its
// styles: "F" for weekday, date and time, "f" without the weekday, "R" for relative
// time.
func Stamp(t time.Time, style string) string { return fmt.Sprintf("<t:%d:%s>", t.Unix(), style) }
