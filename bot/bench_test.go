package main

import (
	"strconv"
	"sync/atomic"
	"testing"

	"nonna/bot/discordtest"
	"nonna/bot/gateway/load"
)

// BenchmarkReplies measures the whole bot on a local Discord, in one process on
// loopback: /camicia with a shuffled deal, answered with embed, trace and
// picture, and recorded in SQLite. Every question comes from another member,
// over many servers, as rate limits allow. BenchmarkPong in package gateway is
// the barest bot there can be, for comparison.
func BenchmarkReplies(b *testing.B) {
	const servers = 2000
	opts := discordtest.Options{}
	for i := range servers {
		opts.Guilds = append(opts.Guilds, strconv.Itoa(7_000_000+i))
	}
	srv := discordtest.New(b, opts)
	_, stop := launch(b, srv)
	var asked atomic.Int64
	load.Measure(b, func() *discordtest.Interaction {
		n := asked.Add(1)
		return srv.Slash("camicia",
			discordtest.InGuild(opts.Guilds[n%servers], discordtest.DefaultChannelID),
			discordtest.By(strconv.FormatInt(8_000_000+n, 10), "Anna"))
	})
	if status, _, stderr := stop(); status != 0 {
		b.Errorf("status %d: %s", status, stderr)
	}
}
