package settle

import (
	"bytes"
	"context"
)

// chunk holds lines to answer, and their answers. Only one goroutine at a time uses it.
type chunk struct {
	lines         // not answered yet
	buffer []byte // of the lines' text, to be reused
	quick  *quickAnswers

	done chan struct{} // closed when answers, sum and next are complete
	next *chunk        // with the lines that follow, nil if there is none

	answers []byte
	sum     Summary // of the answers
}

// split moves the lines that are left to a new chunk after this one.
func (c *chunk) split() *chunk {
	c.next = &chunk{lines: c.lines, quick: c.quick, done: make(chan struct{})}
	c.lines = lines{}
	return c.next
}

// answerQuick appends the answers that a game's Quick function has given, up to the first
// line without one.
func (c *chunk) answerQuick() {
	for c.hasLine() && c.long == 0 {
		text, size := c.first()
		answer := c.quick.take()
		switch {
		case len(answer) > 0:
			c.answers = appendLine(append(c.answers, answer...), c.number)
			c.sum.Deals++
			c.sum.Bytes += size
		case len(bytes.TrimSpace(text)) > 0:
			return
		}
		c.cut(size)
	}
}

// answerOne answers a line, which is the only one of the chunk. Its error is that of ctx.
func (c *chunk) answerOne(ctx context.Context, one lines, o Options) error {
	text, size := one.first()
	c.sum = Summary{Deals: 1, Bytes: size}
	var a Answer
	var err error
	if one.long > 0 {
		err = one.problems()
	} else {
		a, err = One(ctx, string(text), o)
	}
	switch {
	case err == nil:
		if a.Undecided() {
			c.sum.Undecided = 1
		}
		c.answers, err = a.line(o.Echo, one.number)
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	c.sum.Unread, c.sum.First = 1, one.number
	c.answers, err = JSON(Unread(o.Say, err, one.number))
	return err
}
