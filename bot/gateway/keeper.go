package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// keeper keeps a session with Discord. It belongs to one goroutine.
type keeper struct {
	bot    *Bot
	timing Timing
	log    *slog.Logger
	budget *budget

	// well is when all was last well: a sound session, or a wait that Discord
	// asked for.
	well time.Time
	// failures counts the connections in a row that came to nothing.
	failures int
}

func (b *Bot) newKeeper() *keeper {
	k := &keeper{bot: b, timing: b.cfg.Timing, log: b.log, well: time.Now()}
	k.budget = &budget{rest: b.rest, log: b.log, alive: k.allWell, check: k.timing.Check, gap: k.timing.Identify}
	return k
}

// stayConnected keeps a session until ctx ends, or until it gives up, and
// drains the running work in either case.
func (b *Bot) stayConnected(ctx context.Context) error {
	k := b.newKeeper()
	s := b.newSession()
	for {
		cause := k.connect(ctx, s)
		if ctx.Err() != nil {
			b.drain()
			k.leave(s)
			return nil //nolint:nilerr // the cause is that we were asked to end
		}
		v := k.judge(cause)
		if v.fatal != nil {
			b.drain()
			k.leave(s)
			return v.fatal
		}
		k.log.Warn("the session was interrupted", slog.Any("cause", cause), slog.Bool("resume", !v.renew && s.known), slog.Duration("pause", v.pause))
		if v.renew {
			s = b.newSession()
		}
		sleep(ctx, v.pause)
	}
}

// allWell notes that all is well and tells the service manager.
func (k *keeper) allWell() {
	k.well = time.Now()
	k.bot.cfg.Alive()
}

// connect opens a connection and watches it. It returns why it ended.
func (k *keeper) connect(ctx context.Context, s *session) error {
	if !s.known {
		if err := k.budget.wait(ctx); err != nil {
			return err
		}
	}
	if err := k.open(ctx, s); err != nil {
		return err
	}
	k.log.Info("connected to Discord", slog.Bool("resumed", s.known))
	s.known = true
	k.allWell()
	k.bot.cfg.Ready()
	return k.watch(ctx, s)
}

// open opens a connection under a deadline.
func (k *keeper) open(ctx context.Context, s *session) error {
	s.link.reset()
	select {
	case <-s.down: // of the connection before
	default:
	}
	// The one goroutine here that nobody may be able to wait for: when the
	// library deadlocks, only the end of the process ends it.
	done := make(chan error, 1)
	go func() { done <- s.open() }()
	limit := time.NewTimer(3 * k.timing.Open)
	defer limit.Stop()
	select {
	case err := <-done:
		return openError(s, err)
	case <-limit.C:
		s.link.cut(errOpenTime)
	case <-ctx.Done():
		s.link.cut(errLeaving)
	}
	limit.Reset(k.timing.Open)
	select {
	case err := <-done:
		return openError(s, err)
	case <-limit.C:
		return fmt.Errorf("%w: the library hangs while opening", ErrDead)
	}
}

func openError(s *session, err error) error {
	if err == nil || alreadyOpen(err) {
		return nil
	}
	return s.ended(err)
}

// watch looks after an open connection until it ends, and returns why.
func (k *keeper) watch(ctx context.Context, s *session) error {
	tick := time.NewTicker(k.timing.Check)
	defer tick.Stop()
	lastSound := time.Now()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.down:
			return s.ended(errLost)
		case <-tick.C:
		}
		switch s.feel(time.Now()) {
		case sound:
			lastSound, k.failures = time.Now(), 0
			k.allWell()
		case stale:
			s.link.cut(errNoAck) // which the library notices, and so do we
		case locked:
		}
		if time.Since(lastSound) > k.timing.Stuck+2*s.link.interval() {
			return fmt.Errorf("%w: the library hangs", ErrDead)
		}
	}
}

// verdict is what to do about an interruption.
type verdict struct {
	fatal error // give up
	renew bool  // begin a new session instead of resuming
	pause time.Duration
}

func (k *keeper) judge(cause error) verdict {
	var code closeError
	errors.As(cause, &code)
	switch {
	case closed(int(code)) != nil:
		return verdict{fatal: fmt.Errorf("%w (close code %d)", closed(int(code)), int(code))}
	case errors.Is(cause, ErrBadToken):
		return verdict{fatal: fmt.Errorf("%w (%w)", ErrBadToken, cause)}
	case errors.Is(cause, ErrDead):
		return verdict{fatal: cause}
	case time.Since(k.well) > k.timing.Dead:
		return verdict{fatal: fmt.Errorf("%w: no session for %v, lately because %w", ErrDead, k.timing.Dead, cause)}
	}
	v := verdict{pause: k.backoff()}
	switch {
	case code == 4003, code == 4007, code == 4009:
		v.renew = true // by Discord's table of close codes
	case errors.Is(cause, errInvalid):
		// Discord asks for one to five seconds, at random, after Op 9.
		v.renew, v.pause = true, v.pause+between(k.timing.Identify/5, k.timing.Identify)
	case errors.Is(cause, errInvalidSoon):
		v.pause += between(k.timing.Identify/5, k.timing.Identify)
	}
	return v
}

// backoff is the wait before the next attempt: none after a connection that
// was sound, then longer and longer, so that a gateway in trouble is left
// alone; at random, so that not all bots come back at once.
func (k *keeper) backoff() time.Duration {
	k.failures++
	if k.failures == 1 {
		return 0
	}
	d := k.timing.Backoff << min(k.failures-2, 4)
	return between(d/2, d)
}

func between(low, high time.Duration) time.Duration {
	if high <= low {
		return low
	}
	return low + rand.N(high-low)
}

// leave closes the session, so that the bot is seen to be gone at once. The
// library may never come back from it.
func (k *keeper) leave(s *session) {
	done := make(chan struct{})
	go func() { //nolint:contextcheck // the library takes none
		defer close(done)
		_ = s.lib.Close() // it always returns nil
	}()
	limit := time.NewTimer(k.timing.Open)
	defer limit.Stop()
	select {
	case <-done:
	case <-limit.C:
		s.link.cut(errLeaving)
	}
}
