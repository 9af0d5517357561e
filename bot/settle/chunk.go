package settle

import (
	"bytes"
	"context"
)

// chunk holds lines to answer, and their answers. Only one goroutine at a time uses it.
type chunk struct {
	lines         // not answered yet
	buffer []byte // of the lines' text, to be reused

	done chan struct{} // closed when answers, sum and next are complete
	next *chunk        // with the lines that follow, nil for none

	answers []byte
	sum     Summary // of the answers
}

// split moves the lines that are left to a new chunk after this one.
func (c *chunk) split() *chunk {
	c.next = &chunk{lines: c.lines, done: make(chan struct{})}
	c.lines = lines{}
	return c.next
}

// answerQuick answers lines with a game's Quick function, up to the first that it does
// not answer. quick may be nil.
func (c *chunk) answerQuick(quick func(b, line []byte) ([]byte, bool)) {
	for c.hasLine() {
		text, size := c.first()
		ok := false
		if quick != nil && c.long == 0 {
			c.answers, ok = quick(c.answers, text)
		}
		switch {
		case ok:
			c.answers = appendLine(c.answers, c.number)
			c.sum.Deals++
			c.sum.Bytes += size
		case c.long > 0 || len(bytes.TrimSpace(text)) > 0:
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
