package console

import (
	"bufio"
	"strings"
	"unicode/utf8"
)

// keys feeds x/term's editor what a terminal sends, one line at a time, without what the editor
// does not bear: it stops for good at U+FFFD or invalid UTF-8, swallows what follows the key
// Escape, and echoes pasted control characters.
type keys struct {
	from *bufio.Reader
	// resize is called before each read: the size of the window may have changed.
	resize func()
	// pasting says that the terminal is sending a paste.
	pasting bool
	// interrupted says that the last line was cancelled with Ctrl-C.
	interrupted bool
	last        rune
}

const (
	ctrlC  = '\x03'
	ctrlD  = '\x04'
	escape = '\x1b'
)

// The marks around a paste, behind an Escape.
const (
	pasteBegins = "[200~"
	pasteEnds   = "[201~"
)

// Read implements [io.Reader]. It returns nothing beyond the end of a line.
func (k *keys) Read(p []byte) (n int, err error) {
	k.resize()
	if len(p) < utf8.UTFMax { // the rest of the editor's buffer is an endless sequence
		return copy(p, "~"), nil
	}
	for n <= len(p)-utf8.UTFMax {
		r, _, err := k.from.ReadRune()
		if err != nil {
			return n, err
		}
		if r == escape && n > 0 { // what follows it may have to be waited for
			return n, k.from.UnreadRune()
		}
		if k.takes(&r) {
			n += utf8.EncodeRune(p[n:], r)
		}
		if r == '\r' || r == '\n' || r == ctrlD || n > 0 && k.from.Buffered() == 0 {
			break
		}
	}
	return n, nil
}

// takes reports whether the editor gets a character. Of control characters in a paste it gets line
// ends alone.
func (k *keys) takes(r *rune) bool {
	before := k.last
	switch k.last = *r; {
	case *r == escape:
		return k.beginsKey()
	case *r == utf8.RuneError, *r == '\n' && before == '\r':
		return false
	case *r == '\t' && k.pasting:
		*r = ' '
	case k.pasting:
		return *r == '\r' || *r == '\n' || !isHarmful(*r)
	case *r == ctrlC:
		k.interrupted, *r = true, '\r' // which ends the line
	case *r == 'O' && before == escape: // as some terminals send arrows
		*r = '['
	}
	return *r <= 0x7f || !isHarmful(*r)
}

// beginsKey reports whether an Escape begins what the editor understands: a key or, in a paste, the
// mark of its end.
func (k *keys) beginsKey() bool {
	if k.pasting {
		k.pasting = !k.follows(pasteEnds)
		return !k.pasting
	}
	k.pasting = k.follows(pasteBegins)
	return k.pasting || k.follows("[") || k.follows("O")
}

// follows reports whether a text comes next. It waits for no more of it than can come.
func (k *keys) follows(text string) bool {
	for i := range len(text) {
		if next, err := k.from.Peek(i + 1); err != nil || !strings.HasPrefix(text, string(next)) {
			return false
		}
	}
	return true
}
