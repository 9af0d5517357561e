package gateway

import (
	"log/slog"
	"time"
)

// maxRunning is the most interactions worked on at once; as many again are
// told to come back, and more are dropped. It bounds memory, not speed: a
// handler takes milliseconds.
const maxRunning = 512

// lastWords is how long answers to handlers that were stopped may take.
const lastWords = 2 * time.Second

// admission says what may be done about something that came in.
type admission int

const (
	drop   admission = iota // nothing
	refuse                  // say that it cannot be done now, then call end
	work                    // do it, then call end
)

// begin counts a piece of work in.
func (b *Bot) begin() (a admission, leaving bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.running >= 2*maxRunning, b.leaving && b.running == 0:
		return drop, b.leaving
	case b.running >= maxRunning, b.leaving:
		a = refuse
	default:
		a = work
	}
	b.running++
	return a, b.leaving
}

// end counts it out.
func (b *Bot) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.running--
	if b.leaving && b.running == 0 {
		close(b.idle)
	}
}

// drain stops taking new work and waits for what runs: [Timing.Drain] for it to
// end by itself, then a little for it to notice that it was stopped.
func (b *Bot) drain() {
	b.mu.Lock()
	if !b.leaving {
		b.leaving = true
		if b.running == 0 {
			close(b.idle)
		}
	}
	b.mu.Unlock()
	if b.waitIdle(b.cfg.Timing.Drain) {
		return
	}
	b.stopHandling()
	if b.waitIdle(lastWords) {
		return
	}
	b.stopSending()
	if !b.waitIdle(lastWords) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.log.Error("some requests could not be stopped", slog.Int("running", b.running))
	}
}

func (b *Bot) waitIdle(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-b.idle:
		return true
	case <-t.C:
		return false
	}
}
