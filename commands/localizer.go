package commands

import (
	"cmp"
	"fmt"
	"strings"

	"nonna/commands/words"
)

// Localizer says things in the language of whoever reads them.
type Localizer struct{ Book *words.Book }

// Public is for a reply that the whole conversation sees, private for one that
// the asker alone does: suggestions and mistakes too.
func (t Localizer) Public(req Request) *words.Printer  { return t.Printer(req, false) }
func (t Localizer) Private(req Request) *words.Printer { return t.Printer(req, true) }

// Printer decides who is spoken to in which language: a server in its own, one
// person in theirs. Outside servers everything is between a person and the bot,
// and so it is at the console.
func (t Localizer) Printer(req Request, private bool) *words.Printer {
	if private || req.GuildID == 0 {
		return t.Book.In(req.Locale)
	}
	return t.Book.In(cmp.Or(req.GuildLocale, req.Locale))
}

// NewMistake makes a [Mistake] of a message.
func NewMistake(p *words.Printer, id string, args words.Args) error {
	return mistake(p.Say(id, args))
}

// Localize fills in what a spec says to users, in all languages, from the
// messages spec.NAME.name and spec.NAME.about, and for its options and
// subcommands spec.NAME.OPTION.name and so on. What several commands share may
// stand at spec.every.OPTION instead; the choices of an option are at
// spec.NAME.OPTION.choice.VALUE.
func (t Localizer) Localize(s Spec) Spec {
	return t.spec(s, "spec."+s.Name)
}

func (t Localizer) spec(s Spec, id string) Spec {
	s.NameIn = t.others(id + ".name")
	if s.Kind != MessageMenu {
		s.Description = cmp.Or(s.Description, t.english(id+".about"))
		s.DescriptionIn = t.others(id + ".about")
	}
	subs := make([]Spec, 0, len(s.Subs))
	for _, sub := range s.Subs {
		subs = append(subs, t.spec(sub, id+"."+sub.Name))
	}
	options := make([]Option, 0, len(s.Options))
	for _, o := range s.Options {
		options = append(options, t.option(o, id))
	}
	s.Subs, s.Options = subs, options
	return s
}

func (t Localizer) option(o Option, parent string) Option {
	id := t.optionID(parent, o.Name)
	o.Description = cmp.Or(o.Description, t.english(id+".about"))
	o.NameIn, o.DescriptionIn = t.others(id+".name"), t.others(id+".about")
	choices := make([]Choice, 0, len(o.Choices))
	for _, c := range o.Choices {
		label := id + ".choice." + c.Value
		c.Label, c.LabelIn = cmp.Or(c.Label, t.english(label)), t.others(label)
		choices = append(choices, c)
	}
	o.Choices = choices
	return o
}

// optionID is where the messages of an option stand: its command's own, or
// those for every command.
func (t Localizer) optionID(parent, name string) string {
	if id := parent + "." + name; t.Book.In("").Has(id + ".about") {
		return id
	}
	return "spec.every." + name
}

// Typed is a command, "config set", as the reader types it, with pairs of option
// and value: Discord knows the names of their language, the console the English
// ones.
func (t Localizer) Typed(req Request, say *words.Printer, command string, filled ...string) string {
	text, id := "", "spec"
	for _, name := range strings.Fields(command) {
		id += "." + name
		text = strings.TrimPrefix(text+" "+t.names(req, say).Say(id+".name", nil), " ")
	}
	text = "/" + text
	for i := 0; i+1 < len(filled); i += 2 {
		text += fmt.Sprintf(" %s: %s", t.OptionName(req, say, command, filled[i]), filled[i+1])
	}
	return text
}

func (t Localizer) OptionName(req Request, say *words.Printer, command, option string) string {
	return t.names(req, say).Say(t.optionID("spec."+strings.ReplaceAll(command, " ", "."), option)+".name", nil)
}

func (t Localizer) names(req Request, say *words.Printer) *words.Printer {
	if req.Place == 0 {
		return t.Book.In("")
	}
	return say
}

func (t Localizer) english(id string) string { return t.Book.In("").Say(id, nil) }

// others gives a message in every language but English, nil where there is
// none.
func (t Localizer) others(id string) map[string]string {
	texts := make(map[string]string)
	for _, lang := range words.Languages() {
		if p := t.Book.In(lang); p.Locale() != words.English && p.Has(id) {
			texts[lang] = p.Say(id, nil)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return texts
}
