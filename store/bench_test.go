package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// benchRows is how many games the benchmarks generate, set by the environment
// variable NONNA_BENCH_ROWS. Ten million take some minutes and about 6 GB.
func benchRows(b *testing.B) int64 {
	text := os.Getenv("NONNA_BENCH_ROWS")
	if text == "" {
		return 20_000
	}
	rows, err := strconv.ParseInt(text, 10, 64)
	if err != nil || rows < 1 {
		b.Fatalf("NONNA_BENCH_ROWS=%q, want a number of games", text)
	}
	return rows
}

// benchGames is a database with that many games, made anew or, where the
// environment variable NONNA_BENCH_FILE names one, kept in that file for the next
// time: who changes the number of games or how they are made deletes it.
func benchGames(b *testing.B) generated {
	rows, path := benchRows(b), os.Getenv("NONNA_BENCH_FILE")
	if path == "" {
		path = b.TempDir() + "/nonna.db"
	}
	began := time.Now()
	s := openAt(b, path)
	g := generate(b, s, rows)
	info, err := os.Stat(s.Path())
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d games, %d MB, made or found in %s", rows, info.Size()>>20, time.Since(began).Round(time.Second))
	return g
}

// BenchmarkLeaderboardPage reads pages of the fullest board, each with the
// asker's own rank: by cards and by tricks, of all time, a month and a week, with
// random deals and without, near the top and anywhere down to the end, for keen
// players and for others.
func BenchmarkLeaderboardPage(b *testing.B) {
	g := benchGames(b)
	s := g.store

	rng := rand.New(rand.NewPCG(1, 2))
	var times []time.Duration
	slowest := map[string]time.Duration{}
	for b.Loop() {
		q := g.query(rng)
		start := time.Now()
		page, err := s.Board(context.Background(), q)
		took := time.Since(start)
		if err != nil || page.Total > 0 && len(page.Entries) == 0 && q.Offset < page.Total {
			b.Fatalf("Board(%+v): %+v, %v", q, page, err)
		}
		times = append(times, took)
		kind := fmt.Sprint("by ", q.By, " span ", q.Span, " typed ", q.WithoutRandom, " deep ", q.Offset > 1000)
		slowest[kind] = max(slowest[kind], took)
	}
	slices.Sort(times)
	b.ReportMetric(milliseconds(times[len(times)/2]), "p50-ms")
	b.ReportMetric(milliseconds(times[len(times)*99/100]), "p99-ms")
	if testing.Verbose() {
		b.Logf("slowest: %v", slowest)
	}
}

// query makes up what somebody could ask of the fullest board.
func (g generated) query(rng *rand.Rand) BoardQuery {
	player := rng.Int64N(g.users)
	if rng.IntN(2) == 0 {
		player = rng.Int64N(100)
	}
	offset := 10 * rng.Int64N(10)
	if rng.IntN(4) == 0 {
		offset = rng.Int64N(max(1, g.rows/2))
	}
	return BoardQuery{
		GuildID: 1_000_000_000_000_000_001, UserID: uint64(2_000_000_000_000_000_000 + player),
		Game: "camicia", Division: "52",
		By: Measure(1 + rng.IntN(2)), Span: Span(rng.IntN(3)),
		At:            time.UnixMilli(1_700_000_000_000 + rng.Int64N(94_608_000_000)),
		WithoutRandom: rng.IntN(2) == 0, Offset: offset, Limit: 10,
	}
}

// BenchmarkRecord records games one after the other, each on disk before the
// next, on a board that holds NONNA_BENCH_ROWS games already.
func BenchmarkRecord(b *testing.B) {
	s := openAt(b, b.TempDir()+"/nonna.db")
	generate(b, s, benchRows(b))
	n := 0
	for b.Loop() {
		n++
		record(b, s, game(n, func(g *Game) {
			g.GuildID, g.Cards, g.Tricks = 1_000_000_000_000_000_001, int64(n*7919%900), int64(n*7919%130)
			g.Random = n%10 > 0
		}))
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "games/s")
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
