// Package trace writes the record of a game line by line, in constant memory,
// and keeps only the head and the tail of one that would grow too long.
//
// # Goals
//
// A line that is left out is never rendered, so the trace of a game of
// millions of cards costs little more than playing it. What is left out is
// said, with its number of lines.
//
// # Non-goals
//
// It knows no layout: each game brings its own lines.
package trace

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
)

// Format is how a trace is written.
type Format int

// The formats. Text is for people, in each game's own table; JSONLines is for
// programs: one JSON object a line, the deal first and the verdict last.
const (
	Text Format = iota
	JSONLines
)

// Options says how a trace is wanted. The zero value is a whole one in text.
type Options struct {
	Format Format
	// Limit is the most bytes the lines may come to, 0 for no limit. A trace
	// that might come to more keeps its head and its tail.
	Limit int64
	// Ends is how many lines are kept at the beginning and at the end, 0 for all.
	Ends int64
	// LeftOut is told how many lines are left out, nil for nobody.
	LeftOut func(lines int64)
}

// Writer writes the lines of a trace.
type Writer struct {
	out    *bufio.Writer
	opts   Options
	head   int64 // how many lines are kept at the beginning,
	tail   int64 // and from which line on at the end
	line   int64
	buffer []byte
	err    error
}

// NewWriter returns a writer of total lines of which none is longer than
// longest bytes, line end included.
func NewWriter(w io.Writer, opts Options, total int64, longest int) *Writer {
	t := &Writer{out: bufio.NewWriter(w), opts: opts, head: total}
	keep := total
	if opts.Ends > 0 {
		keep = min(keep, 2*opts.Ends)
	}
	if opts.Limit > 0 {
		keep = min(keep, opts.Limit/int64(max(longest, 1)))
	}
	if keep < total {
		t.head = max(keep/2, 1)
		t.tail = max(total-t.head, t.head)
	}
	return t
}

// Line writes the next line: render appends it, without the line end, to the
// slice it is given and returns the result. It is not called for a line that
// is left out. White space at the end of the line is cut off.
func (t *Writer) Line(render func([]byte) []byte) {
	i := t.line
	t.line++
	if i == t.head && i < t.tail {
		t.note(t.tail - t.head)
	}
	if i >= t.head && i < t.tail || t.err != nil {
		return
	}
	t.buffer = render(t.buffer[:0])
	t.write(t.buffer)
}

// Plain writes a line that belongs to no count: a heading or a closing line.
// It is never left out.
func (t *Writer) Plain(line string) { t.write([]byte(line)) }

// Event writes the next line as [Writer.Line] does: a JSON object.
func (t *Writer) Event(event func() any) {
	t.Line(func(b []byte) []byte { return t.appendJSON(b, event()) })
}

// Object writes a JSON object that belongs to no count: the deal or the verdict.
func (t *Writer) Object(v any) { t.write(t.appendJSON(nil, v)) }

func (t *Writer) appendJSON(b []byte, v any) []byte {
	object, err := json.Marshal(v)
	t.err = cmp.Or(t.err, err)
	return append(b, object...)
}

func (t *Writer) note(n int64) {
	if t.opts.LeftOut != nil {
		t.opts.LeftOut(n)
	}
	if t.opts.Format == JSONLines {
		t.Plain(fmt.Sprintf(`{"left_out":%d}`, n))
		return
	}
	t.Plain(fmt.Sprintf("… %d lines left out …", n))
}

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

// Close writes what is buffered and returns the first error of the writer.
func (t *Writer) Close() error {
	if t.err != nil {
		return t.err
	}
	return t.out.Flush()
}

// Pad appends spaces until the line is width bytes long.
func Pad(line []byte, width int) []byte {
	for len(line) < width {
		line = append(line, ' ')
	}
	return line
}
