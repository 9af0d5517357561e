package settle

import (
	"bufio"
	"cmp"
	"context"
)

// answers writes the answers of chunks in their order.
type answers struct {
	out      *bufio.Writer
	progress func(Summary) // may be nil
	summary  Summary
}

// write writes the answers of a stream until its end. When ctx is done it still writes
// all answers before the first that is missing.
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

// await receives from a channel; a closed one gives the zero value. It calls flush before
// it has to wait. Its error is that of flush, or the cause of ctx's end.
func await[T any](ctx context.Context, from <-chan T, flush func() error) (T, error) {
	select {
	case v := <-from:
		return v, nil
	default:
	}
	var zero T
	if err := flush(); err != nil {
		return zero, err
	}
	select {
	case v := <-from:
		return v, nil
	case <-ctx.Done():
		return zero, context.Cause(ctx)
	}
}

// count adds answers that were written to the summary.
func (a *answers) count(written Summary) {
	s := &a.summary
	s.Bytes += written.Bytes
	s.Undecided += written.Undecided
	s.Unread += written.Unread
	s.First = cmp.Or(s.First, written.First)
	for range written.Deals {
		s.Deals++
		if a.progress != nil {
			a.progress(*s)
		}
	}
}
