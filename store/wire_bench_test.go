package store

import (
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"nonna/store/postgres/postgrestest"
)

// BenchmarkRecordOnAServer records games of eight members at once in a database on a server, to
// which a round trip takes NONNA_BENCH_TRIP (1.2 ms) longer: all on one server of Discord's, where
// they wait for each other, and on a hundred. It reports how long a trip took, machine included.
func BenchmarkRecordOnAServer(b *testing.B) {
	trip := 1200 * time.Microsecond
	if text := os.Getenv("NONNA_BENCH_TRIP"); text != "" {
		var err error
		if trip, err = time.ParseDuration(text); err != nil {
			b.Fatal(err)
		}
	}
	for _, guilds := range []int{1, 100} {
		b.Run(fmt.Sprint(guilds, "-servers"), func(b *testing.B) {
			wire, url := postgrestest.NewProxy(b, postgrestest.New(b))
			wire.Delay(trip)
			s, err := Open(b.Context(), url)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			var games atomic.Int64
			b.SetParallelism(4)
			const asked = 100
			start := time.Now()
			for range asked {
				done(b)(s.db.Readers().Exec("SELECT"))
			}
			took := milliseconds(time.Since(start)) / asked
			before := wire.Trips()
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					n := int(games.Add(1))
					record(b, s, game(n, func(g *Game) {
						g.GuildID, g.UserID = uint64(guild+n%guilds), uint64(anna+n%50)
						g.Plays, g.Takes = int64(n*7919%900), int64(n*7919%130)
					}))
				}
			})
			b.ReportMetric(took, "ms/trip")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(wire.Trips()-before)/float64(b.N), "trips/game")
		})
	}
}
