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

// Terminal reads lines from a terminal, with editing, a history kept in memory,
// and Tab. It takes the terminal into its own mode while it reads.
type Terminal struct {
	in, out  *os.File
	keys     *keys
	history  history
	complete Completer

	mu     sync.Mutex
	before *term.State // the terminal's mode before a Read, nil outside of one
	closed bool
}

// OpenTerminal returns the lines typed on a terminal.
func OpenTerminal(in, out *os.File) *Terminal {
	return &Terminal{in: in, out: out, keys: &keys{from: in}}
}

// Width is how many columns a terminal has now, 0 where that is not known.
func Width(out *os.File) int {
	width, _, err := term.GetSize(int(out.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// Several lines that are pasted are edited as one, and sent by Enter; newline
// stands in it for their ends.
const newline = '⏎'

// Pasted text comes between marks of its own where the terminal is asked for it.
const (
	askForMarks = "\x1b[?2004h"
	noMarks     = "\x1b[?2004l"
)

// Close gives the terminal its earlier mode back. It may be called while a
// Read is under way, which then reads on until the program ends.
func (t *Terminal) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	return t.restore("\r\n")
}

// Read implements [Lines].
func (t *Terminal) Read(prompt, preset string) (string, error) {
	if err := t.begin(); err != nil {
		return "", err
	}
	// What was typed ahead waits in t.keys: the editor takes but one line from it.
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
			_ = editor.SetSize(width, height) // what it cannot write, ReadLine cannot either
		}
	}
	t.keys.resize()
	t.keys.begin(oneLine(preset))
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

// begin takes the terminal into the mode in which keys come one by one.
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

// restore ends what begin began, if it was, with a last text.
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

// tab completes a line as far as there is no choice, or shows what there is to
// choose from.
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
	// Labels can be typed on; what values have in common need not be one's meaning.
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

// maxHistory is how many lines are kept to be repeated.
const maxHistory = 1000

// history implements [term.History] with the lines that the session remembers;
// the editor itself would keep what is typed into forms, too.
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
