package settle

import (
	"errors"
	"fmt"
	"strings"

	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/game"
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
	return strings.Join(append(parts, rest(say, p)...), "\n")
}

// rest returns how many problems were left out, and the flags with which there are none.
func rest(say *words.Printer, p *deal.Problems) []string {
	var parts []string
	if p.More > 0 {
		parts = append(parts, say.Count("problem.more", int64(p.More)))
	}
	for _, o := range p.Cures {
		parts = append(parts, rightWith(say, o))
	}
	return parts
}

// rightWith says with which flags a text is right.
func rightWith(say *words.Printer, o game.Options) string {
	flags := "--" + strings.ReplaceAll(o.String(), " ", " --")
	return say.Plain(game.Phrase{ID: "problem.gone", Args: game.Args{"command": flags}})
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
	return strings.Join(append(parts, rest(say, p)...), "; ")
}
