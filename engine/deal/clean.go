package deal

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"nonna/engine/game"
	"nonna/engine/lazy"
)

// clean returns a reader of a text, with blanks in place of what belongs to the chat and not
// to the deal: characters that cannot be seen, code fences, marks of quoted lines,
// "Deal:". Full-width signs and curly quotation marks become ordinary ones.
func clean(text string) *Reader {
	r := &Reader{Text: text}
	if len(text) > MaxText {
		r.Text = strings.ToValidUTF8(text[:200], "")
		r.NoPlace(TooLong, game.Args{"bytes": len(text), "most": MaxText})
		return r
	}
	if strings.IndexFunc(text, func(c rune) bool { return c > unicode.MaxASCII }) >= 0 {
		r.Text = width.Fold.String(text)  // ／ is a slash
		if !strings.Contains(text, `"`) { // as phones write them
			r.Text = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'").Replace(r.Text)
		}
	}
	b := []byte(r.Text)
	r.blankUnseen(b)
	blankFences(b)
	blankLineStarts(b)
	if bytes.IndexByte(b, ':') >= 0 {
		blank(title().Find(b))
	}
	r.Clean = string(b)
	if strings.TrimSpace(r.Clean) == "" && !r.Failed() {
		r.NoPlace(NoDeal, nil)
	}
	return r
}

// blank overwrites bytes with spaces.
func blank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// blankUnseen notes bytes that are not text, and characters within words that cannot be
// seen. It blanks such characters elsewhere.
func (r *Reader) blankUnseen(b []byte) {
	var size int
	for i := 0; i < len(b); i += size {
		if c := b[i]; c >= ' ' && c <= '~' || c == '\n' || c == '\t' {
			size = 1
			continue
		}
		var c rune
		c, size = utf8.DecodeRune(b[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			r.Problem(i, i+1, Unseen, game.Args{"character": fmt.Sprintf("%#x", b[i])})
		case isUnseen(c):
			size = len(b[i:]) - len(bytes.TrimLeftFunc(b[i:], isUnseen))
			if isInWord(b, i, i+size) {
				r.Problem(i, i+size, Unseen, game.Args{"character": fmt.Sprintf("U+%04X", c)})
			}
		case !unicode.IsSpace(c):
			continue
		}
		blank(b[i : i+size])
	}
}

// IsReplaced reports whether [Open] puts another character in place of one: a space for one that
// cannot be seen or a blank, or the ordinary form of a wide or narrow one.
func IsReplaced(c rune) bool {
	return c != ' ' && unicode.IsSpace(c) || isUnseen(c) || width.LookupRune(c).Folded() != 0
}

// isUnseen reports whether a character takes no room and is not part of an emoji: a
// control, a mark that turns the direction of text, a blank of no width and the like. Within a
// word such a character changes the word, and nobody sees it.
func isUnseen(c rune) bool {
	return unicode.IsControl(c) && !unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) && c != '\u200D' && c < 0xE0000
}

// isInWord reports whether b[start:end] has a visible character on either side.
func isInWord(b []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(b[:start])
	after, _ := utf8.DecodeRune(b[end:])
	return start > 0 && end < len(b) && !unicode.IsSpace(before) && !unicode.IsSpace(after)
}

var (
	// codeLanguage matches a code block with a language after its opening fence, which Discord does
	// not show: a word that begins with a letter and ends the line.
	codeLanguage = lazy.Regexp("(?s)```([A-Za-z][\\w+#.-]*)?[ \\t]*\\r?(?:\\n.*?)?(?:```|$)")
	backTicks    = lazy.Regexp("`+")
)

// blankFences blanks the fences of code blocks with their language, and back-ticks at the
// beginnings and ends of words. Back-ticks between two characters remain.
func blankFences(b []byte) {
	if bytes.IndexByte(b, '`') < 0 {
		return
	}
	for _, m := range codeLanguage().FindAllSubmatchIndex(b, -1) {
		blank(b[max(m[2], 0):max(m[3], 0)])
	}
	for _, m := range backTicks().FindAllIndex(b, -1) {
		if m[1]-m[0] >= 3 || m[0] == 0 || m[1] == len(b) || isEdge(b[m[0]-1]) || isEdge(b[m[1]]) {
			blank(b[m[0]:m[1]])
		}
	}
}

// isEdge reports whether a word can begin or end beside a byte.
func isEdge(c byte) bool { return strings.IndexByte(" \t\n/|;:=,()[]{}\"*_~`", c) >= 0 }

var (
	// chatLine matches the time before the name of who wrote a line, as messengers copy it:
	// "[23/11/26, 20:14] Tom:".
	chatLine = lazy.Regexp(`^[ \t]*\[[\d/.\-]{6,10},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?\]`)
	// title matches what answers write before a deal.
	title = lazy.Regexp(`(?i)\A\s*(?:` + dealNames + `):`)
)

// blankLineStarts blanks the > that begins a quoted line, and the time of a copied message.
func blankLineStarts(b []byte) {
	if !bytes.ContainsAny(b, ">[:") {
		return
	}
	for line := range bytes.Lines(b) {
		if !bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte(">>>")) { // of Python's prompt
			blank(line[:len(line)-len(bytes.TrimLeft(line, " \t>"))])
		}
		if dash := bytes.TrimLeft(line, " \t"); bytes.HasPrefix(dash, []byte("- ")) {
			if _, size := label(strings.TrimLeft(string(dash[2:]), " \t"), true); size > 0 {
				dash[0] = ' ' // the sign of a list before a label
			}
		}
		blank(chatLine().Find(line))
	}
}
