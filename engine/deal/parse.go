package deal

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/game"
)

// The grammar of all notations. A text is a list of nodes: words, strings between quotation marks,
// and lists of nodes between brackets, before which a name may stand, as programs write them. A
// node may have a label. Before it stands a sign, a line end or a blank, which a comma is too.

// node is a word, a string or a list.
type node struct {
	Place
	kind  nodeKind
	label string
	// before is what separates the node from the one before it: '/' for any sign, '\n', or ' '.
	before byte
	text   string // of a word or string
	name   string // before the bracket of a list
	items  []node
}

type nodeKind uint8

const (
	word nodeKind = iota
	quoted
	list
	// nothing is between two signs, or beside one.
	nothing
)

// maxDepth is how deep brackets may nest: no form of a deal needs more than three.
const maxDepth = 6

// parser makes nodes of a text.
type parser struct {
	*Reader
	at, depth, signs int
	// opened is the bracket of the list being parsed.
	opened int
	// labels, lists and strings report whether the text has the signs of any.
	labels, lists, strings bool
	// unclosed are quotation marks that have no other after them, so that no text takes long.
	unclosed string
}

// parse parses Clean.
func (r *Reader) parse() {
	p := &parser{
		Reader: r, labels: strings.ContainsAny(r.Clean, ":="), lists: strings.ContainsAny(r.Clean, "([{"),
		strings: strings.ContainsAny(r.Clean, quotes),
	}
	r.nodes = p.items(0, min(1+len(r.Clean)/2, 64))
	isLabelled := func(n node) bool { return n.label != "" }
	if len(r.nodes) > 0 && r.nodes[0].kind == word && isDealMember(r.nodes[0]) && !slices.ContainsFunc(r.nodes[1:], isLabelled) {
		r.nodes[0].label = "" // "Deal: 2 A / 3 4"
		r.Clean = strings.Repeat(" ", r.nodes[0].Start) + r.Clean[r.nodes[0].Start:]
	}
}

// items parses up to the closing bracket, or to the end, about so many nodes.
func (p *parser) items(closing byte, about int) []node {
	nodes := make([]node, 0, about)
	before, begins := byte(' '), true
	for p.at < len(p.Clean) && !p.Failed() {
		c := p.Clean[p.at]
		switch {
		case closing != 0 && c == closing:
			p.at++
			return nodes
		case strings.IndexByte(" \t,\n", c) >= 0:
			if c == '\n' && before == ' ' {
				before = '\n'
			}
			p.at, begins = p.at+1, begins || c == ',' || c == '\n'
		case p.sign() > 0:
			if before == '/' || len(nodes) == 0 {
				nodes = append(nodes, node{Place: Place{p.at, p.at}, kind: nothing, before: before})
			}
			before, begins = '/', true
			p.pass()
		default:
			n := p.node(begins)
			n.before = before
			nodes, before, begins = append(nodes, n), ' ', n.label != "" && n.kind == nothing
		}
	}
	return p.end(nodes, closing, before)
}

// end returns the nodes up to the end of the text, before which something stands.
func (p *parser) end(nodes []node, closing, before byte) []node {
	if closing != 0 && !p.Failed() {
		p.Problem(p.opened, p.opened+1, BrokenJSON, nil)
	}
	if before == '/' {
		end := len(strings.TrimRight(p.Clean, " \t\n"))
		nodes = append(nodes, node{Place: Place{end, end}, kind: nothing, before: '/'})
	}
	return nodes
}

// IsVersus reports whether a word stands between two hands, as "vs" does. A capital V does not: it
// is the jack where he is called valet.
func IsVersus(w string) bool {
	return w != "V" && w != "V." && slices.Contains([]string{"vs", "vs.", "v", "v.", "versus", "contro"}, strings.ToLower(w))
}

