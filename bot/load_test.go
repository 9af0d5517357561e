package main

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"nonna/bench"
	"nonna/bot/discordtest"
)

const (
	open     = 16               // questions at once in the sustained part
	steady   = 500              // questions in the steady part
	interval = time.Second / 50 // between two of them
	timeout  = 30 * time.Second // for any one answer
)

// measure asks a connected bot by calling ask, and reports replies/s and
// replies/cpu-s of the sustained part, and p50-ms and p99-ms from the question to the first answer
// in the steady part. An answer that does not come fails the benchmark.
func measure(b *testing.B, ask func() *discordtest.Interaction) {
	b.Helper()
	report := bench.Start(b)
	replies, err := askAll(b.Loop, ask)
	if err != nil {
		b.Fatal(err)
	}
	report(replies, "replies")
	waits, err := waitsOf(ask, steady, interval)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(quantile(waits, 0.50), "p50-ms")
	b.ReportMetric(quantile(waits, 0.99), "p99-ms")
}

// waitFor returns how long the first answer to a question took.
func waitFor(i *discordtest.Interaction) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	answer, err := i.Wait(ctx)
	if err != nil {
		return 0, fmt.Errorf("no answer: %w", err)
	}
	return answer.After, nil
}

// askAll asks with as many questions open as may be, for as long as more says, and returns how
// many were answered.
func askAll(more func() bool, ask func() *discordtest.Interaction) (replies int64, err error) {
	var asking errgroup.Group
	asking.SetLimit(open)
	for more() {
		replies++
		asking.Go(func() error {
			_, err := waitFor(ask())
			return err
		})
	}
	return replies, asking.Wait()
}

// waitsOf asks a connected bot n times by calling ask, at a pace that does not depend on the
// answers, and returns how long the first answers took, sorted. The error says that an answer
// did not come.
func waitsOf(ask func() *discordtest.Interaction, n int, interval time.Duration) ([]time.Duration, error) {
	waits := make([]time.Duration, n)
	tick := time.NewTicker(interval)
	defer tick.Stop()
	var asking errgroup.Group
	for n := range waits {
		<-tick.C
		asking.Go(func() (err error) {
			waits[n], err = waitFor(ask())
			return err
		})
	}
	err := asking.Wait()
	slices.Sort(waits)
	return waits, err
}

// quantile returns a quantile of sorted times, 0 to 1, in milliseconds.
func quantile(sorted []time.Duration, q float64) float64 {
	at := sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
	return float64(at) / float64(time.Millisecond)
}
