package settle

import (
	"bytes"
	"context"
)

// chunk is lines to answer, and their answers.
type chunk struct {
	lines        // not answered yet, and in nobody else's hands
	room  []byte // of the text, for the lines of another time

	done chan struct{} // closed when the rest is there
	next *chunk        // has the lines behind, nil for none

	answers []byte
	sum     Summary // of the answers
}

// split makes the lines that are left a chunk behind this one.
func (c *chunk) split() *chunk {
	c.next = &chunk{lines: c.lines, done: make(chan struct{})}
	c.lines = lines{}
	return c.next
}

// answerQuick answers the lines before the first that is not blank and that a game's
// Quick function leaves, which is nil for a game without.
func (c *chunk) answerQuick(quick func(b, line []byte) ([]byte, bool)) {
	for c.left() {
		text, size := c.first()
		ok := false
		if quick != nil && c.long == 0 {
			c.answers, ok = quick(c.answers, text)
		}
		switch {
		case ok:
			c.sum.Deals++
			c.sum.Bytes += size
		case c.long > 0 || len(bytes.TrimSpace(text)) > 0:
			return
		}
		c.cut(size)
	}
}

// answerOne answers a line, which is the only one of the chunk. The error is the
// context's.
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
		c.answers, err = JSON(a.Report())
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	c.sum.Unread, c.sum.First = 1, one.number
	c.answers, err = JSON(Unread(o.Say, err, one.number))
	return err
}
