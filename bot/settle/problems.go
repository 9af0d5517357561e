package settle

import (
	"errors"
	"fmt"
	"strings"

	"nonna/commands/words"
	"nonna/engine/deal"
)

// Problems returns the problems of a deal for a terminal, each with the text quoted and
// carets below the place. There is no line feed at the end.
func Problems(say *words.Printer, p *deal.Problems) string {
	var parts []string
	for _, one := range p.List {
		text := say.Plain(one.Found()) + ": " + say.Plain(one.Hint())
		if one.Start >= 0 {
			quote, carets := p.Excerpt(one)
			text += fmt.Sprintf("\n    %s\n    %s %s", quote, carets, say.Plain(p.Where(one, "problem.place")))
		}
		parts = append(parts, text)
	}
	return strings.Join(append(parts, more(say, p)...), "\n")
}

// more returns how many problems were left out, in words; nil for none.
func more(say *words.Printer, p *deal.Problems) []string {
	if p.More == 0 {
		return nil
	}
	return []string{say.Count("problem.more", int64(p.More))}
}

// unread is the answer to a text that is not a deal.
type unread struct {
	Error string `json:"error"`
	// Line is the number of the line in the stream, from 1; absent for a single deal.
	Line int64 `json:"line,omitempty"`
}

// Unread returns the answer for programs to a text that cannot be read: {"error":"…"}, and
// also "line" unless line is 0.
func Unread(say *words.Printer, err error, line int64) any {
	if p, ok := errors.AsType[*deal.Problems](err); ok {
		return unread{OneLine(say, p), line}
	}
	return unread{err.Error(), line}
}

// OneLine returns the problems of a deal in one line. It gives no line numbers for a deal of
// one line: in a stream they would be wrong.
func OneLine(say *words.Printer, p *deal.Problems) string {
	id := "problem.column"
	if strings.ContainsRune(p.Text, '\n') {
		id = "problem.place"
	}
	var parts []string
	for _, one := range p.List {
		text := fmt.Sprintf("%s (%s)", say.Plain(one.Found()), say.Plain(one.Hint()))
		if one.Start >= 0 {
			text = say.Plain(p.Where(one, id)) + ": " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(append(parts, more(say, p)...), "; ")
}
