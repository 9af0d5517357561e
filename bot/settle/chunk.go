package settle

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"nonna/engine/deal"
	"nonna/engine/game"
)

// chunk is lines that arrived together, and their answers.
type chunk struct {
	number int64  // of the first line, from 1
	text   []byte // with line ends, except perhaps that of the stream's last line
	// long is the size of a single line that is too long for a deal, 0 for other lines.
	// The text of such a line is dropped.
	long int64

	answers []byte
	sum     Summary       // of the answers
	done    chan struct{} // closed when all lines are answered
}

// chunkSize is how many bytes of further lines are read with a line: some hundred deals, enough
// to be worth handing to another goroutine.
const chunkSize = 16 << 10

// read waits for a line, and reads it together with complete lines that are buffered already,
// some of them for each worker. A last line without an end counts. At the end of the stream
// the error is io.EOF; after another error of the reader an incomplete line is dropped.
func (c *chunk) read(r *bufio.Reader, workers int) error {
	part, err := r.ReadSlice('\n')
	for ; errors.Is(err, bufio.ErrBufferFull); part, err = r.ReadSlice('\n') {
		c.long += int64(len(part))
	}
	if ended := errors.Is(err, io.EOF) && (len(part) > 0 || c.long > 0); err != nil && !ended {
		return err
	}
	if c.long > 0 {
		c.long += int64(len(part))
		return nil
	}
	c.text = append(c.text, part...)
	more, _ := r.Peek(min(r.Buffered()/workers, chunkSize)) // what is buffered causes no error
	more = more[:bytes.LastIndexByte(more, '\n')+1]
	c.text = append(c.text, more...)
	_, _ = r.Discard(len(more))
	return nil
}

// answerer answers chunks, one after the other.
type answerer struct {
	Options
	quick func(b []byte, ends []int, lines [][]byte) ([]byte, []int) // nil if there is no quick way
	lines [][]byte
	text  []byte // what quick answered
	ends  []int  // where the answers of lines end in text
}

// answer answers the lines of a chunk. The error is that of ctx; then answers are missing.
func (a *answerer) answer(ctx context.Context, c *chunk) error {
	if c.long > 0 {
		return a.refuse(c, c.number, &deal.Problems{List: []deal.Problem{{
			Start: -1, End: -1, Kind: deal.TooLong, Args: game.Args{"bytes": c.long, "most": deal.MaxText},
		}}})
	}
	a.lines, a.text, a.ends = a.lines[:0], a.text[:0], a.ends[:0]
	for line := range bytes.Lines(c.text) {
		line = bytes.TrimSuffix(line, []byte{'\n'})
		a.lines = append(a.lines, bytes.TrimSuffix(line, []byte{'\r'}))
	}
	if a.quick != nil {
		a.text, a.ends = a.quick(a.text, a.ends, a.lines)
	}
	begin := 0
	for i, line := range a.lines {
		var quick []byte
		if a.quick != nil {
			quick, begin = a.text[begin:a.ends[i]], a.ends[i]
		}
		number := c.number + int64(i)
		switch {
		case len(quick) > 0:
			c.answers = appendLine(append(c.answers, quick...), number)
			c.sum.add(Summary{Deals: 1})
		case len(bytes.TrimSpace(line)) == 0:
		default:
			if err := a.one(ctx, c, line, number); err != nil {
				return err
			}
		}
	}
	return nil
}

// one answers a line of a chunk that has no quick answer.
func (a *answerer) one(ctx context.Context, c *chunk, line []byte, number int64) error {
	settled, err := One(ctx, string(line), a.Options)
	switch {
	case ctx.Err() != nil && err != nil:
		return ctx.Err()
	case err != nil:
		return a.refuse(c, number, err)
	}
	answer, err := settled.line(a.Echo, number)
	c.answers = append(c.answers, answer...)
	c.sum.add(Summary{Deals: 1})
	if settled.Undecided() {
		c.sum.Undecided++
	}
	return err
}

// refuse answers a line that cannot be read.
func (a *answerer) refuse(c *chunk, number int64, err error) error {
	answer, err := JSON(Unread(a.Say, err, number))
	c.answers = append(c.answers, answer...)
	c.sum.add(Summary{Deals: 1, Unread: 1, First: number})
	return err
}