// IsJoin reports whether a word may stand between two hands, and elsewhere between parts of a
// sentence.
func IsJoin(w string) bool { return slices.Contains([]string{"e", "and", "—", "–", `\`}, w) }

// sign returns the bytes of the sign that comes next, one between two hands or "vs" after a
// blank, 0 if there is none.
func (p *parser) sign() int {
	c := p.Clean[p.at]
	if strings.IndexByte("/|;", c) >= 0 {
		return 1
	}
	if c |= 0x20; (c == 'v' || c == 'c') && p.at > 0 && unicode.IsSpace(rune(p.Clean[p.at-1])) {
		if n := wordEnd(p.Clean[p.at:]); IsVersus(p.Clean[p.at : p.at+n]) {
			return n
		}
	}
	return 0
}

// pass goes on after a sign. Signs of more hands than any game has are not all read.
func (p *parser) pass() {
	if p.signs++; p.signs > 2*game.MaxPlayers {
		hands := p.signs + strings.Count(p.Clean[p.at+1:], p.Clean[p.at:p.at+1])
		p.Problem(p.at, p.at, TooManyHands, game.Args{"hands": hands, "most": game.MaxPlayers})
	}
	p.at += p.sign()
}

// node parses a word, a string or a list. begins reports whether a label may be any word.
func (p *parser) node(begins bool) node {
	n, size := node{}, 0
	if p.labels {
		n.label, size = p.labelHere(begins)
	}
	p.at += size
	rest := p.Clean[p.at:]
	if size > 0 { // its cards may be on the next line, or missing
		after := strings.TrimLeft(rest, " \t\n")
		isLine := strings.Contains(rest[:len(rest)-len(after)], "\n")
		p.at = len(p.Clean) - len(after)
		_, size = p.labelHere(true)
		if rest = after; rest == "" || strings.IndexByte("/|;,)]}", rest[0]) >= 0 || isLine && size > 0 {
			n.kind, n.Start, n.End = nothing, p.at, p.at
			return n
		}
		size = 0
	}
	n.Start = p.at
	if opens := p.opening(rest); opens != "" {
		return p.list(n, opens)
	}
	if p.strings {
		n.text, size = p.quotedHere(rest)
	}
	if n.kind = quoted; size == 0 {
		size = wordEnd(rest)
		n.kind, n.text = word, rest[:size]
	}
	p.at += size
	n.End = p.at
	return n
}

// list parses a list after its name and bracket.
func (p *parser) list(n node, opens string) node {
	if p.depth++; p.depth > maxDepth {
		p.Problem(p.at, p.at+1, PastedCode, nil)
		return n
	}
	outer := p.opened
	p.at += len(opens)
	p.opened = p.at - 1
	n.kind, n.name = list, strings.TrimSpace(opens[:len(opens)-1])
	n.items = p.items(")]}"[strings.IndexByte("([{", opens[len(opens)-1])], 4)
	p.depth, p.opened = p.depth-1, outer
	n.End = p.at
	return n
}

// wordEnd returns the end of the word at the beginning of a text: of a character at least.
func wordEnd(rest string) int {
	for i, c := range rest {
		switch c {
		case ' ', '\t', '\n', ',', '/', '|', ';', '(', ')', '[', ']', '{', '}', '"', '“', '”', '„', '«', '»':
			if i == 0 {
				return utf8.RuneLen(c)
			}
			return i
		}
	}
	return len(rest)
}

// before matches the bracket of a list with what programs write before it: names of
// functions and types, "return", "new", "&".
var before = regexp.MustCompile(`^(?:(?:return|await|new)\s{1,9}){0,3}(?:&?(?:\[[\d.]{0,5}\]){0,4}\*?[\pL_%$][\pL\pN_.:]{0,60}(?:<[\pL\pN_.:<>, ]{0,60}>[ ]?)?(?:(?:\[\]){1,4}[ ]?)?!?|&)?[\[({]`)

// opening returns the bracket at the beginning of a text with what belongs to it, "" if there
// is none. A name of cards is none: "A(2 3)".
func (p *parser) opening(rest string) string {
	if !p.lists {
		return ""
	}
	if rest != "" && strings.IndexByte("([{", rest[0]) >= 0 && !strings.HasPrefix(rest, "[]") {
		return rest[:1]
	}
	opens := before.FindString(rest)
	if n := len(opens) - 2; n > 0 && opens[n+1] == '[' && opens[0] != '%' && (unicode.IsLetter(rune(opens[n])) || unicode.IsDigit(rune(opens[n]))) {
		return "" // an item of a list: deal[0]
	}
	if opens == "" || AreCards(strings.TrimSpace(opens[:len(opens)-1])) && len(opens) > 1 {
		if strings.HasPrefix(rest, "[") {
			return rest[:1]
		}
		return ""
	}
	return opens
}

var (
	// anyLabel matches a label where one may be any word, between quotation marks or not.
	anyLabel = regexp.MustCompile(`^[*_~]{0,3}(?:([\pL_][\pL\pN_'.-]{0,31}|\d{1,3})|"([^"\n]*)"|'([^'\n]*)')[*_~]{0,3}[ \t]*(?::=|=>|[:=])[*_~]{0,3}`)
	// playerLabel matches a label among words: "Player A:", "P1:", "B:", "2:".
	playerLabel = regexp.MustCompile(`(?i)^[*_~]{0,3}((?:(?:` + playerWord + `)[ _]?)?(?:\pL|\d{1,3}))[*_~]{0,3}[ \t]*[:=][*_~]{0,3}`)
	// nameLabel matches a name among words, also "Player One:" and "Tom's hand:".
	nameLabel = regexp.MustCompile(`^[*_~]{0,3}((?:(?i:player|hand|giocatore|mano|\pL{2,30}['’]s) )?\pL[\pL\pN_-]{1,31})[*_~]{0,3}:[*_~]{0,3}(?:[ \t\n]|$)`)
	// declared matches a name with its type in a program.
	declared = regexp.MustCompile(`^(?:[\pL_$@][\pL\pN_.<>\[\]&$@* ]{0,60}[ *&$@])?[$@]?([\pL_]\w{0,60})(?:\[\])?(?:[ \t]*:[ \t]*[\pL.<>\[\]&]{1,60})?[ \t]*:?=[ \t]*`)
)

// labelHere returns the label that comes next, and its bytes, 0 if there is none.
func (p *parser) labelHere(begins bool) (text string, size int) {
	rest := p.Clean[p.at:]
	if m := anyLabel.FindStringSubmatch(rest); begins && m != nil && !strings.HasPrefix(rest[len(m[0]):], ":") && !strings.HasPrefix(rest[len(m[0]):], "=") {
		return m[1] + m[2] + m[3], len(m[0])
	}
	if m := playerLabel.FindStringSubmatch(rest); m != nil {
		return m[1], len(m[0])
	}
	if m := nameLabel.FindStringSubmatch(rest); len(m) > 0 && !AreCards(m[1]) {
		return m[1], len(m[0])
	}
	if m := declared.FindStringSubmatch(rest); begins && m != nil {
		if value := rest[len(m[0]):]; p.opening(value) != "" || strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "'") {
			return m[1], len(m[0])
		}
	}
	return "", 0
}

// quotes are the signs that begin a string.
const quotes = "\"'“”‘„«"

// quotationMarks returns the pairs of quotation marks.
func quotationMarks() [][2]string {
	return [][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"“", "“"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}}
}

// quotedHere returns the string at the beginning of a text, and its bytes, 0 if there is none.
func (p *parser) quotedHere(rest string) (text string, size int) {
	for _, q := range quotationMarks() {
		if !strings.HasPrefix(rest, q[0]) || strings.Contains(p.unclosed, q[1]) {
			continue
		}
		for i := len(q[0]); i < len(rest); i++ {
			if rest[i] == '\\' {
				i++
				continue
			}
			if !strings.HasPrefix(rest[i:], q[1]) {
				continue
			}
			inside := rest[len(q[0]):i]
			if strings.Contains(inside, `\`) {
				_ = json.Unmarshal([]byte(`"`+inside+`"`), &inside) // or it remains as it is
			}
			return inside, i + len(q[1])
		}
		p.unclosed += q[1]
	}
	return "", 0
}
