package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discord/session"
	"nonna/bot/discordtest"
	"nonna/store/lease"
	"nonna/store/lease/leasetest"
)

// A bot of six shards, of which two may identify every five seconds.
const (
	allShards   = 6
	concurrency = 2
	spacing     = 5 * time.Second
	// term is that of leases.
	term = lease.Term
)

// process is one of several over a database.
type process struct {
	sessions *session.Shards
	alive    atomic.Int64
	ready    atomic.Int64
	heard    atomic.Int64
	// end ends it, as a service manager does, and waits for that.
	end func()
}

// begin starts a process.
func begin(t *testing.T, srv *discordtest.Server, locks *leasetest.Server) *process {
	t.Helper()
	p := new(process)
	log := slog.New(slog.DiscardHandler)
	client := discord.New(discord.Config{
		Token: srv.Token(), Logger: log, Dial: srv.DialContext, Transport: func() http.RoundTripper { return srv.Transport() },
	})
	way := new(leasetest.Way)
	open := func(context.Context) (lease.Session, error) { return way.Open(locks) }
	leases := lease.New(lease.Config{Open: open, MayMove: client.MaySpendLogins, Log: log})
	p.sessions = session.New(client, session.Sharding{Share: leases.Share, Hold: leases.Hold}, discord.Handler{
		Interaction: func([]byte) error { p.heard.Add(1); return nil },
		Ready:       func() { p.ready.Add(1) },
		Alive:       func() { p.alive.Add(1) },
	})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{}, 2)
	go func() { leases.Run(ctx); done <- struct{}{} }()
	go func() {
		if err := p.sessions.Run(ctx); err != nil {
			t.Error(err)
		}
		done <- struct{}{}
	}()
	p.end = func() {
		stop()
		<-done
		<-done
		client.Close()
	}
	return p
}

// shared runs a test in a bubble with a Discord and a server that keeps locks.
func shared(t *testing.T, f func(t *testing.T, srv *discordtest.Server, locks *leasetest.Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		opts := discordtest.Options{InMemory: true, Shards: allShards, Concurrency: concurrency, IdentifyEvery: spacing}
		for shard := range allShards {
			opts.Guilds = append(opts.Guilds, guildOf(shard))
		}
		f(t, discordtest.New(t, opts), leasetest.New(term))
	})
}

// guildOf returns a server of a shard.
func guildOf(shard int) string { return fmt.Sprint((allShards + shard) << 22) }

// up waits until all shards are connected, and returns how long that took.
func up(t *testing.T, srv *discordtest.Server) time.Duration {
	t.Helper()
	began := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if err := srv.Gateway().Wait(ctx, func(c discordtest.Counts) bool { return c.Live == allShards }); err != nil {
		t.Fatalf("connected are %v", srv.Gateway().Shards())
	}
	synctest.Wait()
	return time.Since(began)
}

// Three processes share the shards, and the turns to identify. The shards of one that ends
// go to the others, and one that comes later is given its part.
func TestProcessesShareTheShards(t *testing.T) {
	t.Parallel()
	shared(t, func(t *testing.T, srv *discordtest.Server, locks *leasetest.Server) {
		all := []*process{begin(t, srv, locks), begin(t, srv, locks), begin(t, srv, locks)}
		took := up(t, srv)
		t.Logf("%d shards over %d processes are up after %v", allShards, len(all), took)
		if want := spacing * (allShards/concurrency - 1); took < want || took > want+term {
			t.Errorf("up after %v, want a little over %v", took, want)
		}
		for _, p := range all {
			if s := p.sessions.Status(); len(s.Shards) != 2 || !s.Ready || s.OfShards != allShards {
				t.Errorf("status %+v", s)
			}
		}
		for shard := range allShards {
			if err := srv.Gateway().Dispatch("INTERACTION_CREATE", map[string]string{"guild_id": guildOf(shard)}); err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
		if a, b, c := all[0].heard.Load(), all[1].heard.Load(), all[2].heard.Load(); a != 2 || b != 2 || c != 2 {
			t.Errorf("heard %d, %d and %d", a, b, c)
		}

		time.Sleep(time.Minute)
		ended := time.Now()
		all[0].end()
		up(t, srv)
		t.Logf("after a clean end all are up again after %v", time.Since(ended))
		if took := time.Since(ended); took > term {
			t.Errorf("taken over after %v", took)
		}
		for _, p := range all[1:] {
			if s := p.sessions.Status(); len(s.Shards) != 3 {
				t.Errorf("took over: %+v", s)
			}
		}

		late := begin(t, srv, locks)
		var down time.Duration
		for since := time.Now(); time.Since(since) < 4*time.Minute; time.Sleep(100 * time.Millisecond) {
			if srv.Gateway().Counts().Live < allShards {
				down += 100 * time.Millisecond
			}
		}
		t.Logf("a shard was away for %v in all", down)
		for _, p := range append(all[1:], late) {
			if s := p.sessions.Status(); len(s.Shards) != 2 || !s.Connected {
				t.Errorf("after it was given its part: %+v", s)
			}
		}
		if c := srv.Gateway().Counts(); c.TooSoon != 0 || c.Identifies != allShards+4 || down > term {
			t.Errorf("%d identifies, %d too soon; a shard was away for %v", c.Identifies, c.TooSoon, down)
		}
		for _, p := range append(all[1:], late) {
			p.end()
		}
	})
}
