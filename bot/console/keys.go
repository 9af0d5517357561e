package console

import (
	"bytes"
	"io"
	"regexp"
	"unicode/utf8"
)

// keys hands what a terminal sends to the editor of lines, a line at a time, and
// keeps from it what it cannot cope with: a character that is not Unicode or is
// U+FFFD stops it for good, an Escape swallows what follows up to a letter, what
// is pasted is echoed with all that it could do to the terminal, and of what is not
// only 4,096 characters are taken. So it gets all characters as if pasted.
type keys struct {
	from io.Reader
	// resize is called before keys are handed over: the window may have changed.
	resize func()

	in     []byte // is to be read yet: the beginning of a key
	out    []byte // is to be handed over
	pasted bool   // tells that what comes is being pasted
	marked bool   // tells that out ends with characters, and their end is not marked
	// interrupted tells that the last line handed over was given up with Ctrl-C.
	interrupted bool
}

const (
	ctrlC = '\x03'
	ctrlD = '\x04'
	enter = '\r'
)

// begin begins a line with what stands in it from the start.
func (k *keys) begin(preset string) {
	k.interrupted = false
	k.out = append([]byte(pasteBegins+preset+pasteEnds), k.out...)
}

// The marks of what is pasted.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// char hands over a character.
func (k *keys) char(r rune) {
	if !k.marked {
		k.out = append(k.out, pasteBegins...)
	}
	k.out, k.marked = utf8.AppendRune(k.out, r), true
}

// key hands over a key that is no character, "" for none.
func (k *keys) key(key string) {
	if k.marked {
		k.out = append(k.out, pasteEnds...)
	}
	k.out, k.marked = append(k.out, key...), false
}

// Read implements [io.Reader]. It returns nothing that follows the end of a line,
// so that the editor leaves it to the next.
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
		p[n-1] = enter // Ctrl-C ends a line; what becomes of it is Terminal's to say
	}
	return n, nil
}

// next reads one key, and reports false where more of it is to come.
func (k *keys) next() bool {
	switch {
	case len(k.in) == 0:
		return false
	case k.in[0] == '\x1b':
		return k.escape()
	case !utf8.FullRune(k.in), k.pasted && string(k.in) == "\r":
		return false
	}
	r, n := utf8.DecodeRune(k.in)
	if bytes.HasPrefix(k.in, []byte("\r\n")) {
		n++
	}
	k.in = k.in[n:]
	k.take(r)
	return true
}

// take takes a character or the key Enter, which in what is pasted is one, too; or
// another key with Ctrl.
func (k *keys) take(r rune) {
	switch ends := r == '\r' || r == '\n'; {
	case ends && k.pasted:
		k.char(newline)
	case ends:
		k.key(string(enter))
	case !k.pasted && (r < ' ' || r == 0x7f):
		k.key(string(r))
	case r == '\t':
		k.char(' ')
	case r != utf8.RuneError && !isHarmful(r):
		k.char(r)
	}
}

// escape reads a key that begins with Escape; in what is pasted nothing is one but
// the mark of its end.
func (k *keys) escape() bool {
	if k.pasted {
		switch {
		case bytes.HasPrefix(k.in, []byte(pasteEnds)):
			k.pasted, k.in = false, k.in[len(pasteEnds):]
		case bytes.HasPrefix([]byte(pasteEnds), k.in):
			return false
		default:
			k.in = k.in[1:]
		}
		return true
	}
	if sequenceBegins.Match(k.in) && len(k.in) < maxSequence {
		return false
	}
	found := sequence.Find(k.in)
	if found == nil { // the key Escape itself
		k.in = k.in[1:]
		return true
	}
	k.in = k.in[len(found):]
	if k.pasted = string(found) == pasteBegins; !k.pasted {
		k.key(meanings[string(found[1:])])
	}
	return true
}

// A sequence is what a terminal sends for a key that is no character.
var (
	sequence       = regexp.MustCompile(`^\x1b(?:\[[0-9:;<=>?]*|O)[A-Za-z~@^$]`)
	sequenceBegins = regexp.MustCompile(`^\x1b(?:\[[0-9:;<=>?]*|O)?$`)
)

// maxSequence is longer than any sequence.
const maxSequence = 32

// meanings are keys as the editor knows them.
//
//nolint:gochecknoglobals // a table that is never written
var meanings = map[string]string{
	"[A": "\x1b[A", "[B": "\x1b[B", "[C": "\x1b[C", "[D": "\x1b[D", // the arrows
	"OA": "\x1b[A", "OB": "\x1b[B", "OC": "\x1b[C", "OD": "\x1b[D",
	"[H": "\x01", "OH": "\x01", "[1~": "\x01", "[7~": "\x01", // Home
	"[F": "\x05", "OF": "\x05", "[4~": "\x05", "[8~": "\x05", // End
	"[3~": "\x1b[3~", "[1;3C": "\x1b[1;3C", "[1;3D": "\x1b[1;3D", // Delete, Alt and an arrow
	"[1;5C": "\x1b[1;3C", "[1;5D": "\x1b[1;3D", // Ctrl and an arrow
}
