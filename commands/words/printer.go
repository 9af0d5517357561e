package words

import (
	"strconv"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"nonna/engine/game"
)

// Args are the values for a message's places, by the names in its braces; see
// [game.Args]. The number at [Count] chooses the plural form.
type Args = game.Args

// Count is the place whose number, an int or int64, chooses the plural form.
const Count = "count"

// Printer formats messages in one language. It is safe for concurrent use.
type Printer struct {
	locale             string
	localizer          *i18n.Localizer
	thousands, decimal string
}

// Locale returns the tag of the printer's language, as Discord names it: "en" or "it".
func (p *Printer) Locale() string { return p.locale }

// Say returns the message of an id with its places filled in: in English if the language
// lacks it, and the id itself if English does too. It is markdown: a [game.Quote] becomes
// a code span; strings that users typed must have passed through commands.Escape.
func (p *Printer) Say(id string, args Args) string { return p.say(id, args, false) }

// Phrase returns a phrase in markdown, as [Printer.Say] does.
func (p *Printer) Phrase(ph game.Phrase) string { return p.say(ph.ID, ph.Args, false) }

// Plain returns a phrase without markdown, for terminals: a [game.Quote] is put between “ and ”.
func (p *Printer) Plain(ph game.Phrase) string { return p.say(ph.ID, ph.Args, true) }

func (p *Printer) say(id string, args Args, plain bool) string {
	if text, ok := args["text"].(string); ok && id == "" { // a game.Text
		return text
	}
	config := &i18n.LocalizeConfig{
		MessageID: id, TemplateData: filling{p.texts(args, plain), plain}, TemplateParser: braces{},
	}
	switch n := args[Count].(type) {
	case nil:
	case game.Decimal:
		config.PluralCount = n.String()
	default:
		config.PluralCount = n
	}
	// With an error and a text, another language or form was used.
	text, _ := p.localizer.Localize(config)
	if text == "" {
		return id
	}
	return text
}

// Has reports whether the language, or English, has a message of an id.
func (p *Printer) Has(id string) bool { return p.Say(id, nil) != id }

// Count returns a number of what an id counts: Count("count.cards", 8344) is "8,344 cards".
func (p *Printer) Count(id string, n int64) string { return p.Say(id, Args{Count: n}) }

// Number returns a whole number with separators between the thousands: 8,344.
func (p *Printer) Number(n int64) string { return p.Digits(strconv.FormatInt(n, 10)) }

// Digits is [Printer.Number] for decimal digits of any length, with or without "-": the
// numbers of deals can be larger than an int64.
func (p *Printer) Digits(digits string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(digits, "-"); ok {
		sign, digits = "-", rest
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(p.thousands)
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// List joins words as in a sentence: "1, 3 and 4".
func (p *Printer) List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return p.Say("list.and", Args{"first": strings.Join(words[:last], ", "), "last": words[last]})
}

// texts returns the values as strings in the language.
func (p *Printer) texts(args Args, plain bool) map[string]string {
	texts := make(map[string]string, len(args))
	for name, v := range args {
		switch v := v.(type) {
		case string:
			texts[name] = v
		case int:
			texts[name] = p.Number(int64(v))
		case int64:
			texts[name] = p.Number(v)
		case game.Decimal:
			whole, fraction, _ := strings.Cut(v.String(), ".")
			texts[name] = p.Digits(whole)
			if fraction != "" {
				texts[name] += p.decimal + fraction
			}
		case game.Quote:
			texts[name] = quoted(string(v), plain)
		case game.Phrase:
			texts[name] = p.say(v.ID, v.Args, plain)
		case []game.Phrase:
			texts[name] = p.List(each(v, func(ph game.Phrase) string { return p.say(ph.ID, ph.Args, plain) }))
		case []int:
			texts[name] = p.List(each(v, func(n int) string { return p.Number(int64(n)) }))
		}
	}
	return texts
}

// each returns the text of every item of a list.
func each[T any](list []T, word func(T) string) []string {
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = word(item)
	}
	return texts
}

// quoted returns a user's text in a code span, which back-ticks in it cannot end, or
// between quotation marks.
func quoted(text string, plain bool) string {
	if plain {
		return "“" + strings.NewReplacer("“", `"`, "”", `"`).Replace(text) + "”"
	}
	return "`" + strings.ReplaceAll(text, "`", "'") + "`"
}
