package commands

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/engine/shuffle"
	"nonna/store"
)

// Localizer says things in the language of whoever reads them.
type Localizer struct {
	Book  *words.Book
	Games game.List
	// Unchosen is the language of announcements on a server that chose none, ""
	// for English.
	Unchosen string
}

// Public is the printer of a reply that the whole conversation sees.
func (l Localizer) Public(req Request) Printer { return l.Printer(req, false) }

// Private is the printer of what the asker alone sees: suggestions and mistakes
// too.
func (l Localizer) Private(req Request) Printer { return l.Printer(req, true) }

// Printer decides who is spoken to in which language: a server in its own, one
// person in theirs. Outside servers everything is between a person and the bot.
func (l Localizer) Printer(req Request, private bool) Printer {
	if private || req.GuildID == 0 {
		return l.In(req.Locale)
	}
	return l.In(cmp.Or(req.GuildLocale, req.Locale))
}

// In returns the printer for a locale.
func (l Localizer) In(locale string) Printer { return Printer{l.Book.In(locale), l.Games} }

// MaxDivisionText is the most characters of a division that somebody types, by its
// name or in words.
const MaxDivisionText = 150

// Division is the name of the division of a game that somebody means: by that name, or
// by the words of any language for a full deck, a shuffle or one of the boards. What is
// none stays as it was typed.
func (l Localizer) Division(name, typed string, boards []store.Division) string {
	g := Printer{games: l.Games}.Game(name)
	if g.Division == nil {
		return typed
	}
	if _, ok := g.Division(typed); ok {
		return typed
	}
	all := append(slices.Clone(g.Full), ShuffledDivision(g, typed))
	for _, d := range boards {
		if d.Game == name {
			all = append(all, d.Division)
		}
	}
	for _, lang := range words.Languages() {
		say := l.In(lang)
		for _, division := range all {
			if strings.EqualFold(say.DivisionName(name, division), typed) {
				return division
			}
		}
	}
	return typed
}

// ShuffledDivision returns the division of the shuffle that the numbers in a text ask
// for, one for each param that is a number, in order. Missing ones have their defaults.
func ShuffledDivision(g *game.Game, text string) string {
	numbers := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	o := game.Options{}
	for _, p := range g.Params {
		if !p.Shuffled || len(p.Values) > 0 || len(numbers) == 0 {
			continue
		}
		if p.Takes(numbers[0]) {
			o[p.Name] = numbers[0]
		}
		numbers = numbers[1:]
	}
	return g.Shuffle(shuffle.New(1), o).Division()
}

// NewMistake makes a [Mistake] of a message.
func NewMistake(p Printer, id string, args words.Args) error {
	return mistake(p.Say(id, args))
}

// Localize fills in what a spec says to users, in all languages, from the
// messages spec.NAME.name and spec.NAME.about, and for its options and
// subcommands spec.NAME.OPTION.name and so on. What several commands share may
// stand at spec.every.OPTION instead; the choices of an option are at
// spec.NAME.OPTION.choice.VALUE.
func (l Localizer) Localize(s Spec) Spec {
	return l.spec(s, "spec."+s.Name)
}

func (l Localizer) spec(s Spec, id string) Spec {
	s.NameIn = l.others(id + ".name")
	if s.Kind != MessageMenu {
		s.Description = cmp.Or(s.Description, l.english(id+".about"))
		s.DescriptionIn = l.others(id + ".about")
	}
	s.Subs, s.Options = slices.Clone(s.Subs), slices.Clone(s.Options)
	for i, sub := range s.Subs {
		s.Subs[i] = l.spec(sub, id+"."+sub.Name)
	}
	for i, o := range s.Options {
		s.Options[i] = l.option(o, id)
	}
	return s
}

func (l Localizer) option(o Option, parent string) Option {
	id := l.optionID(parent, o.Name)
	o.Description = cmp.Or(o.Description, l.english(id+".about"))
	o.NameIn, o.DescriptionIn = l.others(id+".name"), l.others(id+".about")
	o.Choices = slices.Clone(o.Choices)
	for i, c := range o.Choices {
		label := id + ".choice." + c.Value
		if !l.Book.In("").Has(label) { // the option's choices are games
			label = c.Value + ".name"
		}
		o.Choices[i].Label, o.Choices[i].LabelIn = cmp.Or(c.Label, l.english(label)), l.others(label)
	}
	return o
}

// optionID is where the messages of an option stand: its command's own, or
// those for every command.
func (l Localizer) optionID(parent, name string) string {
	if id := parent + "." + name; l.Book.In("").Has(id + ".about") {
		return id
	}
	return "spec.every." + name
}

// Typed is a command, "config set", as the reader types it, with pairs of option
// and value: Discord knows the names of their language, the console the English
// ones.
func (l Localizer) Typed(req Request, say Printer, command string, filled ...string) string {
	var parts []string
	id := "spec"
	for _, name := range strings.Fields(command) {
		id += "." + name
		parts = append(parts, l.names(req, say).Say(id+".name", nil))
	}
	if len(filled) > 0 {
		parts = append(parts, l.filled(req, say, command, filled...))
	}
	return "/" + strings.Join(parts, " ")
}

// filled is the options of a command, pairs of option and value, as the reader
// types them.
func (l Localizer) filled(req Request, say Printer, command string, filled ...string) string {
	var parts []string
	for i := 0; i+1 < len(filled); i += 2 {
		parts = append(parts, fmt.Sprintf("%s: %s", l.OptionName(req, say, command, filled[i]), filled[i+1]))
	}
	return strings.Join(parts, " ")
}

// OptionName is an option as the reader knows it.
func (l Localizer) OptionName(req Request, say Printer, command, option string) string {
	return l.names(req, say).Say(l.optionID("spec."+strings.ReplaceAll(command, " ", "."), option)+".name", nil)
}

func (l Localizer) names(req Request, say Printer) Printer {
	if req.Place == 0 {
		return l.In("")
	}
	return say
}

func (l Localizer) english(id string) string { return l.Book.In("").Say(id, nil) }

// others gives a message in every language but English, nil where there is
// none.
func (l Localizer) others(id string) map[string]string {
	texts := make(map[string]string)
	for _, lang := range words.Languages() {
		if p := l.Book.In(lang); p.Locale() != words.English && p.Has(id) {
			texts[lang] = p.Say(id, nil)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return texts
}
