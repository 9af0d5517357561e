package session_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discord/session"
	"nonna/bot/discordtest"
)

// ofShard returns the id of a server whose events come to a shard of count.
func ofShard(shard, count int) string { return fmt.Sprint((count + shard) << 22) }

// inShards runs a test in a bubble, against a Discord with a server for each shard.
func inShards(t *testing.T, count int, opts discordtest.Options, f func(t *testing.T, srv *discordtest.Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		opts.InMemory, opts.IdentifyEvery = true, 5*time.Second
		for shard := range count {
			opts.Guilds = append(opts.Guilds, ofShard(shard, count))
		}
		f(t, discordtest.New(t, opts))
	})
}

// live waits until so many sessions are connected.
func (r *running) live(t *testing.T, n int) {
	t.Helper()
	r.reaches(t, fmt.Sprint(n, " sessions"), func(c discordtest.Counts) bool { return c.Live == n })
}

// The sessions identify as fast as Discord allows and no faster, and hear of all servers,
// each once. The handler is told when all are open.
func TestShardsShareTheServers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		count, concurrency int
		took               time.Duration
	}{{1, 1, 0}, {6, 1, 25 * time.Second}, {6, 2, 10 * time.Second}, {6, 16, 0}, {16, 3, 25 * time.Second}} {
		t.Run(fmt.Sprint(tt.count, " by ", tt.concurrency), func(t *testing.T) {
			inShards(t, tt.count, discordtest.Options{Concurrency: tt.concurrency, Shards: tt.count}, func(t *testing.T, srv *discordtest.Server) {
				var ready atomic.Int64
				began := time.Now()
				r := launchAs(t, srv, srv.Token(), session.Sharding{}, discord.Handler{Ready: func() { ready.Add(1) }})
				r.live(t, tt.count)
				if took := time.Since(began); took != tt.took {
					t.Errorf("open after %v, want %v", took, tt.took)
				}
				if s := r.session.Status(); !s.Ready || !s.Connected || len(s.Shards) != tt.count || s.OfShards != tt.count || ready.Load() != 1 {
					t.Errorf("ready was told %d times; status %+v", ready.Load(), s)
				}
				r.hears(t) // of no server
				for shard := range tt.count {
					if err := srv.Gateway().Dispatch("INTERACTION_CREATE", map[string]string{"guild_id": ofShard(shard, tt.count)}); err != nil {
						t.Error(err)
					}
				}
				synctest.Wait()
				if n := len(r.heard); n != tt.count {
					t.Errorf("%d interactions of %d were heard", n, tt.count)
				}
				if n := len(srv.Requests(discordtest.RouteGatewayBot)); n != tt.count {
					t.Errorf("asked %d times for what may be identified, want once for each", n)
				}
				if c := srv.Gateway().Counts(); c.TooSoon != 0 || c.Identifies != tt.count {
					t.Errorf("%d identifies, %d too soon", c.Identifies, c.TooSoon)
				}
			})
		})
	}
}

// A shard that cannot be reached is seen, but no reason to end the others; if none can be
// reached, the process ends.
func TestOneShardDown(t *testing.T) {
	t.Parallel()
	inShards(t, 3, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		var alive, ready atomic.Int64
		r := launchAs(t, srv, srv.Token(), session.Sharding{Count: 3}, discord.Handler{
			Alive: func() { alive.Add(1) }, Ready: func() { ready.Add(1) },
		})
		r.live(t, 3)
		srv.Gateway().Next(discordtest.Connect{Times: -1, Refuse: http.StatusServiceUnavailable})
		srv.Gateway().Do(discordtest.Cut(), 1)
		time.Sleep(time.Hour)
		before := alive.Load()
		time.Sleep(time.Minute)
		s := r.session.Status()
		if s.Ready || s.Connected || len(s.Shards) != 3 || s.Shards[1].Connected || !s.Shards[0].Connected || !s.Shards[2].Connected {
			t.Errorf("status %+v", s)
		}
		if more := alive.Load() - before; more < 2 || ready.Load() != 1 {
			t.Errorf("in a minute alive was told %d times; ready %d times", more, ready.Load())
		}
		srv.Heal()
		r.live(t, 3)
		if s := r.session.Status(); !s.Ready || ready.Load() != 2 {
			t.Errorf("back: ready was told %d times; status %+v", ready.Load(), s)
		}
		srv.Gateway().Next(discordtest.Connect{Times: -1, Refuse: http.StatusServiceUnavailable})
		srv.Gateway().Do(discordtest.Cut())
		down := time.Now()
		if err := r.end(t); !errors.Is(err, discord.ErrDead) || time.Since(down) > 6*time.Minute {
			t.Errorf("all down: %v after %v", err, time.Since(down))
		}
	})
}

