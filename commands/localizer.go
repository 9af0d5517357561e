package commands

import (
	"cmp"
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
	// DefaultLocale is the language of announcements on servers that chose none, "" for English.
	DefaultLocale string
}

// Public returns the printer of a reply that everyone in the channel sees.
func (l Localizer) Public(req Request) Printer { return l.Printer(req, false) }

// Private returns the printer of what the user alone sees, such as suggestions and mistakes.
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

// In returns the printer of what the bot says of itself in a channel, in a locale.
func (l Localizer) In(locale string) Printer {
	return Printer{Printer: l.Book.In(locale), games: l.Games}
}

// MaxDivisionText is the most characters of a division that users type, as its code or in words.
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

// Localize returns a command with its names and descriptions in all languages. They are the
// messages spec.NAME.name and spec.NAME.about; of options and subcommands
// spec.NAME.OPTION.name and so on, or spec.every.OPTION for options of several commands;
// of choices spec.NAME.OPTION.choice.VALUE.
func (l Localizer) Localize(c Command) Command { return l.localized(c, "spec."+c.Name) }

func (l Localizer) localized(c Command, id string) Command {
	c.NameIn = l.others(id + ".name")
	if c.Kind != MessageMenu {
		c.Description, c.DescriptionIn = l.english(id+".about"), l.others(id+".about")
	}
	c.Subs, c.Options = slices.Clone(c.Subs), slices.Clone(c.Options)
	for i, sub := range c.Subs {
		c.Subs[i] = l.localized(sub, id+"."+sub.Name)
	}
	for i, o := range c.Options {
		c.Options[i] = l.option(o, id)
	}
	return c
}

func (l Localizer) option(o Option, parent string) Option {
	id := optionID(l.Book.In(""), parent, o.Name)
	o.Description = l.english(id + ".about")
	o.NameIn, o.DescriptionIn = l.others(id+".name"), l.others(id+".about")
	o.Choices = slices.Clone(o.Choices)
	for i, c := range o.Choices {
		label := id + choice + c.Value
		if !l.Book.In("").Has(label) { // the option's choices are games
			label = c.Value + ".name"
		}
		o.Choices[i].Label, o.Choices[i].LabelIn = l.english(label), l.others(label)
	}
	return o
}

func (l Localizer) english(id string) string { return l.Book.In("").Say(id, nil) }

// others returns a message in all languages but English, or nil.
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
