package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

// Handler is told what a [Session] hears. Its functions must not hold up their
// caller, and any of them may be nil.
type Handler struct {
	// Interaction takes the JSON of an interaction, as often as Discord delivers it.
	Interaction func(data []byte)
	// Removed is called with the id of a server when the bot was removed from it.
	Removed func(guildID uint64)
	// Ready is called each time a session starts or is resumed.
	Ready func()
	// Alive is called regularly while the session is healthy: this feeds a service
	// manager's watchdog, and only this must.
	Alive func()
}

// withDefaults fills in what is nil.
func (h Handler) withDefaults() Handler {
	if h.Interaction == nil {
		h.Interaction = func([]byte) {}
	}
	if h.Removed == nil {
		h.Removed = func(uint64) {}
	}
	if h.Ready == nil {
		h.Ready = func() {}
	}
	if h.Alive == nil {
		h.Alive = func() {}
	}
	return h
}

// Session keeps a session with Discord. It is made by [Client.NewSession] and runs
// once with [Session.Run]; its other methods are safe for concurrent use.
type Session struct {
	client  *Client
	handler Handler
	timing  Timing
	log     *slog.Logger
	guilds  *guilds

	mu     sync.Mutex
	status Status

	// identified is when the last wait for an identify ended.
	identified time.Time
	// lastHealthy is when there was last a healthy session, or a wait that
	// Discord asked for.
	lastHealthy time.Time
	// failures counts the connections in a row that came to nothing, or to little.
	failures int
}

// NewSession returns a session that can be run. A client may have several.
func (c *Client) NewSession(h Handler) *Session {
	return &Session{client: c, handler: h.withDefaults(), timing: c.cfg.Timing, log: c.log, guilds: newGuilds(), lastHealthy: time.Now()}
}

// Status is how a session is now.
type Status struct {
	// Connected says that there is a connection now, and Connections how many
	// there have been.
	Connected   bool
	Connections int
	// Latency is how long the gateway took to acknowledge the latest heartbeat, 0
	// before the first.
	Latency time.Duration
	// Guilds is how many servers the bot is in, as far as the session was told.
	// Servers that Discord cannot reach just now count.
	Guilds int
}

// Status returns how the session is now.
func (p *Session) Status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.status
	s.Guilds = p.guilds.count()
	return s
}

// In reports whether the bot is in a server, as far as the session was told; a
// server that Discord cannot reach just now counts. Before the first connection it
// is in none.
func (p *Session) In(guildID uint64) bool { return p.guilds.has(guildID) }

// setConnected notes that a connection was opened or lost.
func (p *Session) setConnected(connected bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status.Connected = connected
	if connected {
		p.status.Connections++
	}
}

func (p *Session) setLatency(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status.Latency = d
}

// Run keeps a session until ctx ends, and then returns nil; any error means that it
// gave up: see [ExitCode].
func (p *Session) Run(ctx context.Context) error {
	s := p.newSession()
	defer func() { p.disconnect(s) }()
	for {
		cause := p.connect(ctx, s)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the cause is that we were asked to end
		}
		r := p.decide(cause)
		if r.fatal != nil {
			return r.fatal
		}
		p.log.Warn("the session was interrupted", slog.Any("cause", cause), slog.Bool("resume", !r.newSession && s.resumable), slog.Duration("pause", r.pause))
		if r.newSession {
			s = p.newSession()
		}
		sleep(ctx, r.pause)
	}
}

// event takes an event of the gateway, in the order in which they come. It does
// not hold up its caller. What an event lacks is as if it had not come.
func (p *Session) event(name string, data []byte) {
	var err error
	var g guild
	switch name {
	case "READY":
		var ready struct {
			Guilds []guild `json:"guilds"`
		}
		if err = Decode(data, &ready); err == nil {
			p.guilds.set(ready.Guilds)
		}
	case "GUILD_CREATE":
		if err = Decode(data, &g); err == nil {
			p.guilds.add(Uint(g.ID))
		}
	case "GUILD_DELETE":
		if err = Decode(data, &g); err == nil {
			p.guildDeleted(Uint(g.ID), g.Unavailable)
		}
	case "INTERACTION_CREATE":
		p.handler.Interaction(data)
	}
	if err != nil {
		p.log.Error("an event could not be read", slog.String("event", name), slog.Any("err", err))
	}
}

// guildDeleted is called when the bot was removed from a server, and when a
// server cannot be reached for a while: only the first counts.
func (p *Session) guildDeleted(id uint64, unavailable bool) {
	if id == 0 || unavailable {
		return
	}
	p.guilds.remove(id)
	p.handler.Removed(id)
}

// markHealthy feeds the service manager's watchdog, too.
func (p *Session) markHealthy() {
	p.lastHealthy = time.Now()
	p.handler.Alive()
}

// connect opens a connection and watches it. It returns why it ended.
func (p *Session) connect(ctx context.Context, s *librarySession) error {
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
	p.setConnected(true)
	defer p.setConnected(false)
	p.markHealthy()
	p.handler.Ready()
	return p.watch(ctx, s)
}

// open opens a connection under a deadline.
func (p *Session) open(ctx context.Context, s *librarySession) error {
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
func (p *Session) watch(ctx context.Context, s *librarySession) error {
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
			p.setLatency(time.Duration(s.link.latency.Load()))
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

func (p *Session) decide(cause error) remedy {
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
func (p *Session) backoff() time.Duration {
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
func (p *Session) disconnect(s *librarySession) {
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
