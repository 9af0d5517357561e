package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// supervisor keeps a session with Discord. It belongs to one goroutine.
type supervisor struct {
	bot    *Bot
	timing Timing
	log    *slog.Logger

	// identified is when the last wait for an identify ended.
	identified time.Time
	// lastHealthy is when there was last a healthy session, or a wait that
	// Discord asked for.
	lastHealthy time.Time
	// failures counts the connections in a row that came to nothing, or to little.
	failures int
}

func (b *Bot) newSupervisor() *supervisor {
	return &supervisor{bot: b, timing: b.cfg.Timing, log: b.log, lastHealthy: time.Now()}
}

// keepConnected keeps a session until ctx ends, or until it gives up, and
// drains the running work in either case.
func (b *Bot) keepConnected(ctx context.Context) error {
	p := b.newSupervisor()
	s := b.newSession()
	for {
		cause := p.connect(ctx, s)
		if ctx.Err() != nil {
			b.drain()
			p.disconnect(s)
			return nil //nolint:nilerr // the cause is that we were asked to end
		}
		r := p.decide(cause)
		if r.fatal != nil {
			b.drain()
			p.disconnect(s)
			return r.fatal
		}
		p.log.Warn("the session was interrupted", slog.Any("cause", cause), slog.Bool("resume", !r.newSession && s.resumable), slog.Duration("pause", r.pause))
		if r.newSession {
			s = b.newSession()
		}
		sleep(ctx, r.pause)
	}
}

// markHealthy feeds the service manager's watchdog, too.
func (p *supervisor) markHealthy() {
	p.lastHealthy = time.Now()
	p.bot.cfg.Alive()
}

// connect opens a connection and watches it. It returns why it ended.
func (p *supervisor) connect(ctx context.Context, s *session) error {
	if !s.resumable {
		if err := p.waitToIdentify(ctx); err != nil {
			return err
		}
	}
	if err := p.open(ctx, s); err != nil {
		return err
	}
	p.log.Info("connected to Discord", slog.Bool("resumed", s.resumable))
	s.resumable = true
	p.failures = min(p.failures, 1) // one that is soon lost costs a short pause
	p.bot.setConnected(true)
	defer p.bot.setConnected(false)
	p.markHealthy()
	p.bot.cfg.Ready()
	return p.watch(ctx, s)
}

// open opens a connection under a deadline.
func (p *supervisor) open(ctx context.Context, s *session) error {
	s.link.reset()
	select {
	case <-s.down: // of the connection before
	default:
	}
	// The one goroutine here that nobody may be able to wait for: when the
	// library deadlocks, only the end of the process ends it.
	done := make(chan error, 1)
	go func() { done <- s.open() }()
	select {
	case err := <-done:
		return err
	case <-time.After(3 * p.timing.Open):
		s.link.disconnect(errOpenTime)
	case <-ctx.Done():
		s.link.disconnect(errLeaving)
	}
	select {
	case err := <-done:
		return err
	case <-time.After(p.timing.Open):
		return fmt.Errorf("%w: the library hangs while opening", ErrDead)
	}
}

// watch checks an open connection until it ends, and returns why it did.
func (p *supervisor) watch(ctx context.Context, s *session) error {
	tick := time.NewTicker(p.timing.Check)
	defer tick.Stop()
	healthyAt := time.Now()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.down:
			return s.cause(errLost)
		case <-tick.C:
		}
		switch s.checkHealth(time.Now()) {
		case healthy:
			healthyAt, p.failures = time.Now(), 0
			p.bot.setLatency(time.Duration(s.link.latency.Load()))
			p.markHealthy()
		case stale:
			s.link.disconnect(errNoAck) // which the library notices, and so do we
		case locked:
		}
		if time.Since(healthyAt) > p.timing.Stuck+2*s.link.heartbeatInterval() {
			return fmt.Errorf("%w: the library hangs", ErrDead)
		}
	}
}

// remedy is what to do about an interruption.
type remedy struct {
	fatal      error // give up
	newSession bool  // instead of resuming
	pause      time.Duration
}

func (p *supervisor) decide(cause error) remedy {
	code, _ := errors.AsType[closeError](cause)
	switch {
	case closeCodeError(int(code)) != nil:
		return remedy{fatal: fmt.Errorf("%w (close code %d)", closeCodeError(int(code)), int(code))}
	case errors.Is(cause, ErrBadToken):
		return remedy{fatal: fmt.Errorf("%w (%w)", ErrBadToken, cause)}
	case errors.Is(cause, ErrDead):
		return remedy{fatal: cause}
	case time.Since(p.lastHealthy) > p.timing.Dead:
		return remedy{fatal: fmt.Errorf("%w: no session for %v, lately because %w", ErrDead, p.timing.Dead, cause)}
	}
	r := remedy{pause: p.backoff()}
	switch {
	case code == 4003, code == 4007, code == 4009:
		r.newSession = true // by Discord's table of close codes
	case errors.Is(cause, errInvalid):
		// Discord asks for one to five seconds, at random, after Op 9.
		r.newSession, r.pause = true, r.pause+randomBetween(p.timing.Identify/5, p.timing.Identify)
	case errors.Is(cause, errInvalidSoon):
		r.pause += randomBetween(p.timing.Identify/5, p.timing.Identify)
	}
	return r
}

// backoff is the wait before the next attempt: none after a connection that
// was healthy, a short one after a connection that was soon lost, and longer and
// longer where there is none, so that a gateway in trouble is left alone; at
// random, so that not all bots come back at once.
func (p *supervisor) backoff() time.Duration {
	p.failures++
	if p.failures == 1 {
		return 0
	}
	d := p.timing.Backoff << min(p.failures-2, 4)
	return randomBetween(d/2, d)
}

func randomBetween(low, high time.Duration) time.Duration {
	if high <= low {
		return low
	}
	return low + rand.N(high-low)
}

// disconnect closes the session, so that the bot is seen to be gone at once. The
// library may never come back from it, and sleeps for a second when all is
// done; the server's close frame says so before.
func (p *supervisor) disconnect(s *session) {
	done := make(chan struct{})
	go func() { //nolint:contextcheck // the library takes none
		defer close(done)
		_ = s.lib.Close() // it always returns nil
	}()
	select {
	case <-done:
	case <-s.link.closed:
	case <-time.After(p.timing.Open):
		s.link.disconnect(errLeaving)
	}
}
