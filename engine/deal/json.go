package deal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonna/engine/game"
)

// Node is a JSON value with its place in the text.
type Node struct {
	Place
	Kind   NodeKind
	quoted bool   // a string, not a number
	Text   string // of a string or number
	Items  []Node // of an array, or the values of an object
	Label  string // the name of a value of an object
}

// NodeKind is the kind of a JSON value.
type NodeKind uint8

// The kinds of JSON values. Others are true, false and null.
const (
	Scalar NodeKind = iota + 1 // a string or a number
	Array
	object
	other
)

// maxDepth is how deep brackets may nest: no form of a deal needs more than three.
const maxDepth = 6

// LooksLikeJSON reports whether a text is meant as JSON.
func LooksLikeJSON(text string) bool {
	t := strings.TrimSpace(text)
	return t != "" && (strings.IndexByte("[{\"", t[0]) >= 0 || t[0] == '\'' && isMembers(t))
}

// IsOneJSON reports whether the text is meant as one JSON value or as the members of
// one, and not as several hands of which each is JSON.
func (r *Reader) IsOneJSON() bool {
	if !LooksLikeJSON(r.Clean) {
		return false
	}
	if isMembers(r.Clean) {
		return true
	}
	inside := brackets(r.Clean)
	t := strings.TrimSpace(r.Clean)
	first := strings.Index(r.Clean, t)
	for i := first + 1; i < first+len(t)-1; i++ {
		if !inside[i] {
			return false
		}
	}
	return true
}

// JSON parses the whole text as one JSON value; see [Reader.JSONAt].
func (r *Reader) JSON() (Node, bool) { return r.JSONAt(Place{0, len(r.Clean)}) }

// JSONAt parses a part of the text as one JSON value. It notes a problem and reports
// false if that fails. Quotation marks may be single, as programs print them, and the
// braces around members may be missing.
func (r *Reader) JSONAt(at Place) (Node, bool) {
	clean, start, end := r.Clean, at.Start, at.End
	text, base := doubleQuoted(clean[start:end]), start
	if isMembers(text) {
		text, base = "{"+strings.TrimRight(text, " \t\n,")+"}", start-1
	}
	place := func(offset int64) int { return min(max(base+int(offset), start), end) }
	p := &jsonParser{dec: json.NewDecoder(strings.NewReader(text)), text: text, base: base}
	p.dec.UseNumber()
	n, err := p.value(0)
	n.Start, n.End = max(n.Start, start), min(n.End, end)
	if err == nil && strings.Trim(text[p.dec.InputOffset():], " \t\n,") != "" {
		from := place(p.dec.InputOffset())
		from += len(clean[from:end]) - len(strings.TrimLeft(clean[from:end], " \t\n,"))
		r.Problem(from, end, MoreThanJSON, nil)
		return n, false
	}
	if err == nil {
		return n, true
	}
	var deep *deepError
	if errors.As(err, &deep) {
		r.Problem(deep.start, min(deep.start+1, end), DeepJSON, nil)
		return n, false
	}
	from := place(p.dec.InputOffset())
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		from = place(max(syntax.Offset-1, 0))
	}
	r.Problem(from, min(from+1, end), BrokenJSON, nil)
	return n, false
}

// jsonParser reads one JSON text, which begins at base in the reader's.
type jsonParser struct {
	dec  *json.Decoder
	text string
	base int
}

// deepError is a bracket that is nested too deep.
type deepError struct{ start int }

func (e *deepError) Error() string { return string(DeepJSON) }

// value reads the next value, which is nested in depth brackets.
func (p *jsonParser) value(depth int) (Node, error) {
	if depth > maxDepth {
		return Node{}, &deepError{p.base + int(p.dec.InputOffset()) - 1}
	}
	before := int(p.dec.InputOffset())
	token, err := p.dec.Token()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return Node{}, err
	}
	for strings.IndexByte(" \t\r\n,:", p.text[before]) >= 0 {
		before++
	}
	n := Node{Place: Place{Start: p.base + before}, Kind: Scalar}
	switch t := token.(type) {
	case json.Delim:
		n.Kind = Array
		if t == '{' {
			n.Kind = object
		}
		if err := p.items(&n, depth); err != nil {
			return n, err
		}
	case string:
		n.Text, n.quoted = t, true
	case json.Number:
		n.Text = t.String()
	default:
		n.Kind = other
	}
	n.End = p.base + int(p.dec.InputOffset())
	return n, nil
}

