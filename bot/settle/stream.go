package settle

import (
	"bufio"
	"context"
	"errors"
	"io"
	"runtime"

	"golang.org/x/sync/errgroup"
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
	// Bytes is the size of the answered part of the stream.
	Bytes int64
}

// lookAhead is how many chunks for each worker may be read before their answers are
// written: enough to keep all workers busy while one deal takes long, and mostly less than
// a megabyte of text and answers.
const lookAhead = 8

// Stream settles the deals of a stream, one a line, and writes one line of JSON for each
// in the same order, with the number of the line. A line that is not a deal is answered by {"error":"…","line":N}.
// Before waiting for an answer or a line, Stream writes the answers it has to out, so a
// live stream is answered at once.
//
// As many deals are settled at a time as there are cores. Memory does not grow with the
// stream. If progress is not nil, it is called after every answer.
//
// The error is that of ctx, in or out. The answers written before it, and the summary, are
// then those of all lines before the first that is missing. A read of in that is blocked
// when ctx is done goes on in the background.
func Stream(ctx context.Context, in io.Reader, out io.Writer, o Options, progress func(Summary)) (Summary, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, work := errgroup.WithContext(ctx)
	workers := runtime.GOMAXPROCS(0)
	s := newStream(o, lookAhead*workers)
	go s.read(work, newLineReader(in)) // not waited for: it may be blocked in a read
	for range workers {
		group.Go(func() error { return s.settle(work) })
	}
	w := &answers{out: bufio.NewWriterSize(out, 64<<10), progress: progress}
	err := w.write(work, s)
	stop()
	_ = group.Wait() // write returns this error too, as the cause of work's end
	if err == nil {
		err = s.err
	}
	return w.summary, err
}

// stream is what the goroutines of a Stream share. Sending to its channels never blocks:
// each has room for all chunks, and a chunk that is split has only one part in rests.
type stream struct {
	opts Options
	// free has the chunks that are not in use. The number of chunks bounds the memory.
	free chan *chunk
	// order has the others in the order of their lines; it is closed after the last line.
	// Workers take chunks from work, and put what they leave of one into rests.
	order, work, rests chan *chunk
	err                error // of reading; set before order is closed
}

func newStream(o Options, chunks int) *stream {
	s := &stream{opts: o}
	for _, c := range []*chan *chunk{&s.free, &s.order, &s.work, &s.rests} {
		*c = make(chan *chunk, chunks)
	}
	for range chunks {
		s.free <- &chunk{quick: &quickAnswers{}}
	}
	return s
}

// read turns lines into chunks until the end of the stream or of ctx.
func (s *stream) read(ctx context.Context, r *lineReader) {
	defer close(s.order)
	for {
		var c *chunk
		select {
		case c = <-s.free:
		case <-ctx.Done():
			s.err = context.Cause(ctx)
			return
		}
		all, err := r.next(c.buffer)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
			return
		}
		c.quick.reset()
		*c = chunk{lines: all, buffer: all.text, quick: c.quick, done: make(chan struct{}), answers: c.answers[:0]}
		s.order <- c
		s.work <- c
	}
}

// settle answers chunks until ctx is done.
func (s *stream) settle(ctx context.Context) error {
	quick := newAsker(s.opts)
	for {
		c, err := s.take(ctx)
		if err == nil {
			quick.ask(c)
			err = s.answer(ctx, c)
		}
		if err != nil {
			return err
		}
	}
}

// take waits for a chunk to answer. It prefers the rest of a chunk, whose answers are due
// first.
func (s *stream) take(ctx context.Context) (*chunk, error) {
	select {
	case c := <-s.rests:
		return c, ctx.Err()
	default:
	}
	select {
	case c := <-s.rests:
		return c, nil
	case c := <-s.work:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// answer answers the quick lines at the start of a chunk and the first other line. That
// one may take long, so it gets a chunk of its own, and the lines after it are left to any
// free worker. The error is that of ctx; then an answer is missing.
func (s *stream) answer(ctx context.Context, c *chunk) error {
	c.answerQuick()
	if c.hasLine() && c.sum.Deals > 0 {
		slow := c.split()
		close(c.done)
		c = slow
	}
	if c.hasLine() {
		_, size := c.first()
		one := c.cut(size)
		if c.hasLine() {
			s.rests <- c.split()
		}
		if err := c.answerOne(ctx, one, s.opts); err != nil {
			return err
		}
	}
	close(c.done)
	return nil
}
