package settle

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"

	"golang.org/x/sync/errgroup"

	"nonna/engine/deal"
)

// Summary counts the deals of a stream that were answered.
type Summary struct {
	// Deals is the number of answered lines, including unread and undecided ones.
	Deals int64
	// Unread is the number of lines that could not be read, First the number of the first
	// such line.
	Unread, First int64
	// Undecided is the number of deals that were not settled within the budget.
	Undecided int64
}

// add adds a summary of later lines.
func (s *Summary) add(later Summary) {
	s.Deals += later.Deals
	s.Unread += later.Unread
	s.First = cmp.Or(s.First, later.First)
	s.Undecided += later.Undecided
}

// lookAhead is how many chunks for each worker may be read before their answers are
// written: enough to keep all workers busy while one deal takes long, and mostly less than
// a megabyte of text and answers.
const lookAhead = 8

// Stream settles the deals of a stream, one a line, and writes one line of JSON for each in the
// same order, with the number of the line. A line that is not a deal is answered by
// {"error":"…","line":N}. Before waiting for an answer or a line, Stream writes the answers it has
// to out, so a live stream is answered at once.
//
// As many deals are settled at a time as there are cores. Memory does not grow with the
// stream. If progress is not nil, it is called after some answers.
//
// The error is that of ctx, in or out. The answers written before it, and the summary, are
// then those of all lines before the first that is missing. A read of in that is blocked
// when ctx is done goes on in the background.
func Stream(ctx context.Context, in io.Reader, out io.Writer, o Options, progress func(Summary)) (sum Summary, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, work := errgroup.WithContext(ctx)
	workers := runtime.GOMAXPROCS(0)
	s := newStream(o, workers)
	go s.read(work, in) // not waited for: it may be blocked in a read
	for range workers {
		group.Go(func() error { return s.settle(work) })
	}
	ended := make(chan struct{})
	go func() { _ = group.Wait(); close(ended) }() // its error is the cause of work's end
	w := bufio.NewWriterSize(out, 64<<10)
	err = s.write(ended, w, func(c *chunk) {
		sum.add(c.sum)
		if progress != nil {
			progress(sum)
		}
	})
	switch {
	case errors.Is(err, errEnded):
		err = context.Cause(work)
	case err == nil: // order is closed
		err = s.err
	}
	stop()
	<-ended
	return sum, cmp.Or(w.Flush(), err) // the first error of w is that of all its calls
}

// stream is what the goroutines of a Stream share. Sending to its channels never blocks:
// each has room for all chunks.
type stream struct {
	Options
	workers int
	// free has the chunks that are not in use. The number of chunks bounds the memory.
	free chan *chunk
	// order has the others in the order of their lines; it is closed after the last line.
	// Workers take the same chunks from work.
	order, work chan *chunk
	err         error // of reading; set before order is closed
}

func newStream(o Options, workers int) *stream {
	s := &stream{Options: o, workers: workers}
	for _, c := range []*chan *chunk{&s.free, &s.order, &s.work} {
		*c = make(chan *chunk, lookAhead*workers)
	}
	for range cap(s.free) {
		s.free <- &chunk{}
	}
	return s
}

// read turns lines into chunks until the end of the stream or of ctx.
func (s *stream) read(ctx context.Context, in io.Reader) {
	defer close(s.order)
	r, number := bufio.NewReaderSize(in, deal.MaxText+len("\r\n")), int64(1)
	for {
		var c *chunk
		select {
		case c = <-s.free:
		case <-ctx.Done():
			s.err = context.Cause(ctx)
			return
		}
		*c = chunk{number: number, text: c.text[:0], answers: c.answers[:0], done: make(chan struct{})}
		if err := c.read(r, s.workers); err != nil {
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
			return
		}
		number += max(int64(bytes.Count(c.text, []byte{'\n'})), 1)
		s.order <- c
		s.work <- c
	}
}

// settle answers chunks until ctx is done. The error is that of ctx; then an answer is missing.
func (s *stream) settle(ctx context.Context) error {
	a := answerer{Options: s.Options}
	if s.Game.Answer != nil && !s.Echo {
		a.quick = s.Game.Answer(s.Values, s.Budget)
	}
	for {
		select {
		case c := <-s.work:
			if err := a.answer(ctx, c); err != nil {
				return err
			}
			close(c.done)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// errEnded says that the workers have ended before the stream.
var errEnded = errors.New("the workers have ended")

// write writes the answers of a stream until its end, and calls written after those of a
// chunk. When the workers have ended before, it still writes all answers before the first that
// is missing.
func (s *stream) write(ended <-chan struct{}, out *bufio.Writer, written func(*chunk)) error {
	for {
		c, err := await(s.order, ended, out.Flush)
		if err != nil || c == nil {
			return err
		}
		_, err = await(c.done, ended, out.Flush)
		if err != nil && !errors.Is(err, errEnded) {
			return err
		}
		if _, err := out.Write(c.answers); err != nil {
			return err
		}
		written(c)
		if err != nil {
			return err
		}
		s.free <- c
	}
}

// await receives from a channel; a closed one gives the zero value. It calls flush before
// it has to wait. Its error is that of flush, or errEnded if nothing can come any more.
func await[T any](from <-chan T, ended <-chan struct{}, flush func() error) (v T, err error) {
	select {
	case v := <-from:
		return v, nil
	default:
	}
	if err := flush(); err != nil {
		return v, err
	}
	select {
	case v := <-from:
		return v, nil
	case <-ended:
	}
	select {
	case v := <-from:
		return v, nil
	default:
		return v, errEnded
	}
}
