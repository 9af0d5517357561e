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
	// Deals is how many lines were answered, the others included.
	Deals int64
	// Unread is how many of them could not be read, First the number of the
	// first such line.
	Unread, First int64
	// Undecided is how many were not settled within the budget.
	Undecided int64
	// Bytes is how much of the stream has been answered.
	Bytes int64
}

// lookAhead is how many chunks may be read beyond the one whose answers are due,
// for each worker: enough to keep all busy while one deal takes long, and mostly less
// than a megabyte of text and answers.
const lookAhead = 8

// Stream settles the deals of a stream, one a line, and writes one line of
// JSON for each in the same order. A line that is no deal is answered by
// {"error":"…","line":N}. Answers are handed to out whenever the next one is
// not there yet, so that a live stream is answered at once.
//
// As many deals are settled at a time as there are cores to use. Memory does
// not grow with the stream. seen, where it is not nil, is called after every
// answer.
//
// The error is the context's, or that of in or out. The summary, and what was
// written to out, is then that of the answers up to there: all lines before
// the first one that is missing. Only a read of in that is under way when the
// context ends is left behind.
func Stream(ctx context.Context, in io.Reader, out io.Writer, o Options, seen func(Summary)) (Summary, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, work := errgroup.WithContext(ctx)
	workers := runtime.GOMAXPROCS(0)
	s := newStream(o, lookAhead*workers)
	go s.read(work, newLineReader(in)) // not waited for when ctx ends: it may be in a read that never does
	for range workers {
		group.Go(func() error { return s.settle(work) })
	}
	w := &answers{out: bufio.NewWriterSize(out, 64<<10), seen: seen}
	err := w.write(work, s)
	stop()
	_ = group.Wait() // its error is the cause that ended work, which write returns
	if err == nil {
		err = s.err // set before order was closed
	}
	return w.summary, err
}

// stream is what the goroutines of a Stream share. No channel is ever full: there
// are as many chunks as each has room for, and parts of one are in rests one at a
// time.
type stream struct {
	opts  Options
	quick func(b, line []byte) ([]byte, bool) // of the game, nil for none
	// free has the chunks that are not in use, whose number bounds the memory.
	free chan *chunk
	// order has the others in the order of their lines, work the same for whichever
	// worker comes first, and rests what a worker leaves of one. order is closed behind
	// the last line.
	order, work, rests chan *chunk
	err                error // of reading, or what ended it
}

func newStream(o Options, chunks int) *stream {
	s := &stream{opts: o}
	if o.Game.Quick != nil {
		s.quick = o.Game.Quick(o.Values, o.Budget)
	}
	for _, c := range []*chan *chunk{&s.free, &s.order, &s.work, &s.rests} {
		*c = make(chan *chunk, chunks)
	}
	for range chunks {
		s.free <- &chunk{}
	}
	return s
}

// read makes chunks of the lines, of as many at a time as are there.
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
		all, err := r.next(c.room)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
			return
		}
		*c = chunk{lines: all, room: all.text, done: make(chan struct{}), answers: c.answers[:0]}
		s.order <- c
		s.work <- c
	}
}

// settle answers chunks until ctx ends.
func (s *stream) settle(ctx context.Context) error {
	for {
		c, err := s.take(ctx)
		if err == nil {
			err = s.answer(ctx, c)
		}
		if err != nil {
			return err
		}
	}
}

// take waits for a chunk to answer. What is left of one comes before others: its
// answers are due first.
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

// answer answers the lines of a chunk as long as they are quick. Any other may take
// long, so it becomes a chunk of its own, and what is behind it is left to whoever is
// free. The error is the context's; an answer is missing then.
func (s *stream) answer(ctx context.Context, c *chunk) error {
	c.answerQuick(s.quick)
	if c.left() && c.sum.Deals > 0 {
		slow := c.split()
		close(c.done)
		c = slow
	}
	if c.left() {
		_, size := c.first()
		one := c.cut(size)
		if c.left() {
			s.rests <- c.split()
		}
		if err := c.answerOne(ctx, one, s.opts); err != nil {
			return err
		}
	}
	close(c.done)
	return nil
}
