package deal

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/game"
)

// open begins to read a text: it checks the limits that need no reading, and
// returns the text with everything that is chat's and not the deal's turned
// into spaces, so that places in it are places in the text.
func open(text string) (*reader, string) {
	r := &reader{text: text}
	if len(text) > MaxText {
		r.text = text[:runeStart(text, 200)]
		r.whole(TooLong, game.Args{"bytes": len(text), "most": MaxText})
		return r, ""
	}
	clean := []byte(text)
	blankBadText(r, clean)
	blankFences(clean)
	blankQuotes(clean)
	blankCalls(clean)
	blankQuotationMarks(clean)
	if strings.TrimSpace(string(clean)) == "" && len(r.problems) == 0 {
		r.whole(NoDeal, nil)
	}
	return r, string(clean)
}

// blankBadText reports bytes that are no text and characters within words that
// cannot be seen, and blanks those that stand elsewhere.
func blankBadText(r *reader, clean []byte) {
	for i := 0; i < len(clean); {
		c, size := utf8.DecodeRune(clean[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			r.problem(i, i+1, NoText, game.Args{"byte": fmt.Sprintf("%#x", clean[i])})
			blank(clean, i, i+1)
		case c == '\n', c == '\t':
		case isUnseen(c):
			size = len(clean[i:]) - len(bytes.TrimLeftFunc(clean[i:], isUnseen))
			if insideWord(clean, i, i+size) {
				r.problem(i, i+size, Invisible, game.Args{"character": fmt.Sprintf("U+%04X", c)})
			}
			blank(clean, i, i+size)
		case unicode.IsSpace(c):
			blank(clean, i, i+size)
		}
		i += size
	}
}

// isBlanked tells characters that are read as blanks: what cannot be seen, and
// blanks other than the space.
func isBlanked(c rune) bool { return c != ' ' && unicode.IsSpace(c) || isUnseen(c) }

// isUnseen tells characters that take no room and are part of no emoji: controls,
// marks that turn the direction of text, and invisible ones. Within a word they
// change what it is, and nobody sees that they do.
func isUnseen(c rune) bool {
	return unicode.IsControl(c) && !unicode.IsSpace(c) || isInvisible(c) || unicode.Is(unicode.Bidi_Control, c)
}

// isInvisible tells characters of no width that are part of no emoji: the byte
// order mark, zero-width blanks, the soft hyphen, invisible signs of formulas,
// and their like.
func isInvisible(c rune) bool {
	return strings.ContainsRune("\uFEFF\u200B\u200C\u2060\u2061\u2062\u2063\u2064\u00AD\u180E", c)
}

// insideWord tells whether what stands at [start, end) has a character on
// either side that can be seen.
func insideWord(clean []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(clean[:start])
	after, _ := utf8.DecodeRune(clean[end:])
	return start > 0 && end < len(clean) && !unicode.IsSpace(before) && !unicode.IsSpace(after)
}

func blank(clean []byte, start, end int) {
	for i := start; i < end; i++ {
		clean[i] = ' '
	}
}

// fenceLanguages are the words that may follow an opening fence. Others are
// left to be read, so that a card is never lost.
const fenceLanguages = " json text txt plain plaintext none python py js javascript go csv yaml md "

// blankFences blanks back-ticks and the language behind an opening fence.
func blankFences(clean []byte) {
	for i := 0; i < len(clean); i++ {
		if clean[i] != '`' {
			continue
		}
		n := 1
		for i+n < len(clean) && clean[i+n] == '`' {
			n++
		}
		end := i + n
		if n >= 3 {
			word := end
			for word < len(clean) && unicode.IsLetter(rune(clean[word])) {
				word++
			}
			if strings.Contains(fenceLanguages, " "+strings.ToLower(string(clean[end:word]))+" ") {
				end = word
			}
		}
		blank(clean, i, end)
		i = end - 1
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

// quotationMarks are pairs that may stand around a whole text.
func quotationMarks() [][2]string {
	return [][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}, {"||", "||"}}
}

// blankQuotationMarks blanks a pair of quotation marks around the whole text, or
// around each of several hands; where hands have blanks in them, a slash then
// stands for the end of one that nothing else ends.
func blankQuotationMarks(clean []byte) {
	text := string(clean)
	for _, q := range quotationMarks() {
		parts, ok := quotedParts(text, q)
		if !ok {
			continue
		}
		blanks := slices.ContainsFunc(parts, func(p word) bool { return strings.ContainsAny(text[p.start:p.end], " ,") })
		for i, p := range parts {
			blank(clean, p.start-len(q[0]), p.start)
			blank(clean, p.end, p.end+len(q[1]))
			if blanks && i < len(parts)-1 && !strings.ContainsAny(text[p.end:parts[i+1].start], "/|;\n") {
				clean[p.end] = '/'
			}
		}
		return
	}
}

// quotedParts finds what stands between quotation marks, in a text in which
// nothing but separators stands outside of them.
func quotedParts(text string, q [2]string) ([]word, bool) {
	var parts []word
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
		parts = append(parts, word{start, start + n})
		at = start + n + len(q[1])
	}
}
