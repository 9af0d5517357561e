package settle

import (
	"bufio"
	"cmp"
	"context"
)

// answers writes the answers of jobs in their order.
type answers struct {
	out     *bufio.Writer
	seen    func(Summary)
	summary Summary
}

// write writes the answers of jobs until there are no more. When ctx ends it
// still writes those that are there, up to the first that is not.
func (a *answers) write(ctx context.Context, order <-chan *job) (err error) {
	// bufio.Writer returns its first error from every later call.
	defer func() { err = cmp.Or(a.out.Flush(), err) }()
	for {
		j, err := await(ctx, order, a.out.Flush)
		if err != nil || j == nil {
			return err
		}
		if _, err := await(ctx, j.done, a.out.Flush); err != nil {
			return err
		}
		if _, err := a.out.Write(j.answer); err != nil {
			return err
		}
		a.count(j)
	}
}

// await receives from a channel, the zero value when it is closed. It calls
// flush before it has to wait. The error is flush's, or what ended the
// context where that came before anything to receive.
func await[T any](ctx context.Context, from <-chan T, flush func() error) (T, error) {
	select {
	case v := <-from:
		return v, nil
	default:
	}
	var none T
	if err := flush(); err != nil {
		return none, err
	}
	select {
	case v := <-from:
		return v, nil
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
}

// count counts an answer that was written.
func (a *answers) count(j *job) {
	s := &a.summary
	s.Deals++
	s.Bytes += j.line.size
	if j.undecided {
		s.Undecided++
	}
	if j.unread {
		s.Unread++
		s.First = cmp.Or(s.First, j.line.number)
	}
	if a.seen != nil {
		a.seen(*s)
	}
}
