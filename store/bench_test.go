package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"
)

// benchRows returns the number of games to generate, from the environment variable
// NONNA_BENCH_ROWS. Ten million take some minutes and about 6 GB.
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

// benchGames returns a database with that many games. If the environment variable
// NONNA_BENCH_FILE names a file, the database is kept there and reused; delete the file
// after changing the number of games or how they are generated.
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

// BenchmarkLeaderboardPage reads pages of the fullest board, each with the rank of the
// user who asks: of all games and of one member's, in all orders, near the top and
// anywhere, for busy players and for others.
func BenchmarkLeaderboardPage(b *testing.B) {
	g := benchGames(b)
	rng := rand.New(rand.NewPCG(1, 2))
	// The pages of the busiest player, who has 125,000 of ten million games.
	edges := g.idsOf(b, 0)
	b.Run("board", func(b *testing.B) {
		timeEach(b, func() (string, error) {
			q := g.query(rng)
			if rng.IntN(4) == 0 {
				q = g.deep(q, edges[rng.IntN(len(edges))])
			}
			page, err := g.store.Board(b.Context(), q)
			if page.Total > 0 && len(page.Entries) == 0 {
				b.Errorf("Board(%+v): %+v", q, page)
			}
			return fmt.Sprint("by ", q.By, " span ", q.Span, " deep ", q.Edge > 0), err
		})
	})
	for _, idle := range []bool{false, true} {
		b.Run(map[bool]string{false: "member", true: "member-idle"}[idle], func(b *testing.B) {
			timeEach(b, func() (string, error) {
				q := g.memberQuery(rng, edges)
				if idle { // in a week or month without games of theirs
					q.At, q.Span, q.Edge = q.At.AddDate(9, 0, 0), Span(1+rng.IntN(2)), 0
				}
				page, err := g.store.MemberBoard(b.Context(), q)
				if idle && len(page.Entries) > 0 || !idle && q.Span == AllTime && len(page.Entries) == 0 {
					b.Errorf("MemberBoard(%+v): %+v", q, page)
				}
				return fmt.Sprint("by ", q.By, " span ", q.Span, " deep ", q.Edge > 0), err
			})
		})
	}
}

// BenchmarkCommand reads everything that a command shows on the fullest server, with
// the list of its boards. The busy players of me-keen have 50,000 of ten million games.
func BenchmarkCommand(b *testing.B) {
	g := benchGames(b)
	rng := rand.New(rand.NewPCG(1, 2))
	edges, ctx := g.idsOf(b, 0), b.Context()
	run := func(name string, read func() error) {
		b.Run(name, func(b *testing.B) {
			timeEach(b, func() (string, error) {
				_, err := g.store.Divisions(ctx, DivisionQuery{GuildID: generatedGuild, Limit: 25})
				return name, errors.Join(err, read())
			})
		})
	}
	me := func(from, to int64) func() error {
		return func() error {
			q := g.query(rng)
			q.UserID, q.By, q.Span, q.Limit = uint64(generatedUser+from+rng.Int64N(to-from)), ByPlays, AllTime, 0
			_, err := g.store.Board(ctx, q)
			_, errHistory := g.store.History(ctx, q.UserID)
			return errors.Join(err, errHistory)
		}
	}
	run("leaderboard", func() error {
		_, err := g.store.Board(ctx, g.query(rng))
		return err
	})
	run("leaderboard-member", func() error {
		_, err := g.store.MemberBoard(ctx, g.memberQuery(rng, edges))
		return err
	})
	run("me", me(100, g.users))
	run("me-keen", me(0, 100))
	run("records", func() error {
		_, err := g.store.Longest(ctx, g.query(rng))
		return err
	})
}

// timeEach calls do, which returns the name of what it did, and reports how long the
// calls took and how long they had a core: other work on the machine lengthens only the
// former.
func timeEach(b *testing.B, do func() (string, error)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var times, cores []time.Duration
	slowest := map[string]time.Duration{}
	for b.Loop() {
		start, had := time.Now(), threadTime()
		what, err := do()
		took := time.Since(start)
		cores = append(cores, threadTime()-had)
		if err != nil {
			b.Fatal(err)
		}
		times = append(times, took)
		slowest[what] = max(slowest[what], took)
	}
	for unit, all := range map[string][]time.Duration{"ms": times, "core-ms": cores} {
		slices.Sort(all)
		b.ReportMetric(milliseconds(all[len(all)/2]), "p50-"+unit)
		b.ReportMetric(milliseconds(all[len(all)*99/100]), "p99-"+unit)
	}
	if testing.Verbose() {
		b.Logf("slowest: %v", slowest)
	}
}

// query returns a random query for the fullest board.
func (g generated) query(rng *rand.Rand) BoardQuery {
	player := rng.Int64N(g.users)
	if rng.IntN(2) == 0 {
		player = rng.Int64N(100)
	}
	return BoardQuery{
		GuildID: generatedGuild, UserID: uint64(generatedUser + player),
		Game: "camicia", Division: "52", Kind: Ends,
		By: Measure(1 + rng.IntN(2)), Span: Span(rng.IntN(3)),
		At:        g.playedAt(rng.Int64N(g.rows)),
		PageQuery: PageQuery{Limit: 10},
	}
}

// deep changes a query to the page beside a game, in the period of that game.
func (g generated) deep(q BoardQuery, game int64) BoardQuery {
	q.Edge, q.Back, q.At = game, game%2 == 0, g.playedAt(game)
	return q
}

// playedAt returns the time of a game by its id.
func (g generated) playedAt(id int64) time.Time {
	return time.UnixMilli(1_700_000_000_000 + id*94_608_000_000/g.rows)
}

// memberQuery returns a random query for the busiest player, whose games are edges.
func (g generated) memberQuery(rng *rand.Rand, edges []int64) MemberQuery {
	q := MemberQuery{BoardQuery: g.query(rng), MemberID: generatedUser}
	if rng.IntN(2) == 0 {
		q.BoardQuery = g.deep(q.BoardQuery, edges[rng.IntN(len(edges))])
	}
	return q
}

// BenchmarkRecord records games one after the other on a board with NONNA_BENCH_ROWS
// games, each on disk before the next.
func BenchmarkRecord(b *testing.B) {
	s := openAt(b, b.TempDir()+"/nonna.db")
	generate(b, s, benchRows(b))
	n := 0
	for b.Loop() {
		n++
		record(b, s, game(n, func(g *Game) {
			g.GuildID, g.Plays, g.Takes = generatedGuild, int64(n*7919%900), int64(n*7919%130)
			g.Random = n%10 > 0
		}))
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "games/s")
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
