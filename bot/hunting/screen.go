package hunting

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Screen shows on standard error how far something has come: on a terminal in a line that
// is drawn again and again, elsewhere in a line now and then. Failing writes are ignored:
// they are no reason to stop.
type Screen struct {
	out io.Writer
	// width returns the columns of the terminal; nil if out is no terminal.
	width func() int
	drawn int // columns of the line that is shown
	next  time.Time
}

// NewScreen returns a screen. width returns the columns of a terminal, 0 if they are
// unknown; it is nil for anything else.
func NewScreen(out io.Writer, width func() int) *Screen {
	return &Screen{out: out, width: width, next: time.Now().Add(pause(width))}
}

// How often a line is drawn on a terminal, and written elsewhere.
const (
	terminalPause = 200 * time.Millisecond
	plainPause    = time.Minute
	unknownWidth  = 80
)

// pause returns how long a screen waits before the next line.
func pause(width func() int) time.Duration {
	if width == nil {
		return plainPause
	}
	return terminalPause
}

// Update shows a line if it is time for it. text returns the line, of at most so many
// columns if they are not 0.
func (s *Screen) Update(text func(columns int) string) {
	now := time.Now()
	if now.Before(s.next) {
		return
	}
	s.next = now.Add(pause(s.width))
	if s.width == nil {
		fmt.Fprintln(s.out, text(0))
		return
	}
	columns := s.width()
	if columns <= 0 {
		columns = unknownWidth
	}
	line := text(columns - 1) // a full line would move the cursor to the next
	line = line[:min(len(line), max(columns-1, 0))]
	fmt.Fprintf(s.out, "\r%s%s", line, strings.Repeat(" ", max(min(s.drawn, columns-1)-len(line), 0)))
	s.drawn = len(line)
}

// Println writes a line that stays.
func (s *Screen) Println(text string) {
	s.Clear()
	fmt.Fprintln(s.out, text)
}

// Clear removes the line that is shown, so that something else can be written.
func (s *Screen) Clear() {
	if s.drawn > 0 {
		fmt.Fprintf(s.out, "\r%s\r", strings.Repeat(" ", s.drawn))
		s.drawn = 0
		s.next = time.Time{} // it is drawn again with the next update
	}
}
