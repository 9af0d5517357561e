package discord

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

const (
	// callsASecond is how many calls that count towards Discord's 50 a second for a token all
	// processes make together, and callsAtOnce how many of them at once.
	callsASecond = 40
	callsAtOnce  = 10
	// refusalsAtOnce is how many refused calls may come at once, and again in ten minutes:
	// Discord bans an address for a while after 10,000 answers with 401, 403 or 429 in ten
	// minutes, and other processes may share it.
	refusalsAtOnce = 2500
)

var (
	errNotSent         = errors.New("not sent to Discord")
	errPaused          = fmt.Errorf("%w: it lets no call be made for a while, longer than this one can wait", errNotSent)
	errRefusedTooOften = fmt.Errorf("%w: too many calls were refused lately, and this address could be banned", errNotSent)
)

// pace makes calls wait for their turn, so that all processes with the token stay under
// Discord's limits. Each gets an equal part. After a 429 that is about all calls none is made
// until its end.
type pace struct {
	processes       func() int
	calls, refusals *rate.Limiter
	notBefore       atomic.Pointer[time.Time]
}

func newPace(processes func() int) *pace {
	return &pace{processes: processes, calls: rate.NewLimiter(0, callsAtOnce), refusals: rate.NewLimiter(0, refusalsAtOnce)}
}

// share gives a limiter this process's part of a limit.
func (p *pace) share(l *rate.Limiter, all rate.Limit, atOnce int) *rate.Limiter {
	n := max(1, p.processes())
	if part := all / rate.Limit(n); l.Limit() != part {
		l.SetLimit(part)
		l.SetBurst(max(1, atOnce/n))
	}
	return l
}

// pause lets no call begin for a time.
func (p *pace) pause(d time.Duration) {
	until := time.Now().Add(d)
	if before := p.notBefore.Load(); before == nil || before.Before(until) {
		p.notBefore.Store(&until)
	}
}

// wait waits for the turn of a call. It returns an errNotSent if ctx would end before.
func (p *pace) wait(ctx context.Context) error {
	for until := p.notBefore.Load(); until != nil && time.Now().Before(*until); until = p.notBefore.Load() {
		if deadline, ends := ctx.Deadline(); ends && deadline.Before(*until) || !Sleep(ctx, time.Until(*until)) {
			return errPaused
		}
	}
	if err := p.share(p.calls, callsASecond, callsAtOnce).Wait(ctx); err != nil {
		return fmt.Errorf("%w: %w", errNotSent, err)
	}
	return nil
}

// refused counts a refused call.
func (p *pace) refused() { p.bound().Allow() }

// isRefusedTooOften reports whether no more calls are to be made.
func (p *pace) isRefusedTooOften() bool { return p.bound().Tokens() < 1 }

func (p *pace) bound() *rate.Limiter {
	return p.share(p.refusals, refusalsAtOnce/rate.Limit((10*time.Minute).Seconds()), refusalsAtOnce)
}
