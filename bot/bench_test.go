package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"nonna/bench"
	"nonna/bot/discordtest"
)

// BenchmarkReplies measures the whole bot on a local Discord, in one process on
// loopback: /camicia with a shuffled deal, answered with embed, trace and
// picture, and recorded in SQLite. Every question comes from another member, over many
// servers, to stay below the rate limits.
func BenchmarkReplies(b *testing.B) { benchmarkReplies(b, false, false) }

// BenchmarkRepliesHTTP is BenchmarkReplies with interactions over HTTP.
func BenchmarkRepliesHTTP(b *testing.B) { benchmarkReplies(b, true, false) }

// BenchmarkRepliesBesideAHunt is BenchmarkReplies while a hunt takes what is left of one
// processor: replies must not be later.
func BenchmarkRepliesBesideAHunt(b *testing.B) { benchmarkReplies(b, false, true) }

// benchmarkReplies measures a bot.
func benchmarkReplies(b *testing.B, overHTTP, hunts bool) {
	const servers = 2000
	opts := discordtest.Options{}
	for i := range servers {
		opts.Guilds = append(opts.Guilds, strconv.Itoa(7_000_000+i))
	}
	srv := discordtest.New(b, opts)
	var ctx context.Context
	if overHTTP {
		ctx, _, _ = launchHTTP(b, srv)
	} else {
		ctx, _ = launch(b, srv)
	}
	if hunts {
		hunter{b, ctx, srv}.start(7200)
		if err := srv.Until(ctx, func() bool { return len(srv.Messages(discordtest.DefaultChannelID)) > 0 }); err != nil {
			b.Fatal(err)
		}
	}
	var asked atomic.Int64
	measure(b, func() *discordtest.Interaction {
		n := asked.Add(1)
		return srv.Slash("camicia",
			discordtest.InGuild(opts.Guilds[n%servers], discordtest.DefaultChannelID),
			discordtest.By(strconv.FormatInt(8_000_000+n, 10), "Anna"))
	})
}

// BenchmarkBurst asks two hundred questions at once, on one server and on two hundred,
// and reports when all had a first answer, and when all had their complete answer. None
// may be refused.
func BenchmarkBurst(b *testing.B) {
	const crowd = 200
	for _, servers := range []int{1, crowd} {
		b.Run(fmt.Sprint(servers, "-servers"), func(b *testing.B) {
			var opts discordtest.Options
			for i := range servers {
				opts.Guilds = append(opts.Guilds, strconv.Itoa(7_000_000+i))
			}
			srv := discordtest.New(b, opts)
			ctx, _ := launch(b, srv)
			var slowest, whole time.Duration
			asked := 0
			for b.Loop() {
				var asking []*discordtest.Interaction
				for i := range crowd {
					asked++
					asking = append(asking, srv.Slash("camicia", discordtest.InGuild(opts.Guilds[i%servers], discordtest.DefaultChannelID),
						discordtest.By(strconv.Itoa(8_000_000+asked), "Anna")))
				}
				for _, it := range asking {
					a, err := it.Wait(ctx)
					if err != nil {
						b.Error(err)
					}
					slowest = max(slowest, a.After)
				}
				for _, it := range asking {
					if err := srv.Until(ctx, func() bool { return len(it.Answer().Message.Files) == 2 }); err != nil {
						b.Error(err)
					}
				}
				whole = max(whole, time.Since(asking[0].Made))
			}
			b.ReportMetric(float64(slowest.Milliseconds()), "slowest-ms")
			b.ReportMetric(float64(whole.Milliseconds()), "whole-ms")
		})
	}
}

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
