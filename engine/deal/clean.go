package deal

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/game"
)

// Open returns a reader of a text. It cleans the text, and checks what holds for all
// notations: the size, the encoding, characters that cannot be seen. A JSON object whose
// member "deal" is a string is read as that string.
func Open(text string) *Reader {
	r := open(text)
	if member, ok := r.openMember(); ok {
		return member
	}
	return r
}

// open returns a reader of a text as it is given.
func open(text string) *Reader {
	r := &Reader{Text: text}
	if len(text) > MaxText {
		r.Text = text[:runeStart(text, 200)]
		r.NoPlace(TooLong, game.Args{"bytes": len(text), "most": MaxText})
		return r
	}
	clean := []byte(text)
	blankBadText(r, clean)
	blankFences(clean)
	blankQuotes(clean)
	straighten(clean)
	unwrapLiterals(clean)
	blankQuotationMarks(clean)
	r.Clean = string(clean)
	if strings.TrimSpace(r.Clean) == "" && !r.Failed() {
		r.NoPlace(NoDeal, nil)
	}
	return r
}

// blankBadText notes bytes that are not text, and characters within words that cannot
// be seen. It blanks such characters elsewhere.
func blankBadText(r *Reader, clean []byte) {
	for i := 0; i < len(clean); {
		c, size := utf8.DecodeRune(clean[i:])
		switch {
		case c >= ' ' && c <= '~':
		case c == utf8.RuneError && size == 1:
			r.Problem(i, i+1, NoText, game.Args{"byte": fmt.Sprintf("%#x", clean[i])})
			blank(clean, i, i+1)
		case c == '\n', c == '\t':
		case isUnseen(c):
			size = len(clean[i:]) - len(bytes.TrimLeftFunc(clean[i:], isUnseen))
			if insideWord(clean, i, i+size) {
				r.Problem(i, i+size, Invisible, game.Args{"character": fmt.Sprintf("U+%04X", c)})
			}
			blank(clean, i, i+size)
		case unicode.IsSpace(c):
			blank(clean, i, i+size)
		}
		i += size
	}
}

// IsBlanked reports whether [Open] puts a space in place of a character: one that
// cannot be seen, or a blank other than the space.
func IsBlanked(c rune) bool { return c != ' ' && unicode.IsSpace(c) || isUnseen(c) }

// isUnseen reports whether a character takes no room and is not part of an emoji: a
// control, a mark that turns the direction of text, or an invisible one. Within a word
// such a character changes the word, and nobody sees it.
func isUnseen(c rune) bool {
	return unicode.IsControl(c) && !unicode.IsSpace(c) || isInvisible(c) || unicode.Is(unicode.Bidi_Control, c)
}

// isInvisible reports whether a character has no width and is not part of an emoji:
// the byte order mark, zero-width blanks, the soft hyphen, invisible signs of
// formulas, and the like.
func isInvisible(c rune) bool {
	return strings.ContainsRune("\uFEFF\u200B\u200C\u2060\u2061\u2062\u2063\u2064\u00AD\u180E", c)
}

// insideWord reports whether clean[start:end] has a visible character on either side.
func insideWord(clean []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(clean[:start])
	after, _ := utf8.DecodeRune(clean[end:])
	return start > 0 && end < len(clean) && !unicode.IsSpace(before) && !unicode.IsSpace(after)
}

// blank overwrites clean[start:end] with spaces.
func blank(clean []byte, start, end int) {
	for i := start; i < end; i++ {
		clean[i] = ' '
	}
}

// fenceLanguages are the words after an opening fence that are ignored. Others are
// read, so that a card is never lost.
const fenceLanguages = " json text txt plain plaintext none python py js javascript go csv yaml md java ruby rust typescript cpp csharp kotlin swift php "

// blankFences blanks back-ticks and the language after an opening fence. Back-ticks between
// cards remain.
func blankFences(clean []byte) {
	closed := -1
	for _, m := range markups(clean, "`") {
		begins := m.before == closed || m.separated(clean)
		if !begins && m.End < len(clean) && !m.atBlank(clean, m.End) && !m.closes(clean) {
			continue
		}
		if !begins {
			closed = m.before
		}
		end := m.End
		if m.End-m.Start >= 3 {
			word := end
			for word < len(clean) && unicode.IsLetter(rune(clean[word])) {
				word++
			}
			if strings.Contains(fenceLanguages, " "+strings.ToLower(string(clean[end:word]))+" ") {
				end = word
			}
		}
		blank(clean, m.Start, end)
	}
}

// blankQuotes blanks the > that begins a quoted line.
func blankQuotes(clean []byte) {
	begins := true
	for i, c := range clean {
		switch {
		case c == '\n':
			begins = true
		case begins && c == '>':
			clean[i] = ' '
		case c != ' ' && c != '\t':
			begins = false
		}
	}
}

// curlyList matches the beginning of a list of strings as phones write it.
var curlyList = regexp.MustCompile(`[(\[{]\s*[“”‘’]`)

// straighten makes quotation marks as phones write them those of JSON, in a text that has lists
// and no others.
func straighten(clean []byte) {
	if bytes.ContainsAny(clean, `"'`) || !curlyList.Match(clean) {
		return
	}
	copy(clean, strings.NewReplacer("“", `  "`, "‘", `  "`, "”", `"  `, "’", `"  `).Replace(string(clean)))
}

// quotationMarks returns the pairs that may enclose a whole text.
func quotationMarks() [][2]string {
	return [][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}, {"||", "||"}}
}

// blankQuotationMarks blanks a pair of quotation marks around the whole text, or
// around each of several hands. Where hands contain blanks, it puts a slash between
// two hands that have no separator.
func blankQuotationMarks(clean []byte) {
	text := string(clean)
	for _, q := range quotationMarks() {
		parts, ok := quotedParts(text, q)
		if !ok {
			continue
		}
		blanks := slices.ContainsFunc(parts, func(p Place) bool { return strings.ContainsAny(text[p.Start:p.End], " ,") })
		for i, p := range parts {
			blank(clean, p.Start-len(q[0]), p.Start)
			blank(clean, p.End, p.End+len(q[1]))
			if blanks && i < len(parts)-1 && !strings.ContainsAny(text[p.End:parts[i+1].Start], "/|;\n") {
				clean[p.End] = '/'
			}
		}
		return
	}
}

// quotedParts returns the parts of a text between quotation marks. It reports false for
// a text with anything but separators outside of them.
func quotedParts(text string, q [2]string) ([]Place, bool) {
	var parts []Place
	separators := strings.ReplaceAll(" \t\n,;/|", q[0][:1], "") // spoilers stand between bars
	for at := 0; ; {
		rest := strings.TrimLeft(text[at:], separators)
		if rest == "" {
			return parts, len(parts) > 0
		}
		at = len(text) - len(rest)
		if !strings.HasPrefix(rest, q[0]) {
			return nil, false
		}
		start := at + len(q[0])
		n := strings.Index(text[start:], q[1])
		if n <= 0 {
			return nil, false
		}
		parts = append(parts, Place{start, start + n})
		at = start + n + len(q[1])
	}
}