// items reads the items of an array or object, and its closing bracket.
func (p *jsonParser) items(n *Node, depth int) error {
	for p.dec.More() {
		label := ""
		if n.Kind == object {
			key, err := p.dec.Token()
			if err != nil {
				return err
			}
			label = fmt.Sprint(key)
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		item.Label = label
		n.Items = append(n.Items, item)
	}
	_, err := p.dec.Token()
	return err
}

// JSONHands returns the hands in a JSON value, those with labels in their order; see
// [Reader.JSONPieces]. It notes labels that occur twice or are missing.
func (r *Reader) JSONHands(n Node, none Kind) ([]Node, bool) {
	hands, ok := r.JSONPieces(n, none)
	if !ok || len(hands) == 0 || hands[0].Label == "" {
		return hands, ok
	}
	pieces := make([]Piece, len(hands))
	at := map[int]Node{}
	for i, h := range hands {
		pieces[i] = Piece{Place: h.Place, Label: h.Label}
		at[h.Start] = h
	}
	ok = r.CheckPieces(pieces)
	for i, p := range InOrder(pieces) {
		hands[i] = at[p.Start]
	}
	return hands, ok
}

// JSONPieces returns the hands or piles in a JSON value, in the order of the text: the items
// of an array, or the values of an object whose names are labels ("playerA" and "playerB"), or
// those in its member "hands", "piles", "deal" or "input". If there are none it notes a
// problem of the kind given.
func (r *Reader) JSONPieces(n Node, none Kind) ([]Node, bool) {
	if n.Kind == Array {
		return n.Items, true
	}
	var labelled []Node
	for _, item := range n.Items {
		switch strings.ToLower(item.Label) {
		case "input", "hands", "piles", "deal":
			return r.JSONPieces(item, none)
		case "cases":
			return r.onlyCase(item, none)
		}
		if _, ok := labelRank(item.Label); ok {
			labelled = append(labelled, item)
		}
	}
	if len(labelled) > 1 {
		return labelled, !r.noteOtherCards(n)
	}
	r.Problem(n.Start, n.End, none, nil)
	return nil, false
}

// noteOtherCards notes the first list of cards in an object that is no hand, such as the pile of
// a game that has begun, and reports whether there is one.
func (r *Reader) noteOtherCards(n Node) bool {
	for _, item := range n.Items {
		if _, ok := labelRank(item.Label); !ok && item.isCards() {
			r.Problem(item.Start, item.End, OtherCards, game.Args{"label": Quoted(item.Label)})
			return true
		}
	}
	return false
}

// isCards reports whether a value is a list of strings that are cards.
func (n Node) isCards() bool {
	return n.Kind == Array && len(n.Items) > 0 && !slices.ContainsFunc(n.Items, func(item Node) bool {
		_, size, ok := ParseCard(item.Text)
		return !ok || !item.quoted || size < len(item.Text)
	})
}

// onlyCase returns the hands of the only test case in a list, as Exercism publishes them.
// Several are noted, with their descriptions.
func (r *Reader) onlyCase(n Node, none Kind) ([]Node, bool) {
	cases := n.cases()
	if len(cases) == 1 {
		return r.JSONPieces(cases[0], none)
	}
	var names []game.Phrase
	for _, one := range cases[:min(len(cases), maxCases)] {
		names = append(names, Part("quote", game.Args{"text": shortened(one.member("description").Text, 2*maxQuoted)}))
	}
	if len(names) == 0 {
		r.Problem(n.Start, n.End, none, nil)
		return nil, false
	}
	list := enumerated(names)
	if len(cases) > maxCases {
		list = Part("and-others", game.Args{"first": game.Join("list.comma", names...)})
	}
	r.Ambiguous = true
	r.Problem(n.Start, n.Start+1, SeveralCases, game.Args{"cases": len(cases), "list": list})
	return nil, false
}

// maxCases is the most test cases of a file that are listed.
const maxCases = 32

// cases returns the test cases in a list, also those of groups of them.
func (n Node) cases() []Node {
	var all []Node
	for _, one := range n.Items {
		if group := one.member("cases"); group.Kind == Array {
			all = append(all, group.cases()...)
		} else {
			all = append(all, one)
		}
	}
	return all
}

// member returns the value of a name in an object, the zero value if there is none.
func (n Node) member(name string) Node {
	if i := slices.IndexFunc(n.Items, func(item Node) bool { return item.Label == name }); i >= 0 {
		return n.Items[i]
	}
	return Node{}
}

// SplitJSON splits a part of a text after each of its outermost brackets.
func SplitJSON(text string, p Piece) []Piece {
	inside := brackets(text)
	var pieces []Piece
	start := p.Start
	for i := p.Start; i < p.End; i++ {
		if strings.IndexByte("]}", text[i]) >= 0 && !inside[i] {
			pieces = append(pieces, Piece{Place: Place{start, i + 1}})
			start = i + 1
			for start < p.End && strings.IndexByte(" ,\t\n", text[start]) >= 0 {
				start++
			}
		}
	}
	if strings.TrimSpace(text[start:p.End]) != "" {
		pieces = append(pieces, Piece{Place: Place{start, p.End}})
	}
	return pieces
}
