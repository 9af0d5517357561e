// Package progress shows on standard error how far something has come.
package progress

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Line is a line of progress: on a terminal it is drawn again and again, elsewhere one is written
// now and then. It ignores failing writes: they are no reason to stop. A nil Line shows nothing.
type Line struct {
	out io.Writer
	// width returns the columns of the terminal; nil if out is no terminal.
	width       func() int
	drawn       int // columns of the line that is shown
	began, next time.Time
}

// New returns a line. width returns the columns of a terminal, 0 if they are unknown; it is
// nil for anything else.
func New(out io.Writer, width func() int) *Line {
	l := &Line{out: out, width: width, began: time.Now()}
	if width == nil {
		l.next = l.began.Add(plainPause)
	}
	return l
}

// How often a line is drawn on a terminal, and written elsewhere.
const (
	terminalPause = 200 * time.Millisecond
	plainPause    = time.Minute
	unknownWidth  = 80
)

func (l *Line) pause() time.Duration {
	if l.width == nil {
		return plainPause
	}
	return terminalPause
}

// Update shows a line if it is time for it. share is the part that is done, from 0 to 1, or
// negative if there is no end. parts are what else there is to say, the most important first:
// what does not fit on a terminal is left out.
func (l *Line) Update(share float64, parts ...string) {
	if l == nil {
		return
	}
	now := time.Now()
	if now.Before(l.next) {
		return
	}
	l.next = now.Add(l.pause())
	all := append([]string{l.clock(share, now)}, parts...)
	if l.width == nil {
		fmt.Fprintln(l.out, strings.Join(all, ", "))
		return
	}
	columns := l.width()
	if columns <= 0 {
		columns = unknownWidth
	}
	line := fit(share, all, columns-1) // a full line would move the cursor to the next
	fmt.Fprintf(l.out, "\r%s%s", line, strings.Repeat(" ", max(min(l.drawn, columns-1)-len(line), 0)))
	l.drawn = len(line)
}

// clock returns the time left at the speed so far, or the time that has passed if there is no
// end: "9:05 left", "1:09:05".
func (l *Line) clock(share float64, now time.Time) string {
	passed := now.Sub(l.began)
	if share < 0 {
		return clock(passed)
	}
	if share == 0 {
		return clock(passed) + " so far"
	}
	return clock(min(time.Duration(float64(passed)*(1-share)/share), longest)) + " left"
}

// longest is the longest time left that is shown.
const longest = 366 * 24 * time.Hour

func clock(d time.Duration) string {
	s := int64(d.Round(time.Second).Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// The most and the fewest columns of a bar.
const mostBar, leastBar = 30, 10

// fit returns a bar and the parts that fit into a number of columns.
func fit(share float64, parts []string, columns int) string {
	room := columns
	if columns >= 4*leastBar && share >= 0 {
		room -= leastBar + len("[] ")
	}
	for len(parts) > 1 && len(strings.Join(parts, ", ")) > room {
		parts = parts[:len(parts)-1]
	}
	text := strings.Join(parts, ", ")
	if bar := min(columns-len(text)-len("[] "), mostBar); bar >= leastBar && share >= 0 {
		done := min(int(float64(bar)*share), bar)
		text = "[" + strings.Repeat("=", done) + strings.Repeat(" ", bar-done) + "] " + text
	}
	return text[:min(len(text), max(columns, 0))]
}

// Println writes a line that stays.
func (l *Line) Println(text string) {
	l.Clear()
	fmt.Fprintln(l.out, text)
}

// Clear removes the line that is shown, so that something else can be written.
func (l *Line) Clear() {
	if l != nil && l.drawn > 0 {
		fmt.Fprintf(l.out, "\r%s\r", strings.Repeat(" ", l.drawn))
		l.drawn = 0
		l.next = time.Time{} // it is drawn again with the next update
	}
}
