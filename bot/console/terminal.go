package console

import (
	"bufio"
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
	editor   *term.Terminal
	history  history
	complete Completer

	mu     sync.Mutex
	before *term.State // the mode to restore, nil if the terminal is not in raw mode
	closed bool
}

// OpenTerminal returns a Terminal that reads from in and echoes on out.
func OpenTerminal(in, out *os.File) *Terminal {
	t := &Terminal{in: in, out: out}
	t.keys = &keys{from: bufio.NewReader(in), resize: t.resize}
	return t
}

// Width returns the number of columns of a terminal, 0 if it is unknown.
func Width(out *os.File) int {
	width, _, err := term.GetSize(int(out.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// newline stands for the line ends of a paste in the history.
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

// maxTyped is how many characters that are not pasted the editor takes. It drops the others.
const maxTyped = 4096

// Read implements [Lines]. Lines that are pasted together are one, sent by Enter.
func (t *Terminal) Read(prompt string) (string, error) {
	if err := t.begin(); err != nil {
		return "", err
	}
	if t.editor == nil {
		t.editor = term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{t.keys, t.out}, "")
		t.editor.History = &t.history
		t.editor.AutoCompleteCallback = t.tab
	}
	t.keys.interrupted = false
	t.editor.SetPrompt(prompt)
	text, err := t.editor.ReadLine()
	for errors.Is(err, term.ErrPasteIndicator) {
		var line string
		t.editor.SetPrompt(promptMore)
		if line, err = t.editor.ReadLine(); len(text) <= maxInput {
			text += "\n" + line
		}
	}
	switch {
	case errors.Is(err, io.EOF): // from which the editor does not recover
		t.editor = nil
	case t.keys.interrupted:
		err = ErrInterrupted
	case err == nil && (len(text) > maxInput || utf8.RuneCountInString(text) == maxTyped):
		err = errTooLong
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ReplaceAll(text, string(newline), "\n"), errors.Join(err, t.restore(""))
}

// resize tells the editor the size of the window.
func (t *Terminal) resize() {
	if width, height, err := term.GetSize(int(t.out.Fd())); err == nil && width > 0 {
		_ = t.editor.SetSize(width, height) // if it cannot write, ReadLine returns the error
	}
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
func (t *Terminal) Remember(line string) {
	t.history.remember(strings.ReplaceAll(line, "\n", string(newline)))
}

// SetCompleter implements [Lines].
func (t *Terminal) SetCompleter(c Completer) { t.complete = c }

// tab completes a line as far as it is unambiguous, or shows the choices.
func (t *Terminal) tab(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' || t.complete == nil {
		return "", 0, false
	}
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
		_, _ = io.WriteString(t.editor, wrap(strings.Join(shown, between), Width(t.out))+"\n")
		return "", 0, false
	}
	return head + all + tail, len(head + all), true
}

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
