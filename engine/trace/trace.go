// Package trace writes the record of a game line by line, in constant memory. Of a
// record that would be too long, it keeps only the beginning and the end.
//
// # Goals
//
// A line that is left out is never rendered, so the trace of a game of millions of cards
// takes little longer than playing it. A line says how many were left out.
//
// # Non-goals
//
// It knows no layout: each game renders its own lines.
package trace

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
)

// Format is the format of a trace.
type Format int

// The formats. Text is for people, in each game's own table; JSONLines is for
// programs: one JSON object on each line, the deal first and the report last.
const (
	Text Format = iota
	JSONLines
)

// Options are the options of a trace. The zero value means all of it, as text.
type Options struct {
	Format Format
	// Limit is about the most bytes of all lines of text, 0 for no limit. Only the beginning and
	// the end of a longer trace are written.
	Limit int64
	// Ends is the number of lines of text kept at the beginning and at the end, 0 for all.
	Ends int64
	// LeftOut, unless nil, is called with the number of lines left out.
	LeftOut func(lines int64)
}

// Writer writes the lines of a trace.
type Writer struct {
	out     *bufio.Writer
	opts    Options
	total   int64 // the number of all lines
	head    int64 // the number of lines kept at the beginning
	tail    int64 // the first line kept at the end
	line    int64
	longest int64 // the most bytes of a line so far
	buffer  []byte
	err     error
}

// NewWriter returns a writer of a total number of lines.
func NewWriter(w io.Writer, opts Options, total int64) *Writer {
	return &Writer{out: bufio.NewWriter(w), opts: opts, total: total, head: total}
}

// Line writes the next line. render appends it to a slice, without the line end, and
// returns the result; it is not called for a line that is left out. Blanks at the end of
// the line are removed.
func (t *Writer) Line(render func([]byte) []byte) {
	i := t.line
	t.line++
	if t.head == t.total && t.fills(i) {
		t.head, t.tail = i, max(t.total-i, i)
		if t.head < t.tail {
			t.note(t.tail - t.head)
		}
	}
	if i >= t.head && i < t.tail || t.err != nil {
		return
	}
	t.buffer = render(t.buffer[:0])
	t.write(t.buffer)
	t.longest = max(t.longest, int64(len(t.buffer))+1)
}

// fills reports whether the lines are all that is kept at the beginning: half of those
// written, if those at the end are as long.
func (t *Writer) fills(lines int64) bool {
	return lines > 0 && (lines == t.opts.Ends || t.opts.Limit > 0 && 2*(lines+1)*t.longest > t.opts.Limit)
}

// Plain writes a heading or a closing line, which is not counted and never left out.
func (t *Writer) Plain(line string) { t.write([]byte(line)) }

// WriteObjects writes a trace in JSON Lines: the deal, the events of a replay, and the report. The
// error is that of replay or of w.
func WriteObjects(w io.Writer, deal, report any, replay func(event func(any)) error) error {
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	err := lines.Encode(deal)
	write := func(v any) {
		if err == nil {
			err = lines.Encode(v)
		}
	}
	if failed := replay(write); failed != nil {
		return failed
	}
	write(report)
	return cmp.Or(err, out.Flush())
}

// note writes that n lines are left out.
func (t *Writer) note(n int64) {
	if t.opts.LeftOut != nil {
		t.opts.LeftOut(n)
	}
	t.Plain(fmt.Sprintf("… %d lines left out …", n))
}

// write writes a line without the blanks at its end.
func (t *Writer) write(line []byte) {
	for len(line) > 0 && line[len(line)-1] == ' ' {
		line = line[:len(line)-1]
	}
	if t.err == nil {
		_, t.err = t.out.Write(line)
	}
	if t.err == nil {
		t.err = t.out.WriteByte('\n')
	}
}

// Close flushes the writer and returns its first error.
func (t *Writer) Close() error {
	if t.err != nil {
		return t.err
	}
	return t.out.Flush()
}
