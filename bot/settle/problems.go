package settle

import (
	"errors"
	"fmt"
	"strings"

	"nonna/commands/words"
	"nonna/engine/deal"
)

// Problems shows what keeps a text from being a deal at a terminal: each problem
// with the text quoted and carets under the place. It ends without a line feed.
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

// more says how many problems were left out, nil for none.
func more(say *words.Printer, p *deal.Problems) []string {
	if p.More == 0 {
		return nil
	}
	return []string{say.Count("problem.more", int64(p.More))}
}

// unread is the answer to what is no deal.
type unread struct {
	Error string `json:"error"`
	// Line is its number in the stream, from 1; absent for a single deal.
	Line int64 `json:"line,omitempty"`
}

// Unread is the answer to a text that cannot be read, for programs:
// {"error":"…"}, and with a line number other than 0 "line" as well.
func Unread(say *words.Printer, err error, line int64) any {
	if p, ok := errors.AsType[*deal.Problems](err); ok {
		return unread{oneLine(say, p), line}
	}
	return unread{err.Error(), line}
}

// oneLine names the problems of a deal. In a deal of one line, which may be any
// of a stream, "line 1" would send people to the wrong place.
func oneLine(say *words.Printer, p *deal.Problems) string {
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
