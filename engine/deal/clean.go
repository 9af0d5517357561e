package deal

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func sortByPlace(list []Problem) {
	slices.SortStableFunc(list, func(a, b Problem) int { return cmp.Compare(a.Start, b.Start) })
}

// open begins to read a text: it checks the limits that need no reading, and
// returns the text with everything that is chat's and not the deal's turned
// into spaces, so that places in it are places in the text.
func open(text string) (*reader, string) {
	r := &reader{text: text}
	if len(text) > MaxText {
		r.text = text[:runeStart(text, 200)]
		r.whole(fmt.Sprintf("%d bytes of text", len(text)), fmt.Sprintf("a deal has at most %d bytes (64 KiB)", MaxText))
		return r, ""
	}
	clean := []byte(text)
	blankBadText(r, clean)
	blankFences(clean)
	blankQuotes(clean)
	blankQuotationMarks(clean)
	if strings.TrimSpace(string(clean)) == "" && len(r.problems) == 0 {
		r.whole("there is no deal in the text", "paste one, or leave it away and one is shuffled")
	}
	return r, string(clean)
}

// blankBadText reports bytes that are no text and blanks control characters.
func blankBadText(r *reader, clean []byte) {
	for i := 0; i < len(clean); {
		c, size := utf8.DecodeRune(clean[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			r.problem(i, i+1, fmt.Sprintf("the byte %#x, which is no text", clean[i]), "send the deal as UTF-8 text")
			blank(clean, i, i+1)
		case c == '\n', c == '\t':
		case isBlanked(c):
			blank(clean, i, i+size)
		}
		i += size
	}
}

// isBlanked tells characters that cannot be seen: controls, marks that turn the
// direction of text, the byte order mark, and blanks other than the space.
func isBlanked(c rune) bool {
	return c != ' ' && (unicode.IsSpace(c) || unicode.IsControl(c) || c == '\uFEFF' || unicode.Is(unicode.Bidi_Control, c))
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
	return [][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"«", "»"}}
}

// blankQuotationMarks blanks a pair of quotation marks around the whole text,
// where it holds no others.
func blankQuotationMarks(clean []byte) {
	text := strings.TrimSpace(string(clean))
	start := bytes.Index(clean, []byte(text))
	for _, q := range quotationMarks() {
		inner, ok := strings.CutPrefix(text, q[0])
		if !ok {
			continue
		}
		inner, ok = strings.CutSuffix(inner, q[1])
		if ok && inner != "" && !strings.Contains(inner, q[0]) && !strings.Contains(inner, q[1]) {
			blank(clean, start, start+len(q[0]))
			blank(clean, start+len(text)-len(q[1]), start+len(text))
			return
		}
	}
}
