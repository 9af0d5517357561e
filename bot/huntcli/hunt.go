package huntcli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"nonna/engine/game"
)

// Hunt is a search of several workers, which may be saved and continued.
type Hunt struct {
	Target
	Seed    uint64
	workers []worker
	best    *Found
	// elapsed is the time that the hunt ran before the current run.
	elapsed time.Duration
}

// worker is a hunter, and what it reported last.
type worker struct {
	hunter game.Hunter
	tried  int64
	state  []byte
}

// MaxWorkers is the most workers of a hunt.
const MaxWorkers = 256

// New returns a hunt that has not begun, of 1 to [MaxWorkers] workers. The error is the game's:
// it quotes the value of the target that is wrong.
func New(t Target, seed uint64, workers int) (*Hunt, error) {
	h := &Hunt{Target: t, Seed: seed}
	for range workers {
		if err := h.addWorker(nil); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// addWorker adds a worker that continues from a state; nil means from the beginning.
func (h *Hunt) addWorker(state []byte) error {
	hunter, err := h.Game.Hunting.New(h.Quest(h.Seed, len(h.workers)), state)
	if err != nil {
		return err
	}
	h.workers = append(h.workers, worker{hunter, hunter.Tried(), hunter.State()})
	return nil
}

// Workers returns the number of workers.
func (h *Hunt) Workers() int { return len(h.workers) }

// Best returns the longest deal found so far, or nil. Of equal lengths it is the one
// with the lowest step, then that of the first worker.
func (h *Hunt) Best() *Found { return h.best }

// Tried returns the number of positions that all workers have tried.
func (h *Hunt) Tried() (sum int64) {
	for _, w := range h.workers {
		sum += w.tried
	}
	return sum
}

// Elapsed returns how long the hunt ran, in all its runs.
func (h *Hunt) Elapsed() time.Duration { return h.elapsed }

// slice is what a worker did without a pause.
type slice struct {
	worker int
	tried  int64
	state  []byte
	finds  []game.Hit
}

// Run hunts until ctx is done, or until the workers have tried about that number of positions in
// all runs together; 0 means no limit. It calls watch after some ten milliseconds of each
// worker, with the finds that are longer than all before. An error of watch ends the run.
// The error is that of watch or of the game. That ctx ends is not an error.
//
// After the run h holds all that the workers did, whatever ended it.
func (h *Hunt) Run(ctx context.Context, positions int64, watch func([]Found) error) error {
	began, before := time.Now(), h.elapsed
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	slices, failed := h.start(ctx, positions)
	var watchErr error
	for s := range slices {
		found := h.take(s)
		h.elapsed = before + time.Since(began)
		if watchErr != nil {
			continue
		}
		if watchErr = watch(found); watchErr != nil {
			stop()
		}
	}
	if watchErr != nil {
		return watchErr
	}
	return <-failed
}

// start starts the workers. slices is closed when all have ended; failed then has the first
// error. Everything must be received from slices.
func (h *Hunt) start(ctx context.Context, positions int64) (slices chan slice, failed chan error) {
	slices, failed = make(chan slice), make(chan error, 1)
	group, ctx := errgroup.WithContext(ctx)
	for i, w := range h.workers {
		group.Go(func() error { return work(ctx, i, w.hunter, h.quota(i, positions), slices) })
	}
	go func() {
		failed <- group.Wait()
		close(slices)
	}()
	return slices, failed
}

// quota returns how many of the positions are those of a worker, the most there are for 0.
func (h *Hunt) quota(worker int, positions int64) int64 {
	if positions == 0 {
		return 1<<63 - 1
	}
	n := int64(len(h.workers))
	quota := positions / n
	if int64(worker) < positions%n {
		quota++
	}
	return quota
}

// work hunts in slices until ctx is done or quota positions were tried.
func work(ctx context.Context, number int, hunter game.Hunter, quota int64, out chan<- slice) error {
	for n := int64(1); ctx.Err() == nil && hunter.Tried() < quota; {
		began := time.Now()
		finds, err := hunter.Hunt(ctx, min(n, quota-hunter.Tried()))
		out <- slice{number, hunter.Tried(), hunter.State(), finds}
		if err != nil && !errors.Is(err, ctx.Err()) {
			return fmt.Errorf("worker %d: %w", number, err)
		}
		n = nextSlice(n, time.Since(began))
	}
	return nil
}

// The shortest time that a slice should take, and the most positions in one.
const (
	shortSlice = 25 * time.Millisecond
	maxSlice   = 1 << 24
)

// nextSlice returns how many positions to try without a pause, after n took so long.
func nextSlice(n int64, took time.Duration) int64 {
	switch {
	case took < shortSlice:
		return min(2*n, maxSlice)
	case took > 4*shortSlice:
		return max(n/2, 1)
	}
	return n
}

// take notes what a worker did, and returns its finds that are longer than all before.
func (h *Hunt) take(s slice) (longer []Found) {
	w := &h.workers[s.worker]
	w.tried, w.state = s.tried, s.state
	for _, f := range s.finds {
		found := Found{f, h.Seed, s.worker}
		switch order := h.compare(found); {
		case order > 0:
			longer = append(longer, found)
			h.best = &found
		case order == 0 && found.before(*h.best):
			h.best = &found
		}
	}
	return longer
}

// compare returns 1 if a find is longer than the best, 0 if it is as long, and -1 if it is
// shorter.
func (h *Hunt) compare(f Found) int {
	if h.best == nil {
		return 1
	}
	return cmp.Compare(h.Length(f.Hit), h.Length(h.best.Hit))
}

// before reports whether a find of a hunt came earlier, whatever the speed of its workers.
func (f Found) before(o Found) bool {
	return f.Step < o.Step || f.Step == o.Step && f.Worker < o.Worker
}
