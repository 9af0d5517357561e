package console

import (
	"bytes"
	"io"
	"unicode/utf8"

	"nonna/engine/lazy"
)

// keys feeds x/term's editor what a terminal sends, one line at a time, with all
// characters as bracketed paste. Outside of a paste the editor drops input after 4,096
// characters, stops for good at U+FFFD or invalid UTF-8, and swallows everything between
// an Escape and the next letter; pasted control characters it echoes, so keys drops them.
type keys struct {
	from io.Reader
	// resize is called before each read: the size of the window may have changed.
	resize func()

	in      []byte // not yet processed: the beginning of a key
	out     []byte // for the editor
	pasting bool   // the terminal is sending a paste
	inPaste bool   // out ends within a paste
	// interrupted reports that the last line was cancelled with Ctrl-C.
	interrupted bool
}

const (
	ctrlC = '\x03'
	ctrlD = '\x04'
	enter = '\r'
)

// The marks around a paste.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// char adds a character for the editor.
func (k *keys) char(r rune) {
	if !k.inPaste {
		k.out = append(k.out, pasteBegins...)
	}
	k.out, k.inPaste = utf8.AppendRune(k.out, r), true
}

// key adds a key that is not a character, or "".
func (k *keys) key(key string) {
	if k.inPaste {
		k.out = append(k.out, pasteEnds...)
	}
	k.out, k.inPaste = append(k.out, key...), false
}

// Read implements [io.Reader]. It returns nothing beyond the end of a line, because the
// editor of the next line would not get it.
func (k *keys) Read(p []byte) (int, error) {
	buf := make([]byte, 4096)
	for len(k.out) == 0 {
		n, err := k.from.Read(buf)
		if n == 0 && err != nil {
			return 0, err
		}
		k.in = append(k.in, buf[:n]...)
		for k.next() {
			continue
		}
		k.key("")
	}
	k.resize()
	n := min(len(p), len(k.out))
	if i := bytes.IndexAny(k.out[:n], string([]rune{ctrlC, ctrlD, enter})); i >= 0 {
		n = i + 1
		k.interrupted = k.out[i] == ctrlC
	}
	copy(p, k.out[:n])
	k.out = k.out[n:]
	if k.interrupted {
		p[n-1] = enter // end the line; Terminal checks k.interrupted
	}
	return n, nil
}

// next processes one key of k.in. It returns false if the key is incomplete.
func (k *keys) next() bool {
	switch {
	case len(k.in) == 0:
		return false
	case k.in[0] == '\x1b':
		return k.escape()
	case !utf8.FullRune(k.in), k.pasting && string(k.in) == "\r":
		return false
	}
	r, n := utf8.DecodeRune(k.in)
	if bytes.HasPrefix(k.in, []byte("\r\n")) {
		n++
	}
	k.in = k.in[n:]
	k.process(r)
	return true
}

// process adds what r means to the editor. In a paste a line end is a character, and
// other control characters are dropped.
func (k *keys) process(r rune) {
	switch lineEnd := r == '\r' || r == '\n'; {
	case lineEnd && k.pasting:
		k.char(newline)
	case lineEnd:
		k.key(string(enter))
	case !k.pasting && (r < ' ' || r == 0x7f):
		k.key(string(r))
	case r == '\t':
		k.char(' ')
	case r != utf8.RuneError && !isHarmful(r):
		k.char(r)
	}
}

// escape is next for a key that begins with Escape. In a paste only the mark of its end
// counts as one.
func (k *keys) escape() bool {
	if k.pasting {
		switch {
		case bytes.HasPrefix(k.in, []byte(pasteEnds)):
			k.pasting, k.in = false, k.in[len(pasteEnds):]
		case bytes.HasPrefix([]byte(pasteEnds), k.in):
			return false
		default:
			k.in = k.in[1:]
		}
		return true
	}
	if sequenceBegins().Match(k.in) && len(k.in) < maxSequence {
		return false
	}
	found := sequence().Find(k.in)
	if found == nil { // the key Escape itself
		k.in = k.in[1:]
		return true
	}
	k.in = k.in[len(found):]
	if k.pasting = string(found) == pasteBegins; !k.pasting {
		k.key(editorKeys[string(found[1:])])
	}
	return true
}

// A sequence is what a terminal sends for a key that is not a character.
var (
	sequence       = lazy.Regexp(`^\x1b(?:\[[0-9:;<=>?]*|O)[A-Za-z~@^$]`)
	sequenceBegins = lazy.Regexp(`^\x1b(?:\[[0-9:;<=>?]*|O)?$`)
)

// maxSequence is longer than any sequence.
const maxSequence = 32

// editorKeys maps sequences to the keys that the editor understands.
//
//nolint:gochecknoglobals // a table that is never written
var editorKeys = map[string]string{
	"[A": "\x1b[A", "[B": "\x1b[B", "[C": "\x1b[C", "[D": "\x1b[D", // the arrows
	"OA": "\x1b[A", "OB": "\x1b[B", "OC": "\x1b[C", "OD": "\x1b[D",
	"[H": "\x01", "OH": "\x01", "[1~": "\x01", "[7~": "\x01", // Home
	"[F": "\x05", "OF": "\x05", "[4~": "\x05", "[8~": "\x05", // End
	"[3~": "\x1b[3~", "[1;3C": "\x1b[1;3C", "[1;3D": "\x1b[1;3D", // Delete, Alt and an arrow
	"[1;5C": "\x1b[1;3C", "[1;5D": "\x1b[1;3D", // Ctrl and an arrow
}
