package console

import (
	"errors"
	"io"

	"github.com/peterh/liner"
)

// Terminal reads lines from the terminal that the program was started on, with
// editing, a history kept in memory, and Tab. It takes the terminal into its
// own mode until it is closed.
type Terminal struct{ state *liner.State }

// TerminalSupported tells whether lines can be edited on a terminal of the
// type that the environment names ("dumb" ones cannot).
func TerminalSupported() bool { return liner.TerminalSupported() }

// OpenTerminal opens the program's terminal: standard input and output must
// both be one.
func OpenTerminal() *Terminal {
	state := liner.NewLiner()
	state.SetCtrlCAborts(true)
	state.SetBeep(false)
	state.SetTabCompletionStyle(liner.TabPrints)
	return &Terminal{state}
}

// Close gives the terminal its earlier mode back. It may be called while a
// Read is under way, which then reads on until the program ends.
func (t *Terminal) Close() error { return t.state.Close() }

// Read implements [Lines].
func (t *Terminal) Read(prompt, preset string) (string, error) {
	line, err := t.state.PromptWithSuggestion(prompt, preset, -1)
	switch {
	case errors.Is(err, liner.ErrPromptAborted):
		return "", ErrInterrupted
	case errors.Is(err, liner.ErrInvalidPrompt):
		// A label with a character that is not printable; the question has
		// been shown well enough by what stands above it.
		line, err = t.state.PromptWithSuggestion("> ", preset, -1)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return line, err
}

// Remember implements [Lines].
func (t *Terminal) Remember(line string) { t.state.AppendHistory(line) }

// SetCompleter implements [Lines].
func (t *Terminal) SetCompleter(c Completer) { t.state.SetWordCompleter(c) }
