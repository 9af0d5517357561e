package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// Run keeps the session connected until ctx ends, and then closes it and returns
// nil. Any error means that it gave up: see [ExitCode].
func (s *session) Run(ctx context.Context) error {
	s.all.markHealthy()
	for {
		s.beat()
		cause := s.connect(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the cause is that the session was asked to end
		}
		r := s.decide(cause)
		if r.fatal != nil {
			return r.fatal
		}
		if r.newSession {
			s.forget()
		}
		s.log.Warn("the session was interrupted", slog.Any("cause", cause), slog.Bool("resume", s.isResumable()), slog.Duration("pause", r.pause))
		sleep(ctx, r.pause)
	}
}

// beat notes that Run does not hang.
func (s *session) beat() { s.pulse.Store(time.Now().UnixNano()) }

// markHealthy notes that the session is healthy, and tells the handler.
func (s *session) markHealthy() {
	s.beat()
	s.all.markHealthy()
	s.all.reportAlive()
}

// connect opens a connection and watches it. It returns why the connection ended.
func (s *session) connect(ctx context.Context) error {
	defer s.isConnected.Store(false)
	opened := func() {}
	if !s.isResumable() {
		done, err := s.waitToIdentify(ctx)
		defer done()
		if err != nil {
			return err
		}
		opened = done
	}
	live, end := context.WithCancelCause(ctx)
	defer end(nil)
	c := newConn(s, ctx.Done(), end)
	ended := make(chan error, 1)
	// If the reader hangs, in a handler for example, only the end of the process ends
	// this goroutine.
	go func() { ended <- c.run(live) }()
	return s.watch(live, c, opened, ended)
}

// watch watches a connection until it ends, and returns why it ended. It calls opened
// when the session is open.
func (s *session) watch(ctx context.Context, c *conn, opened func(), ended <-chan error) error {
	tick := time.NewTicker(s.timing.Check)
	defer tick.Stop()
	opening := time.After(3 * s.timing.Open)
	identified, isOpen := c.identified, c.opened
	for {
		select {
		case err := <-ended:
			return err
		case <-ctx.Done():
			return s.waitForReader(ctx, c, ended)
		case <-identified:
			identified, opening = nil, time.After(c.readyTime())
		case <-opening:
			if isOpen != nil {
				c.end(errOpenTime)
			}
		case <-isOpen:
			isOpen = nil
			opened()
			s.begin(c)
		case <-tick.C:
			s.beat()
			if isOpen == nil {
				s.failures = 0
				s.markHealthy()
			}
		}
	}
}

// begin notes that the session is open over a connection.
func (s *session) begin(c *conn) {
	s.log.Info("connected to Discord", slog.Bool("resumed", c.resumes))
	s.resumes = 0
	s.failures = min(s.failures, 1) // if the connection is soon lost, the pause is short
	s.connections.Add(1)
	s.isConnected.Store(true)
	s.markHealthy()
	s.all.reportOpened()
}

// waitForReader waits until the reader of a connection that was ended returns, and
// returns why the connection ended. If the reader hangs, only a new process helps: the
// session cannot have two.
func (s *session) waitForReader(ctx context.Context, c *conn, ended <-chan error) error {
	limit := s.timing.Stuck
	if isClosed(c.leaving) {
		limit = min(limit, s.timing.Open)
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(limit):
		return fmt.Errorf("%w: its reader hangs (%w)", ErrDead, context.Cause(ctx))
	}
}

// maxResumes is how many resumes in succession may fail to open the session, until it is
// forgotten.
const maxResumes = 3

// remedy is what to do after the end of a connection.
type remedy struct {
	fatal      error // if not nil, give up
	newSession bool  // identify instead of resuming
	pause      time.Duration
}

// decide returns the remedy for the end of a connection.
func (s *session) decide(cause error) remedy {
	code, _ := errors.AsType[closeError](cause)
	switch fatal := closeCodeError(int(code)); {
	case errors.Is(fatal, ErrSharding):
		return remedy{fatal: s.all.wrongCount(int(code))}
	case fatal != nil:
		return remedy{fatal: fmt.Errorf("%w (close code %d)", fatal, int(code))}
	case errors.Is(cause, ErrBadToken), errors.Is(cause, ErrDead):
		return remedy{fatal: cause}
	case s.all.sinceHealthy() > s.timing.Dead:
		return remedy{fatal: fmt.Errorf("%w: no session for %v, lately because %w", ErrDead, s.timing.Dead, cause)}
	}
	r := remedy{pause: s.backoff()}
	switch {
	case code == 4003, code == 4007, code == 4009, s.resumes >= maxResumes:
		r.newSession = true // by Discord's table of close codes, or since resuming does not help
	case errors.Is(cause, errInvalid):
		// Discord asks for one to five seconds, at random, after Op 9.
		r.newSession, r.pause = true, r.pause+randomBetween(s.timing.Identify/5, s.timing.Identify)
	case errors.Is(cause, errInvalidSoon):
		r.pause += randomBetween(s.timing.Identify/5, s.timing.Identify)
	}
	return r
}

// backoff returns the pause before the next attempt: none after a healthy connection, a
// short one after a connection that was soon lost, and longer and longer ones after
// failures, to spare a gateway in trouble. It is random, so that not all bots come back
// at once.
func (s *session) backoff() time.Duration {
	s.failures++
	if s.failures == 1 {
		return 0
	}
	d := s.timing.Backoff << min(s.failures-2, 4)
	return randomBetween(d/2, d)
}

// randomBetween returns a random time of at least low and less than high, or low.
func randomBetween(low, high time.Duration) time.Duration {
	if high <= low {
		return low
	}
	return low + rand.N(high-low)
}
