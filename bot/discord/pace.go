package discord

import (
	"context"

	"golang.org/x/time/rate"
)

// Calls that count towards Discord's 50 a second for a token: so many a second, and so many
// at once, by all processes together.
const (
	callsASecond = 40
	callsAtOnce  = 10
)

// pace makes calls wait for their turn, so that all processes with the token stay under
// Discord's limit. Each gets an equal part.
type pace struct {
	limiter   *rate.Limiter
	processes func() int
}

func newPace(processes func() int) *pace {
	return &pace{rate.NewLimiter(callsASecond, callsAtOnce), processes}
}

// wait waits for the turn of a call. It returns an error if ctx would end before.
func (p *pace) wait(ctx context.Context) error {
	n := max(1, p.processes())
	if limit := rate.Limit(callsASecond) / rate.Limit(n); p.limiter.Limit() != limit {
		p.limiter.SetLimit(limit)
		p.limiter.SetBurst(max(1, callsAtOnce/n))
	}
	return p.limiter.Wait(ctx)
}
