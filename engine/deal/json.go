package deal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// node is a JSON value with its place in the text.
type node struct {
	start, end int
	kind       nodeKind
	text       string // of a string or number
	items      []node // of an array, or the values of an object
	keys       []string
}

type nodeKind int

const (
	scalar nodeKind = iota + 1 // a string or a number
	array
	object
	other // true, false, null
)

// maxDepth is how deep brackets may nest: no form of a deal needs more than
// three.
const maxDepth = 6

// looksLikeJSON tells whether a text is meant as JSON.
func looksLikeJSON(clean string) bool {
	t := strings.TrimSpace(clean)
	return t != "" && strings.IndexByte("[{\"", t[0]) >= 0 || isMembers(t)
}

// parseJSON reads one JSON value from clean[start:end], and reports problems.
// Quotation marks may be single, as programs print them, and the braces around
// members may be missing.
func (r *reader) parseJSON(clean string, start, end int) (node, bool) {
	text, base := doubleQuoted(clean[start:end]), start
	if isMembers(text) {
		text, base = "{"+strings.TrimRight(text, " \t\n,")+"}", start-1
	}
	place := func(offset int64) int { return min(max(base+int(offset), start), end) }
	p := &jsonParser{dec: json.NewDecoder(strings.NewReader(text)), text: text, base: base}
	p.dec.UseNumber()
	n, err := p.value(0)
	n.start, n.end = max(n.start, start), min(n.end, end)
	if err == nil && strings.Trim(text[p.dec.InputOffset():], " \t\n,") != "" {
		at := place(p.dec.InputOffset())
		at += len(clean[at:end]) - len(strings.TrimLeft(clean[at:end], " \t\n,"))
		r.problem(at, end, MoreThanJSON, nil)
		return n, false
	}
	if err == nil {
		return n, true
	}
	var deep *deepError
	if errors.As(err, &deep) {
		r.problem(deep.start, min(deep.start+1, end), DeepJSON, nil)
		return n, false
	}
	at := place(p.dec.InputOffset())
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = place(max(syntax.Offset-1, 0))
	}
	r.problem(at, min(at+1, end), BrokenJSON, nil)
	return n, false
}

type jsonParser struct {
	dec  *json.Decoder
	text string
	base int
}

// deepError is a bracket that nests too deep.
type deepError struct{ start int }

func (e *deepError) Error() string { return string(DeepJSON) }

// value reads the next value, depth brackets deep.
func (p *jsonParser) value(depth int) (node, error) {
	if depth > maxDepth {
		return node{}, &deepError{p.base + int(p.dec.InputOffset()) - 1}
	}
	before := int(p.dec.InputOffset())
	token, err := p.dec.Token()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return node{}, err
	}
	skipped := len(p.text[before:]) - len(strings.TrimLeft(p.text[before:], " \t\r\n,:"))
	n := node{start: p.base + before + skipped, kind: scalar}
	switch t := token.(type) {
	case json.Delim:
		n.kind = array
		if t == '{' {
			n.kind = object
		}
		if err := p.items(&n, depth); err != nil {
			return n, err
		}
	case string:
		n.text = t
	case json.Number:
		n.text = t.String()
	default:
		n.kind = other
	}
	n.end = p.base + int(p.dec.InputOffset())
	return n, nil
}

// items reads what stands in an array or object, and its closing bracket.
func (p *jsonParser) items(n *node, depth int) error {
	for p.dec.More() {
		if n.kind == object {
			key, err := p.dec.Token()
			if err != nil {
				return err
			}
			n.keys = append(n.keys, fmt.Sprint(key))
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := p.dec.Token()
	return err
}

// jsonHands finds the hands in a JSON value: the items of an array of arrays or
// strings, or of the object's values: "playerA" and "playerB", in the order of
// their names, or what stands under "hands", "piles" or "input". Where there are
// none it notes a problem of the kind given.
func (r *reader) jsonHands(n node, none Kind) ([]node, bool) {
	if n.kind == array {
		return n.items, true
	}
	if n.kind == object {
		var pieces []piece
		for i, key := range n.keys {
			switch strings.ToLower(key) {
			case "input", "hands", "piles", "deal":
				return r.jsonHands(n.items[i], none)
			}
			if _, ok := labelRank(key); ok {
				pieces = append(pieces, piece{start: i, label: key})
			}
		}
		if len(pieces) > 1 {
			var hands []node
			for _, p := range inOrder(pieces) {
				hands = append(hands, n.items[p.start])
			}
			return hands, true
		}
	}
	r.problem(n.start, n.end, none, nil)
	return nil, false
}
