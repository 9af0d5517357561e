package main

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"nonna/bot/discordtest"
)

// BenchmarkReplies measures the whole bot on a local Discord, in one process on
// loopback: /camicia with a shuffled deal, answered with embed, trace and
// picture, and recorded in SQLite. Every question comes from another member, over many
// servers, to stay below the rate limits.
func BenchmarkReplies(b *testing.B) { benchmarkReplies(b, launchOne, false) }

// BenchmarkRepliesHTTP is BenchmarkReplies with interactions over HTTP.
func BenchmarkRepliesHTTP(b *testing.B) {
	benchmarkReplies(b, func(t testing.TB, srv *discordtest.Server) (context.Context, func() (int, string, string)) {
		ctx, _, stop := launchHTTP(t, srv)
		return ctx, stop
	}, false)
}

// launchOne is launch without settings.
func launchOne(t testing.TB, srv *discordtest.Server) (context.Context, func() (int, string, string)) {
	return launch(t, srv)
}

// BenchmarkRepliesBesideAHunt is BenchmarkReplies while a hunt takes what is left of one
// processor: replies must not be later.
func BenchmarkRepliesBesideAHunt(b *testing.B) { benchmarkReplies(b, launchOne, true) }

// benchmarkReplies measures a bot that launch connects.
func benchmarkReplies(b *testing.B, launch func(testing.TB, *discordtest.Server) (context.Context, func() (int, string, string)), hunts bool) {
	const servers = 2000
	opts := discordtest.Options{}
	for i := range servers {
		opts.Guilds = append(opts.Guilds, strconv.Itoa(7_000_000+i))
	}
	srv := discordtest.New(b, opts)
	ctx, stop := launch(b, srv)
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
	if status, _, stderr := stop(); status != 0 {
		b.Errorf("status %d: %s", status, stderr)
	}
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
			ctx, stop := launch(b, srv)
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
			if status, _, stderr := stop(); status != 0 {
				b.Errorf("status %d: %s", status, stderr)
			}
		})
	}
}
