package session_test

import (
	"context"
	"log/slog"
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

// begin starts one of several processes over a server that keeps locks. end ends it, as a service
// manager does, and waits for that.
func begin(t *testing.T, srv *discordtest.Server, locks *leasetest.Server) (p *running, end func()) {
	t.Helper()
	way, begun := new(leasetest.Way), make(chan struct{})
	leases := lease.New(lease.Config{
		Open:    func(context.Context) (lease.Session, error) { return way.Open(locks) },
		MayMove: func(ctx context.Context) bool { <-begun; return p.client.MaySpendLogins(ctx) }, Log: slog.New(slog.DiscardHandler),
	})
	p = launchAs(t, srv, srv.Token(), session.Sharding{Share: leases.Share, Hold: leases.Hold}, discord.Handler{})
	close(begun)
	ctx, stop := context.WithCancel(t.Context())
	released := make(chan struct{})
	go func() { leases.Run(ctx); close(released) }()
	return p, func() {
		stop()
		p.stop()
		<-released
		if err := p.end(t); err != nil {
			t.Error(err)
		}
	}
}

// up waits until all shards are connected, and returns how long that took.
func (r *running) up(t *testing.T) time.Duration {
	t.Helper()
	began := time.Now()
	r.live(t, allShards)
	return time.Since(began)
}

// Three processes share the shards, and the turns to identify. The shards of one that ends
// go to the others, and one that comes later is given its part.
func TestProcessesShareTheShards(t *testing.T) {
	t.Parallel()
	inShards(t, allShards, discordtest.Options{Shards: allShards, Concurrency: concurrency}, func(t *testing.T, srv *discordtest.Server) {
		locks := leasetest.New(term)
		all, ends := make([]*running, 3), make([]func(), 3)
		for i := range all {
			all[i], ends[i] = begin(t, srv, locks)
		}
		took := all[0].up(t)
		t.Logf("%d shards over %d processes are up after %v", allShards, len(all), took)
		if want := spacing * (allShards/concurrency - 1); took < want || took > want+term {
			t.Errorf("up after %v, want a little over %v", took, want)
		}
		for _, p := range all {
			if s := p.session.Status(); len(s.Shards) != 2 || !s.Ready || s.OfShards != allShards {
				t.Errorf("status %+v", s)
			}
		}
		for shard := range allShards {
			if err := srv.Gateway().Dispatch("INTERACTION_CREATE", map[string]string{"guild_id": ofShard(shard, allShards)}); err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
		if a, b, c := len(all[0].heard), len(all[1].heard), len(all[2].heard); a != 2 || b != 2 || c != 2 {
			t.Errorf("heard %d, %d and %d", a, b, c)
		}

		time.Sleep(time.Minute)
		ended := time.Now()
		ends[0]()
		all[1].up(t)
		t.Logf("after a clean end all are up again after %v", time.Since(ended))
		if took := time.Since(ended); took > term {
			t.Errorf("taken over after %v", took)
		}
		for _, p := range all[1:] {
			if s := p.session.Status(); len(s.Shards) != 3 {
				t.Errorf("took over: %+v", s)
			}
		}

		late, end := begin(t, srv, locks)
		var down time.Duration
		for since := time.Now(); time.Since(since) < 4*time.Minute; time.Sleep(100 * time.Millisecond) {
			if srv.Gateway().Counts().Live < allShards {
				down += 100 * time.Millisecond
			}
		}
		t.Logf("a shard was away for %v in all", down)
		for _, p := range append(all[1:], late) {
			if s := p.session.Status(); len(s.Shards) != 2 || !s.Connected {
				t.Errorf("after it was given its part: %+v", s)
			}
		}
		if c := srv.Gateway().Counts(); c.TooSoon != 0 || c.Identifies != allShards+4 || down > term {
			t.Errorf("%d identifies, %d too soon; a shard was away for %v", c.Identifies, c.TooSoon, down)
		}
		for _, end := range append(ends[1:], end) {
			end()
		}
	})
}
