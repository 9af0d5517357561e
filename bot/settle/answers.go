package settle

import (
	"bufio"
	"cmp"
	"context"
)

// answers writes the answers of chunks in their order.
type answers struct {
	out     *bufio.Writer
	seen    func(Summary)
	summary Summary
}

// write writes the answers of a stream until there are no more. When ctx ends it
// still writes those that are there, up to the first that is not.
func (a *answers) write(ctx context.Context, s *stream) (err error) {
	// bufio.Writer returns its first error from every later call.
	defer func() { err = cmp.Or(a.out.Flush(), err) }()
	for {
		first, err := await(ctx, s.order, a.out.Flush)
		if err != nil || first == nil {
			return err
		}
		for c := first; c != nil; c = c.next {
			if _, err := await(ctx, c.done, a.out.Flush); err != nil {
				return err
			}
			if _, err := a.out.Write(c.answers); err != nil {
				return err
			}
			a.count(c.sum)
		}
		s.free <- first
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

// count counts answers that were written.
func (a *answers) count(written Summary) {
	s := &a.summary
	s.Bytes += written.Bytes
	s.Undecided += written.Undecided
	s.Unread += written.Unread
	s.First = cmp.Or(s.First, written.First)
	for range written.Deals {
		s.Deals++
		if a.seen != nil {
			a.seen(*s)
		}
	}
}
