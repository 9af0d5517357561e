package commands

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/commands/words"
	"nonna/engine/deal"
)

// dealError makes the reader's problems a mistake of the user's.
func (t *tables) dealError(req Request, err error) error {
	var p *deal.Problems
	if errors.As(err, &p) {
		return dealMistake{p, t.private(req)}
	}
	return err
}

// dealMistake tells the user what is wrong with a deal.
type dealMistake struct {
	*deal.Problems
	say *words.Printer
}

// UserText shows the problems in the user's language, in markdown: each with the
// text quoted and carets under the place.
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
	return strings.Join(lines, "\n")
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
			args[name] = code(v.Shown())
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
