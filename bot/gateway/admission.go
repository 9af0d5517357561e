package gateway

import (
	"log/slog"
	"runtime/debug"
	"time"
)

// maxRunning is the most interactions worked on at once; as many again are told to
// come back, and more are dropped. It bounds memory, not speed.
const maxRunning = 512

// stopGrace is how long the answers of handlers that were stopped may take.
const stopGrace = 2 * time.Second

// admission says what may be done about something that came in.
type admission int

const (
	drop   admission = iota // nothing
	refuse                  // say that it cannot be done now
	work                    // do it
)

// admit counts a piece of work in. What is not dropped must be passed to
// runAdmitted.
func (b *Bot) admit() (a admission, leaving bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.running >= 2*b.maxRunning, b.leaving && b.running == 0:
		return drop, b.leaving
	case b.running >= b.maxRunning, b.leaving:
		a = refuse
	default:
		a = work
	}
	b.running++
	return a, b.leaving
}

// runAdmitted runs f, survives its panic, and counts it out. Panics of handlers
// do not come this far: the router catches them.
func (b *Bot) runAdmitted(f func(), about slog.Attr) {
	defer b.countOut()
	defer func() {
		if v := recover(); v != nil {
			b.log.Error("panic", slog.Any("panic", v), about, slog.String("stack", string(debug.Stack())))
		}
	}()
	f()
}

func (b *Bot) countOut() {
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
	if b.waitIdle(stopGrace) {
		return
	}
	b.stopSending()
	if !b.waitIdle(stopGrace) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.log.Error("some requests could not be stopped", slog.Int("running", b.running))
	}
}

func (b *Bot) waitIdle(d time.Duration) bool {
	select {
	case <-b.idle:
		return true
	case <-time.After(d):
		return false
	}
}
