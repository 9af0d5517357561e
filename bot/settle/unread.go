package settle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"nonna/engine/deal"
)

// unread is the answer to what is no deal.
type unread struct {
	Error string `json:"error"`
	// Line is its number in the stream, from 1; absent for a single deal.
	Line int64 `json:"line,omitempty"`
}

// JSON returns a verdict, or whatever else is to be answered, as one line of
// JSON with its line end. Signs such as < and & stay as they are: nobody reads
// this as HTML.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}

// Unread is the verdict on a text that cannot be read, for programs:
// {"error":"…"}, and with a line number other than 0 "line" as well.
func Unread(err error, line int64) any { return unread{oneLine(err), line} }

// oneLine names the problems of a deal. The reader says line and column of
// each; in a deal of one line, which may be any of a stream, "line 1" would
// send people to the wrong place.
func oneLine(err error) string {
	var p *deal.Problems
	if !errors.As(err, &p) || strings.ContainsRune(p.Text, '\n') {
		return err.Error()
	}
	var parts []string
	for _, one := range p.List {
		place := ""
		if one.Start >= 0 {
			_, column := p.Position(one.Start)
			place = fmt.Sprintf("column %d: ", column)
		}
		parts = append(parts, place+one.String())
	}
	if p.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", p.More))
	}
	return strings.Join(parts, "; ")
}
