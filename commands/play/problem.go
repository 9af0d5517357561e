package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/card"
	"nonna/engine/deal"
)

// dealError makes the reader's problems a mistake of the user's.
func (t *tables) dealError(req commands.Request, err error) error {
	var p *deal.Problems
	if errors.As(err, &p) {
		return dealMistake{p, t.Private(req), t.waysOut(req, p)}
	}
	return err
}

// waysOut are lines with the commands that play a text which may be meant with
// the Italian deck, nil where none does.
func (t *tables) waysOut(req commands.Request, p *deal.Problems) []string {
	has := func(kinds ...deal.Kind) bool {
		return slices.ContainsFunc(p.List, func(one deal.Problem) bool { return slices.Contains(kinds, one.Kind) })
	}
	if !has(deal.OneOfFrench, deal.ItalianOrSnap) {
		return nil
	}
	say := t.Private(req)
	command := func(name string, filled ...string) words.Args {
		return words.Args{"command": commands.Code(commands.Shorten(t.Typed(req, say, name, filled...), maxTypedShown))}
	}
	var ways []string
	if text, ok := italianText(req, p.Text); ok {
		ways = append(ways, say.Say("problem.way-italian", command("camicia", "deck", card.Italian.String(), "deal", text)))
	}
	if d, err := deal.Snap(p.Text); err == nil && has(deal.ItalianOrSnap) {
		ways = append(ways, say.Say("problem.way-snap", command("snap", "piles", deal.WriteSnap(d))))
	}
	return ways
}

// italianText is a text as a deal of the Italian deck, "…" for one with mistakes
// of other kinds in it. It reports false for one that has cards of the French deck
// beside the 1, and for one that is meant for a game without that deck.
func italianText(req commands.Request, text string) (string, bool) {
	d, err := deal.Camicia(text, card.Italian)
	if err == nil {
		return deal.WriteCamicia(d), true
	}
	var p *deal.Problems
	french := errors.As(err, &p) && slices.ContainsFunc(p.List, func(one deal.Problem) bool {
		return one.Kind == deal.AceOfItalian || one.Kind == deal.TwoNotations
	})
	return "…", !french && req.Command != "beggar"
}

// dealMistake tells the user what is wrong with a deal.
type dealMistake struct {
	*deal.Problems
	say *words.Printer
	// ways are lines with the commands that would play it.
	ways []string
}

// UserText shows the problems in the user's language, in markdown: each with the
// text quoted and carets under the place, and then the ways out.
func (m dealMistake) UserText() string {
	lines := []string{m.say.Say("mistake.deal", nil)}
	for _, one := range m.List {
		lines = append(lines, fmt.Sprintf("**%s**: %s", upperFirst(phrase(m.say, one.Found())), phrase(m.say, one.Hint())))
		if one.Start >= 0 {
			text, carets := m.Excerpt(one)
			lines = append(lines, fmt.Sprintf("```\n%s\n%s %s\n```", text, carets, m.place(one.Start)))
		}
	}
	if m.More > 0 {
		lines = append(lines, m.say.Count("problem.more", int64(m.More)))
	}
	return strings.Join(append(lines, m.ways...), "\n")
}

// place says where a problem begins. Lines and columns are no amounts, and have
// no thousands set off.
func (m dealMistake) place(at int) string {
	line, column := m.Position(at)
	return m.say.Say("problem.place", words.Args{"line": fmt.Sprint(line), "column": fmt.Sprint(column)})
}

// phrase says what the deal reader found, with the user's text in code spans.
func phrase(say *words.Printer, p deal.Phrase) string {
	args := make(words.Args, len(p.Args))
	for name, v := range p.Args {
		switch v := v.(type) {
		case deal.Phrase:
			args[name] = phrase(say, v)
		case deal.Quote:
			args[name] = commands.Code(v.Shown())
		default:
			args[name] = v
		}
	}
	return say.Say("deal."+p.ID, args)
}

func upperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
