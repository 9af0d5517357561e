package discord

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Calls that count towards Discord's 50 a second for a token: so many a second, and so many
// at once, by all processes together.
const (
	callsASecond = 40
	callsAtOnce  = 10
)

var errPaused = errors.New("discord lets no call be made for a while, longer than this one can wait")

// pace makes calls wait for their turn, so that all processes with the token stay under
// Discord's limit. Each gets an equal part. After a 429 that is about all calls none is made
// until its end.
type pace struct {
	limiter   *rate.Limiter
	processes func() int
	notBefore atomic.Pointer[time.Time]
}

func newPace(processes func() int) *pace {
	return &pace{limiter: rate.NewLimiter(callsASecond, callsAtOnce), processes: processes}
}

// pause lets no call begin for a time.
func (p *pace) pause(d time.Duration) {
	until := time.Now().Add(d)
	p.notBefore.Store(&until)
}

// wait waits for the turn of a call. It returns an error if ctx would end before.
func (p *pace) wait(ctx context.Context) error {
	for until := p.notBefore.Load(); until != nil && time.Now().Before(*until); until = p.notBefore.Load() {
		if deadline, ends := ctx.Deadline(); ends && deadline.Before(*until) || !sleep(ctx, time.Until(*until)) {
			return errPaused
		}
	}
	n := max(1, p.processes())
	if limit := rate.Limit(callsASecond) / rate.Limit(n); p.limiter.Limit() != limit {
		p.limiter.SetLimit(limit)
		p.limiter.SetBurst(max(1, callsAtOnce/n))
	}
	return p.limiter.Wait(ctx)
}
