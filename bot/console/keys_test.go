package console

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/term"
)

// edited returns the lines that the editor makes of keys, and whether each was cancelled.
// The keys arrive in pieces of the given size, as over a slow connection.
func edited(t *testing.T, sent string, piece int) (lines []string) {
	t.Helper()
	k := &keys{from: bufio.NewReader(&pieces{sent, piece}), resize: func() {}}
	editor := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{k, io.Discard}, "> ")
	for pasted := ""; ; {
		k.interrupted = false
		line, err := editor.ReadLine()
		switch {
		case errors.Is(err, io.EOF):
			return lines
		case errors.Is(err, term.ErrPasteIndicator):
			pasted += line + "⏎"
			continue
		case err != nil:
			t.Fatal(err)
		case k.interrupted:
			line = "^C"
		}
		lines, pasted = append(lines, pasted+line), ""
	}
}

type pieces struct {
	left string
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.left == "" {
		return 0, io.EOF
	}
	n := copy(b, p.left[:min(p.size, len(p.left))])
	p.left = p.left[n:]
	return n, nil
}

func TestKeys(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("2 A ", 5000)
	for sent, want := range map[string][]string{
		"2 A / 3 4\r":                      {"2 A / 3 4"},
		"a\rb\rc\r":                        {"a", "b", "c"},
		"a\nb\r":                           {"a", "b"},
		"abc\x03d\r":                       {"^C", "d"},
		"ab\x1b[D\x04c\r":                  {"ac"},
		"ab\x1b[Hc\x1b[Fd\x1bOHe\r":        {"ecabd"},
		"a\x04\x04\x04b\r":                 {"ab"},
		"abc\x7f\x7fd\r":                   {"ad"},
		"a\r\x04b\r":                       {"a"},
		"\x1b[200~a\nb\r\nc\rd\x1b[201~\r": {"a⏎b⏎c⏎d"},
		// Pasted characters are only text.
		"\x1b[200~a\x03\x04\x15\tb\x1b[2J\u009b2J\x07\u202Ec\x1b[201~\r": {"a b[2J2Jc"},
		"\x1b[200~/a\r/b\r\x1b[201~x\r":                                  {"/a⏎/b⏎x"},
		"\x1b[200~" + long + "\x1b[201~\r":                               {long},
		long + "\r":                                                      {long[:maxTyped]},
		// None of these may stop the editor.
		"a\uFFFDb\xffc\r": {"abc"},
		"a\x1b123 " + strings.Repeat("7", 300) + " A\r":    {"a123 " + strings.Repeat("7", 300) + " A"},
		"a\x1b[5~\x1b[15;2~\x1b[Z\x1b[?1;2cb\r":            {"ab"},
		"\x1b[200~" + strings.Repeat("\x1b", 300) + "b\r":  nil,
		"\x1b[200~\x1b[201\x1b[201~b\x1b[200~\x1b[201~c\r": {"[201bc"},
		"♠🂡è 日本\r":                                         {"♠🂡è 日本"},
		"unfinished":                                       nil,
	} {
		for _, piece := range []int{1, 2, 7, 4096} {
			if got := edited(t, sent, piece); strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%.60q in pieces of %d: got %.80q, want %.80q", sent, piece, got, want)
			}
		}
	}
}

// FuzzKeysNeverStopTheEditor looks for input after which the next line cannot be read.
func FuzzKeysNeverStopTheEditor(f *testing.F) {
	for _, sent := range []string{"\x1b", "\x1b[", "\x1bO", "\xe2\x8f", "\uFFFD", "\x1b[200~", "\x1b[" + strings.Repeat("7", 300), "\x03", "\x1b[A", "\x0c", "\t", "\x10\x14"} {
		f.Add(sent)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		if strings.Contains(sent, "\x04") {
			return
		}
		got := edited(t, sent+"x\x1b[201~\x03\rend\r", 5)
		if len(got) == 0 || got[len(got)-1] != "end" {
			t.Errorf("the last line is not there: %q", got)
		}
	})
}
