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

// lookAhead is how many lines may be read beyond the one whose answer is due,
// for each worker: enough to keep all busy while one deal takes long, and at
// most a few megabytes of text.
const lookAhead = 64

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
	workers := runtime.GOMAXPROCS(0)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, work := errgroup.WithContext(ctx)
	s := &stream{
		opts:  o,
		order: make(chan *job, lookAhead*workers),
		work:  make(chan *job, lookAhead*workers),
	}
	go s.read(work, newLineReader(in)) // not waited for when ctx ends: it may be in a read that never does
	for range workers {
		group.Go(func() error { return s.settle(work) })
	}
	w := &answers{out: bufio.NewWriterSize(out, 64<<10), seen: seen}
	err := w.write(work, s.order)
	stop()
	_ = group.Wait() // its error is the cause that ended work, which write returns
	if err == nil {
		err = s.err // set before order was closed
	}
	return w.summary, err
}

// stream is what the goroutines of a Stream share.
type stream struct {
	opts Options
	// order has the jobs in the order of their lines, work the same jobs for
	// whichever worker comes first. Both are closed behind the last line.
	order, work chan *job
	err         error // of reading, or what ended it
}

// job is a line to answer.
type job struct {
	line line
	done chan struct{} // closed when the rest is there

	answer            []byte
	unread, undecided bool
}

// read makes a job of every line that is not blank.
func (s *stream) read(ctx context.Context, lines *lineReader) {
	defer close(s.order)
	defer close(s.work)
	for {
		one, err := lines.next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
			return
		}
		if one.blank() {
			continue
		}
		j := &job{line: one, done: make(chan struct{})}
		if !send(ctx, s.order, j) || !send(ctx, s.work, j) {
			s.err = context.Cause(ctx)
			return
		}
	}
}

// send reports false when ctx ends first.
func send(ctx context.Context, to chan<- *job, j *job) bool {
	select {
	case to <- j:
		return true
	case <-ctx.Done():
		return false
	}
}

// settle answers jobs until there are no more, or ctx ends.
func (s *stream) settle(ctx context.Context) error {
	for {
		select {
		case j, ok := <-s.work:
			if !ok {
				return nil
			}
			if err := j.settle(ctx, s.opts); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// settle answers a line. The error is the context's; the line has no answer
// then.
func (j *job) settle(ctx context.Context, o Options) error {
	report, err := j.report(ctx, o)
	if err != nil {
		return err
	}
	if j.answer, err = JSON(report); err != nil {
		return err
	}
	close(j.done)
	return nil
}

func (j *job) report(ctx context.Context, o Options) (any, error) {
	if j.line.long {
		j.unread = true
		return Unread(o.Say, j.line.problems(), j.line.number), nil
	}
	a, err := One(ctx, j.line.text, o)
	if err == nil {
		j.undecided = a.Undecided()
		return a.Report(), nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	j.unread = true
	return Unread(o.Say, err, j.line.number), nil
}
