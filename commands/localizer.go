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

// Localizer returns printers for the language of the reader.
type Localizer struct {
	Book  *words.Book
	Games game.List
	// Unchosen is the language of announcements on servers that chose none, "" for
	// English.
	Unchosen string
}

// Public returns the printer of a reply that everyone in the channel sees.
func (l Localizer) Public(req Request) Printer { return l.Printer(req, false) }

// Private returns the printer of what the user alone sees, such as suggestions and
// mistakes.
func (l Localizer) Private(req Request) Printer { return l.Printer(req, true) }

// Printer returns the printer of a reply: in the user's language if it is private or
// outside servers, else in the server's.
func (l Localizer) Printer(req Request, private bool) Printer {
	locale := req.Locale
	if !private && req.GuildID != 0 {
		locale = cmp.Or(req.GuildLocale, req.Locale)
	}
	p := l.In(locale)
	p.private = private
	return p
}

// In returns the printer for a locale.
func (l Localizer) In(locale string) Printer {
	return Printer{Printer: l.Book.In(locale), games: l.Games}
}

// MaxDivisionText is the most characters of a division that users type, as its code or
// in words.
const MaxDivisionText = 150

// Division returns the code of the division of a game that a user typed: as that code, or
// as the words of any language for a full deck, a shuffle or one of the boards. Other
// text is returned as it is.
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
		p := l.In(lang)
		for _, division := range all {
			if strings.EqualFold(p.DivisionName(name, division), typed) {
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

// NewMistake returns a [Mistake] with the text of a message.
func NewMistake(p Printer, id string, args words.Args) error {
	return mistake(p.Say(id, args))
}

// Localize returns a spec with its names and descriptions in all languages. They are the
// messages spec.NAME.name and spec.NAME.about; of options and subcommands
// spec.NAME.OPTION.name and so on, or spec.every.OPTION for options of several commands;
// of choices spec.NAME.OPTION.choice.VALUE.
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

// optionID returns the prefix of an option's messages: its command's own, or that of
// every command.
func (l Localizer) optionID(parent, name string) string {
	if id := parent + "." + name; l.Book.In("").Has(id + ".about") {
		return id
	}
	return "spec.every." + name
}

// Typed returns a command such as "config set", with pairs of option and value, as the
// reader types it: in Discord by the names of the reader's language, at the console by
// the English ones.
func (l Localizer) Typed(req Request, p Printer, command string, filled ...string) string {
	var parts []string
	id := "spec"
	for _, name := range strings.Fields(command) {
		id += "." + name
		parts = append(parts, l.names(req, p).Say(id+".name", nil))
	}
	if len(filled) > 0 {
		parts = append(parts, l.filled(req, p, command, filled...))
	}
	return "/" + strings.Join(parts, " ")
}

// filled returns pairs of option and value of a command as the reader types them.
func (l Localizer) filled(req Request, p Printer, command string, filled ...string) string {
	var parts []string
	for i := 0; i+1 < len(filled); i += 2 {
		parts = append(parts, fmt.Sprintf("%s: %s", l.OptionName(req, p, command, filled[i]), filled[i+1]))
	}
	return strings.Join(parts, " ")
}

// OptionName returns the name of an option that the reader knows.
func (l Localizer) OptionName(req Request, p Printer, command, option string) string {
	return l.names(req, p).Say(l.optionID("spec."+strings.ReplaceAll(command, " ", "."), option)+".name", nil)
}

func (l Localizer) names(req Request, p Printer) Printer {
	if req.Place == 0 {
		return l.In("")
	}
	return p
}

func (l Localizer) english(id string) string { return l.Book.In("").Say(id, l.units(l.In(""))) }

// units returns the names of all units that games are ranked by, for the places
// {plays} and {takes}: "cards or plays".
func (l Localizer) units(p Printer) words.Args {
	var names [2][]string
	for _, g := range l.Games.Ranked() {
		for i, unit := range g.Units {
			if name := p.Phrase(unit.Name()); unit != "" && !slices.Contains(names[i], name) {
				names[i] = append(names[i], name)
			}
		}
	}
	return words.Args{"plays": p.Join("unit.or", names[0]), "takes": p.Join("unit.or", names[1])}
}

// others returns a message in all languages but English, nil if there is none.
func (l Localizer) others(id string) map[string]string {
	texts := make(map[string]string)
	for _, lang := range words.Languages() {
		if p := l.Book.In(lang); p.Locale() != words.English && p.Has(id) {
			texts[lang] = p.Say(id, l.units(Printer{Printer: p, games: l.Games}))
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return texts
}