// A session that hangs silences the watchdog, although others work.
func TestOneShardHangs(t *testing.T) {
	t.Parallel()
	for name, hang := range map[string]func(*discordtest.Server){
		"on an interaction": func(srv *discordtest.Server) {
			_ = srv.Gateway().Dispatch("INTERACTION_CREATE", map[string]string{"guild_id": ofShard(1, 3)})
		},
		"while it opens": func(srv *discordtest.Server) { srv.Gateway().Do(discordtest.Reconnect(), 1) },
	} {
		t.Run(name, func(t *testing.T) {
			inShards(t, 3, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
				var alive, ready atomic.Int64
				released := make(chan struct{})
				r := launchAs(t, srv, srv.Token(), session.Sharding{Count: 3}, discord.Handler{
					Interaction: func([]byte) error { <-released; return nil },
					Ready: func() {
						if ready.Add(1) > 1 {
							<-released
						}
					},
					Alive: func() { alive.Add(1) },
				})
				defer close(released)
				r.live(t, 3)
				hang(srv)
				time.Sleep(6 * time.Minute)
				before := alive.Load()
				time.Sleep(time.Hour)
				if more := alive.Load() - before; more > 0 || !strings.Contains(r.log.String(), "the session hangs") {
					t.Errorf("alive was told %d times", more)
				}
				if s := r.session.Status(); s.Ready || s.Open() != 2 {
					t.Errorf("status %+v", s)
				}
			})
		})
	}
}

// A number of shards that Discord does not take ends the program, which says what to do; a
// number that Discord recommended itself is asked for again by the next.
func TestTooFewShards(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ count, exit int }{{1, discord.ExitConfig}, {0, discord.ExitDead}} {
		synctest.Test(t, func(t *testing.T) {
			opts := discordtest.Options{InMemory: true}
			for id := range 2501 {
				opts.Guilds = append(opts.Guilds, fmt.Sprint(1000+id))
			}
			srv := discordtest.New(t, opts)
			err := launchAs(t, srv, srv.Token(), session.Sharding{Count: tt.count}, discord.Handler{}).end(t)
			if discord.ExitCode(err) != tt.exit || !strings.Contains(err.Error(), "close code 4011") {
				t.Errorf("exit %d: %v", discord.ExitCode(err), err)
			}
			if fixed := tt.count > 0; fixed != strings.Contains(err.Error(), "set NONNA_SHARDS to auto") {
				t.Errorf("said %v", err)
			}
		})
	}
}

// A bot that has fewer shards than Discord recommends says so, and works.
func TestFewerShardsThanRecommended(t *testing.T) {
	t.Parallel()
	inShards(t, 2, discordtest.Options{Shards: 5}, func(t *testing.T, srv *discordtest.Server) {
		r := launchAs(t, srv, srv.Token(), session.Sharding{Count: 2}, discord.Handler{})
		r.live(t, 2)
		if log := r.log.String(); strings.Count(log, "recommends more sessions") != 1 || !strings.Contains(log, "recommended=5") {
			t.Errorf("logged %s", log)
		}
	})
}

// A single bad answer about the gateway, of whatever kind, does not keep the bot away, and a longer
// outage no longer than itself. It is logged once that this goes on.
func TestABadAnswerAboutTheGatewayIsNotFinal(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"truncated JSON": {Status: 200, Page: `{"url":"wss://gate`}, "JSON of something else": {Status: 200, Page: `{"ok":true}`},
		"a 403 page": {Status: 403, Page: "<html>"}, "a 404 page": {Status: 404, Page: "<html>"}, "403": {Status: 403},
		"400": {Status: 400}, "408": {Status: 408}, "503": {Status: 503}, "a 401 page": {Status: 401, Page: "<html>"},
	} {
		for _, count := range []int{0, 1} {
			t.Run(fmt.Sprint(name, " with setting ", count), func(t *testing.T) {
				inShards(t, 1, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
					fault.Route, fault.Times = discordtest.RouteGatewayBot, 1
					srv.Fail(fault)
					began := time.Now()
					r := launchAs(t, srv, srv.Token(), session.Sharding{Count: count}, discord.Handler{})
					r.live(t, 1)
					if took := time.Since(began); took > 10*time.Second {
						t.Errorf("after one bad answer it took %v", took)
					}
				})
				inShards(t, 1, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
					fault.Times = -1
					srv.Fail(fault)
					r := launchAs(t, srv, srv.Token(), session.Sharding{Count: count}, discord.Handler{})
					time.Sleep(4 * time.Minute)
					srv.Heal()
					began := time.Now()
					r.live(t, 1)
					if took := time.Since(began); took > 10*time.Second {
						t.Errorf("after four minutes it took %v", took)
					}
					if n := strings.Count(r.log.String(), "level=WARN"); n != 1 {
						t.Errorf("%d warnings", n)
					}
				})
			})
		}
	}
}

// Of the day's identifies as many are left as may be sent at once.
func TestShardsLeaveAReserve(t *testing.T) {
	t.Parallel()
	inShards(t, 4, discordtest.Options{Shards: 4, Concurrency: 2}, func(t *testing.T, srv *discordtest.Server) {
		srv.Gateway().SetIdentifies(3, 2*time.Hour) // the first two shards are told of the same last one
		r := launchAs(t, srv, srv.Token(), session.Sharding{}, discord.Handler{})
		time.Sleep(110 * time.Minute)
		if c := srv.Gateway().Counts(); c.Identifies != 2 {
			t.Errorf("%d identifies of 3 with a reserve of 2", c.Identifies)
		}
		r.live(t, 4)
	})
}
