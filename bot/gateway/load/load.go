// Package load measures how fast a bot answers on a Discord of tests, in the
// same way for every bot, so that two can be compared.
//
// # Goals
//
//   - Sustained throughput, with as many questions open at once as keep the
//     machine busy.
//   - The time to the first answer at a steady pace, which users feel.
//
// # Non-goals
//
//   - Nothing about real networks: everything is on loopback, and the Discord of
//     tests takes its share of the machine. Only ratios mean something.
package load

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"nonna/bot/discordtest"
)

// Plan says how to measure. Zero values get the defaults named here.
type Plan struct {
	// Open is how many questions are open at once in the sustained part: 16.
	Open int
	// Pace is how many questions a second are asked in the steady part: 50.
	Pace int
	// Steady is how many questions are asked at that pace: 500.
	Steady int
	// Patience is how long any one answer may take: 30 s.
	Patience time.Duration
}

func (p Plan) withDefaults() Plan {
	if p.Open == 0 {
		p.Open = 16
	}
	if p.Pace == 0 {
		p.Pace = 50
	}
	if p.Steady == 0 {
		p.Steady = 500
	}
	if p.Patience == 0 {
		p.Patience = 30 * time.Second
	}
	return p
}

// Measure asks a connected bot by calling ask, and reports replies/s of the
// sustained part, and p50-ms and p99-ms from the question to the first answer
// in the steady part. An answer that does not come fails the benchmark.
func Measure(b *testing.B, p Plan, ask func() *discordtest.Interaction) {
	b.Helper()
	p = p.withDefaults()
	var first failure
	rate := p.sustained(b, ask, &first)
	waits := p.steady(ask, &first)
	if err := first.get(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(rate, "replies/s")
	b.ReportMetric(milliseconds(quantile(waits, 0.50)), "p50-ms")
	b.ReportMetric(milliseconds(quantile(waits, 0.99)), "p99-ms")
}

// failure keeps the first error of many goroutines.
type failure struct {
	mu  sync.Mutex
	err error
}

func (f *failure) set(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

func (f *failure) get() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// one asks once and returns how long the first answer took.
func (p Plan) one(ask func() *discordtest.Interaction, failed *failure) time.Duration {
	ctx, cancel := context.WithTimeout(context.Background(), p.Patience)
	defer cancel()
	i := ask()
	first, err := i.First(ctx)
	if err != nil {
		failed.set(fmt.Errorf("load: no first answer: %w", err))
		return 0
	}
	if _, err := i.Wait(ctx); err != nil {
		failed.set(fmt.Errorf("load: no answer: %w", err))
	}
	return first.After
}

// sustained returns the replies a second with p.Open questions always open.
func (p Plan) sustained(b *testing.B, ask func() *discordtest.Interaction, failed *failure) float64 {
	b.Helper()
	open := make(chan struct{}, p.Open)
	var asking sync.WaitGroup
	replies := 0
	began := time.Now()
	for b.Loop() {
		open <- struct{}{}
		replies++
		asking.Go(func() {
			defer func() { <-open }()
			p.one(ask, failed)
		})
	}
	asking.Wait()
	return float64(replies) / time.Since(began).Seconds()
}

// steady asks at a pace, whatever the answers do, and returns the waits, sorted.
func (p Plan) steady(ask func() *discordtest.Interaction, failed *failure) []time.Duration {
	waits := make([]time.Duration, p.Steady)
	tick := time.NewTicker(time.Second / time.Duration(p.Pace))
	defer tick.Stop()
	var asking sync.WaitGroup
	for n := range waits {
		<-tick.C
		asking.Go(func() { waits[n] = p.one(ask, failed) })
	}
	asking.Wait()
	slices.Sort(waits)
	return waits
}

func quantile(sorted []time.Duration, q float64) time.Duration {
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
