package console

import (
	"cmp"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// Terminal reads lines from a terminal, with editing, Tab, and a history in memory. While
// it reads, the terminal is in raw mode.
type Terminal struct {
	in, out  *os.File
	keys     *keys
	history  history
	complete Completer

	mu     sync.Mutex
	before *term.State // the mode to restore, nil if the terminal is not in raw mode
	closed bool
}

// OpenTerminal returns a Terminal that reads from in and echoes on out.
func OpenTerminal(in, out *os.File) *Terminal {
	return &Terminal{in: in, out: out, keys: &keys{from: in}}
}

// Width returns the number of columns of a terminal, 0 if it is unknown.
func Width(out *os.File) int {
	width, _, err := term.GetSize(int(out.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// Lines that are pasted together are edited as one, with newline for their ends, and sent
// by Enter.
const newline = '⏎'

// These ask a terminal to put marks around pasted text, or to stop doing so.
const (
	askForMarks = "\x1b[?2004h"
	noMarks     = "\x1b[?2004l"
)

// Close restores the terminal's mode. It may be called during a Read, which then blocks
// until the program ends.
func (t *Terminal) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	return t.restore("\r\n")
}

// Read implements [Lines].
func (t *Terminal) Read(prompt string) (string, error) {
	if err := t.begin(); err != nil {
		return "", err
	}
	// Input for later lines stays in t.keys, since this editor reads only one line.
	editor := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{t.keys, t.out}, prompt)
	editor.History = &t.history
	editor.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' || t.complete == nil {
			return "", 0, false
		}
		return t.tab(editor, line, pos)
	}
	t.keys.resize = func() {
		if width, height, err := term.GetSize(int(t.out.Fd())); err == nil && width > 0 {
			_ = editor.SetSize(width, height) // if it cannot write, ReadLine returns the error
		}
	}
	t.keys.resize()
	t.keys.interrupted = false
	line, err := editor.ReadLine()
	switch {
	case t.keys.interrupted:
		err = ErrInterrupted
	case err == nil && len(line) > maxInput:
		err = errTooLong
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ReplaceAll(line, string(newline), "\n"), errors.Join(err, t.restore(""))
}

// begin puts the terminal into raw mode: keys arrive one by one.
func (t *Terminal) begin() (err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return io.EOF
	}
	if t.before, err = term.MakeRaw(int(t.in.Fd())); err != nil {
		return err
	}
	_, err = t.out.WriteString(askForMarks)
	return err
}

// restore undoes begin, if it was called, and writes a last text.
func (t *Terminal) restore(last string) error {
	if t.before == nil {
		return nil
	}
	_, err := t.out.WriteString(noMarks + last)
	err = errors.Join(err, term.Restore(int(t.in.Fd()), t.before))
	t.before = nil
	return err
}

// Remember implements [Lines].
func (t *Terminal) Remember(line string) { t.history.remember(oneLine(line)) }

// SetCompleter implements [Lines].
func (t *Terminal) SetCompleter(c Completer) { t.complete = c }

// tab completes a line as far as it is unambiguous, or shows the choices.
func (t *Terminal) tab(editor io.Writer, line string, pos int) (string, int, bool) {
	head, found, tail := t.complete(line, utf8.RuneCountInString(line[:pos]))
	if len(found) == 0 {
		return "", 0, false
	}
	all, labeled := found[0].Value, found[0].Label != ""
	var shown []string
	for _, f := range found {
		for !strings.HasPrefix(f.Value, all) {
			_, last := utf8.DecodeLastRuneInString(all)
			all = all[:len(all)-last]
		}
		shown = append(shown, cmp.Or(f.Label, f.Value))
	}
	// If choices have labels, the part that their values share is no use to the user.
	if len(found) > 1 && (labeled || head+all == line[:pos]) {
		between := " "
		if labeled {
			between = "\n"
		}
		_, _ = io.WriteString(editor, wrap(strings.Join(shown, between), Width(t.out))+"\n")
		return "", 0, false
	}
	return head + all + tail, len(head + all), true
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", string(newline)) }

// maxHistory is how many lines the history keeps.
const maxHistory = 1000

// history implements [term.History] with the lines that the session remembers. The
// editor's own would also keep what is typed into forms.
type history []string

func (h *history) remember(line string) {
	if n := len(*h); n > 0 && (*h)[n-1] == line {
		return
	}
	*h = append(*h, line)
	*h = (*h)[max(0, len(*h)-maxHistory):]
}

// Add implements [term.History].
func (h *history) Add(string) {}

// Len implements [term.History].
func (h *history) Len() int { return len(*h) }

// At implements [term.History]: 0 is the last line.
func (h *history) At(i int) string { return (*h)[len(*h)-1-i] }
