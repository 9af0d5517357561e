package all_test

import (
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/engine/deal"
	"nonna/engine/shuffle"
)

// hostile are texts that could be slow to read: each is repeated up to the limit of a
// text.
var hostile = []string{"x", "[", "{", "/", "1 ", "a:", "a,b ", "a(", "</a", "<:a:1>", ", ", "X 2 / 3 ", "```", "👨‍👩‍👧", "\n", "2 A / ", `{"a":`, "#1 ", "P1: 2 "}

// randomHands returns hands with the most cards that a deal can have, one in court of
// them a court card.
func randomHands(players int, court uint64) string {
	src := shuffle.New(6)
	var b strings.Builder
	for i := range 10_000 {
		switch {
		case i == 0:
		case i%(10_000/players) == 0 && i/(10_000/players) < players:
			b.WriteString(" / ")
		default:
			b.WriteByte(' ')
		}
		if src.Below(court) == 0 {
			b.WriteByte("JQKA"[src.Below(4)])
		} else {
			b.WriteByte('2')
		}
	}
	return b.String()
}

// randomPiles returns piles of letters.
func randomPiles(players, cards int) string {
	src := shuffle.New(1)
	var b strings.Builder
	for i := range players * cards {
		if i > 0 && i%cards == 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(byte('a' + src.Below(26)))
	}
	return b.String()
}

// BenchmarkWorst answers requests of a hostile user: the longest deals, and texts made to
// be slow, with pictures, traces and SQLite. It reports the longest time for an answer of
// each kind, and by how much the heap grew.
func BenchmarkWorst(b *testing.B) {
	file := func(command, text string) commands.Request {
		return commands.Request{Kind: commands.Slash, Command: command, Options: commands.Options{
			"file": commands.Attachment{Name: "deal.txt", Data: []byte(text[:min(len(text), deal.MaxText)])},
		}}
	}
	kinds := map[string][]commands.Request{
		"deal": {
			file("camicia", randomHands(2, 100)), file("camicia", randomHands(2, 13)),
			file("beggar", randomHands(2, 100)), file("beggar", randomHands(16, 50)), file("beggar", randomHands(256, 100)),
		},
		"table": {file("snap", randomPiles(256, 39)), file("snap", randomPiles(2, 5000)), file("snap", randomPiles(100, 100))},
	}
	for _, text := range hostile {
		const longestMessage = 4000 // characters
		kinds["message"] = append(kinds["message"], commands.Request{
			Kind: commands.MessageMenu, Command: "Settle", Message: strings.Repeat(text, longestMessage/len([]rune(text))),
		})
		for _, game := range commandstest.Games().Names() {
			kinds["attachment"] = append(kinds["attachment"], file(game, strings.Repeat(text, deal.MaxText/len(text))))
		}
	}
	for kind, requests := range kinds {
		b.Run(kind, func(b *testing.B) {
			fx := commandstest.With(b, commandstest.Config{Pictures: true})
			var longest time.Duration
			var most uint64
			for b.Loop() {
				for _, req := range requests {
					req.User, req.Place = fx.Anna, commands.InDM
					began := time.Now()
					most = max(most, heapGrowth(func() { fx.Send(req) }))
					longest = max(longest, time.Since(began))
				}
			}
			b.ReportMetric(longest.Seconds()*1000, "worst-ms")
			b.ReportMetric(float64(most)/(1<<20), "worst-MiB")
		})
	}
}

// heapGrowth returns by how much the heap grew at most while f ran.
func heapGrowth(f func()) uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	heap := func() uint64 { metrics.Read(sample); return sample[0].Value.Uint64() }
	runtime.GC()
	before, most := heap(), uint64(0)
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			most = max(most, heap())
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	})
	f()
	close(done)
	watching.Wait()
	return max(most, before) - before
}
