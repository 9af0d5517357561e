package lease_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/store/lease"
	"nonna/store/lease/leasetest"
)

const term = 15 * time.Second

// world is a server and the processes that use it.
type world struct {
	t       *testing.T
	server  *leasetest.Server
	members []*member
	// mu guards the rest.
	mu sync.Mutex
	// working are the processes that do the work of each name.
	working map[string][]string
	// twice are the names that two processes worked at.
	twice map[string]bool
}

// inWorld runs a test with processes over one server, in fake time.
func inWorld(t *testing.T, f func(*testing.T, *world)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, server: leasetest.New(term), working: map[string][]string{}, twice: map[string]bool{}}
		f(t, w)
		for _, m := range w.members {
			m.end()
		}
	})
}

// member is one of the processes of a world.
type member struct {
	*world
	*lease.Keeper
	name string
	way  leasetest.Way
	ctx  context.Context
	// end ends it and waits until it has ended.
	end func()
	// ends is the number of times that work ended.
	ends atomic.Int64
	all  sync.WaitGroup
}

// start starts a process.
func (w *world) start(name string) *member { return w.startAs(name, lease.Config{}) }

// startAs starts a process with a configuration.
func (w *world) startAs(name string, cfg lease.Config) *member {
	p := &member{world: w, name: name}
	if cfg.Open == nil {
		cfg.Open = func(context.Context) (lease.Session, error) { return p.way.Open(w.server) }
	}
	cfg.Log = slog.New(slog.DiscardHandler)
	p.Keeper = lease.New(cfg)
	ctx, cancel := context.WithCancel(w.t.Context())
	p.ctx = ctx
	p.all.Go(func() { p.Run(ctx) })
	p.end = sync.OnceFunc(func() { cancel(); p.all.Wait() })
	w.members = append(w.members, p)
	return p
}

// keep begins to keep a lease.
func (p *member) keep(name string) *member {
	p.all.Go(func() { p.Keep(p.ctx, name, func(ctx context.Context) { p.work(ctx, name) }) })
	return p
}

// share begins to share leases.
func (p *member) share(names []string) *member {
	p.all.Go(func() { p.Share(p.ctx, names, p.work) })
	return p
}

// work works until ctx is done.
func (p *member) work(ctx context.Context, name string) {
	p.mu.Lock()
	p.working[name] = append(p.working[name], p.name)
	if len(p.working[name]) > 1 {
		p.twice[name] = true
	}
	p.mu.Unlock()
	<-ctx.Done()
	p.ends.Add(1)
	p.mu.Lock()
	p.working[name] = slices.DeleteFunc(p.working[name], func(n string) bool { return n == p.name })
	p.mu.Unlock()
}

// who returns the processes that work at a name.
func (w *world) who(name string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Sprint(w.working[name])
}

// want checks which processes work at a name, after some fake time.
func (w *world) want(after time.Duration, name, want string) {
	w.t.Helper()
	time.Sleep(after)
	synctest.Wait()
	if got := w.who(name); got != want {
		w.t.Errorf("after %v %s is done by %s, want %s", after, name, got, want)
	}
}

// wantOnce checks that no two processes did the same work at once.
func (w *world) wantOnce() {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.twice) > 0 {
		w.t.Errorf("done by two at once: %v", slices.Sorted(maps.Keys(w.twice)))
	}
}

// shards returns the names of so many leases.
func shards(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprint("shard ", i))
	}
	return names
}

// parts returns how many works each process does.
func (w *world) parts() string {
	n := map[string]int{}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, at := range w.working {
		for _, p := range at {
			n[p]++
		}
	}
	return fmt.Sprint(n)
}

// wantParts checks how many works each process does, after some fake time.
func (w *world) wantParts(after time.Duration, want string) {
	w.t.Helper()
	time.Sleep(after)
	synctest.Wait()
	if got := w.parts(); got != want {
		w.t.Errorf("after %v: %s, want %s", after, got, want)
	}
}

// A process that ends is followed at once, and leaves nothing.
func TestAProcessThatEndsIsFollowed(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a := w.start("a").keep("job")
		w.want(time.Second, "job", "[a]")
		b := w.start("b").keep("job")
		w.want(4*term, "job", "[a]")
		a.end()
		w.want(term/10, "job", "[b]")
		b.end()
		w.wantOnce()
		if left := w.server.Held(); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

// startTwo starts a process that has a job and a shard, and one that waits for both.
func (w *world) startTwo() (a, b *member) {
	a = w.start("a").keep("job").share(shards(1))
	time.Sleep(time.Second)
	b = w.start("b").keep("job").share(shards(1))
	time.Sleep(time.Minute)
	return a, b
}

// A process that no longer reaches the database stops before the server gives its leases up. Its
// sessions go on for its patience.
func TestAProcessThatIsCutOffStopsFirst(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a, b := w.startTwo()
		a.way.Set(leasetest.Silent)
		w.want(term/10, "job", "[a]")
		if a.IsCutOff() {
			t.Error("cut off after one beat")
		}
		time.Sleep(term / 3)
		if !a.IsCutOff() || b.IsCutOff() {
			t.Errorf("cut off: %v and %v", a.IsCutOff(), b.IsCutOff())
		}
		w.want(term*2/3-term/3-term/10+time.Millisecond, "job", "[]")
		w.want(term/3+term/10, "job", "[b]")
		w.want(0, "shard 0", "[a b]")
		w.want(4*term, "shard 0", "[b]")
		a.way.Set(leasetest.None)
		w.want(time.Minute, "job", "[b]")
		if _, ok := w.twice["job"]; ok || a.IsCutOff() {
			t.Errorf("done by two: %v, cut off: %v", w.twice, a.IsCutOff())
		}
	})
}

// A process that is back ends the work that another has meanwhile, and does it again when that
// ends.
func TestAProcessThatIsBack(t *testing.T) {
	inWorld(t, func(_ *testing.T, w *world) {
		a, b := w.startTwo()
		a.way.Set(leasetest.Silent)
		w.want(2*term, "shard 0", "[a b]")
		a.way.Set(leasetest.None)
		w.want(term/10, "shard 0", "[b]")
		w.want(term, "job", "[b]")
		b.end()
		w.want(3*term/10, "shard 0", "[a]")
		w.want(0, "job", "[a]")
	})
}

// Where no connection can be opened, sessions end after four terms, too.
func TestALongOutage(t *testing.T) {
	inWorld(t, func(_ *testing.T, w *world) {
		a := w.start("a").keep("job").share(shards(1))
		time.Sleep(time.Minute)
		a.way.Set(leasetest.Away)
		w.want(term/10, "job", "[]")
		w.want(4*term-2*term/10, "shard 0", "[a]")
		w.want(2*term/10, "shard 0", "[]")
	})
}

// watched is a session that calls a function before it is closed.
type watched struct {
	lease.Session
	before func()
}

func (s watched) Close() { s.before(); s.Session.Close() }

// The context of work ends before the connection is closed.
func TestWorkEndsBeforeItsConnection(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		var way leasetest.Way
		var work atomic.Value
		var closed atomic.Int64
		a := w.startAs("a", lease.Config{Open: func(context.Context) (lease.Session, error) {
			s, err := way.Open(w.server)
			return watched{s, func() {
				closed.Add(1)
				if why := context.Cause(work.Load().(context.Context)); !errors.Is(why, lease.ErrLost) {
					t.Errorf("when the connection is closed: %v", why)
				}
			}}, err
		}})
		for _, fault := range []leasetest.Fault{leasetest.Away, leasetest.Silent} {
			if err := a.Hold(a.ctx, "job", func(ctx context.Context) error {
				work.Store(ctx)
				way.Set(fault)
				<-ctx.Done()
				return ctx.Err()
			}); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			time.Sleep(term)
			way.Set(leasetest.None)
		}
		if n := closed.Load(); n != 2 {
			t.Errorf("%d connections were closed", n)
		}
	})
}

// One attempt that does not get through at once moves nothing.
func TestAHiccupMovesNothing(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a, b := w.start("a").share(shards(2)), w.start("b").share(shards(2))
		time.Sleep(time.Minute)
		for range 10 {
			a.way.Set(leasetest.Silent)
			time.Sleep(term / 2)
			a.way.Set(leasetest.None)
			time.Sleep(term)
		}
		w.wantParts(0, "map[a:1 b:1]")
		if n := a.ends.Load() + b.ends.Load(); n > 0 {
			t.Errorf("%d works ended", n)
		}
	})
}

// An outage of the server moves no session, whoever comes back first.
func TestAnOutageMovesNothing(t *testing.T) {
	for _, lasts := range []time.Duration{term / 2, term, 50 * time.Second} {
		t.Run(fmt.Sprint(lasts), func(t *testing.T) {
			inWorld(t, func(t *testing.T, w *world) {
				for _, name := range []string{"a", "b", "c"} {
					w.start(name).share(shards(3))
				}
				w.wantParts(time.Minute, "map[a:1 b:1 c:1]")
				for _, p := range w.members {
					p.way.Set(leasetest.Away)
				}
				time.Sleep(lasts)
				for _, p := range w.members {
					p.way.Set(leasetest.None)
					time.Sleep(time.Second)
				}
				time.Sleep(term)
				for _, p := range w.members {
					if p.ends.Load() > 0 {
						t.Errorf("a work of %s ended", p.name)
					}
				}
				w.wantParts(0, "map[a:1 b:1 c:1]")
				w.wantOnce()
			})
		})
	}
}

// A session that the server ended is another's after a beat, and its process notices within one.
func TestASessionThatWasEnded(t *testing.T) {
	inWorld(t, func(_ *testing.T, w *world) {
		a := w.start("a").keep("job")
		time.Sleep(time.Second)
		w.start("b").keep("job")
		time.Sleep(time.Minute)
		a.way.Terminate()
		w.want(term/10+time.Second, "job", "[b]")
		w.want(time.Minute, "job", "[b]")
	})
}

// Processes share a number of leases evenly, one a beat, and those of one that ends.
func TestProcessesShare(t *testing.T) {
	inWorld(t, func(_ *testing.T, w *world) {
		w.start("another, which has no part in it")
		w.start("one with others").share([]string{"other"})
		a := w.start("a").share(shards(6))
		w.start("b").share(shards(6))
		c := w.start("c").share(shards(6))
		w.wantParts(term, "map[a:2 b:2 c:2 one with others:1]")
		a.end()
		w.wantParts(3*term/10, "map[b:3 c:3 one with others:1]")
		c.way.Set(leasetest.Silent) // as if it were frozen
		w.wantParts(6*term, "map[b:6 one with others:1]")
	})
}

// A process that came first gives those that come later their part: at most one lease a beat,
// and no more than that.
func TestAProcessThatCameFirstGivesAway(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a := w.start("a").share(shards(6))
		w.wantParts(time.Minute, "map[a:6]")
		b, c := w.start("b").share(shards(6)), w.start("c").share(shards(6))
		for range 20 {
			before := a.ends.Load()
			time.Sleep(term/10 - time.Millisecond)
			if n := a.ends.Load() - before; n > 1 {
				t.Errorf("%d were given away in a beat: %s", n, w.parts())
			}
		}
		w.wantParts(2*time.Minute, "map[a:2 b:2 c:2]")
		if n := a.ends.Load() + b.ends.Load() + c.ends.Load(); n != 4 {
			t.Errorf("%d works ended, want 4", n)
		}
		w.wantOnce()
	})
}

// Nothing is given away where that is not allowed, or leases cannot be divided evenly.
func TestWhatIsNotGivenAway(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		var allowed atomic.Bool
		a := w.startAs("a", lease.Config{MayMove: func(context.Context) bool { return allowed.Load() }}).share(shards(3))
		time.Sleep(time.Minute)
		w.start("b").share(shards(3))
		w.wantParts(time.Minute, "map[a:3]")
		allowed.Store(true)
		w.wantParts(time.Minute, "map[a:2 b:1]")
		if a.ends.Load() != 1 {
			t.Errorf("%d works ended", a.ends.Load())
		}
	})
}

// A process that ends leaves its part to others at once, though some of its work goes on for a
// while.
func TestAProcessThatEndsLeavesItsPart(t *testing.T) {
	inWorld(t, func(_ *testing.T, w *world) {
		var isSlow atomic.Bool
		a := w.start("a")
		a.all.Go(func() {
			a.Share(a.ctx, shards(4), func(ctx context.Context, name string) {
				a.work(ctx, name)
				if isSlow.CompareAndSwap(false, true) {
					time.Sleep(term)
				}
			})
		})
		w.start("b").share(shards(4))
		w.wantParts(term, "map[a:2 b:2]")
		go a.end()
		w.wantParts(3*term/10, "map[b:3]")
		w.wantParts(term, "map[b:4]")
	})
}

// What was given away is not begun again while the server is away, which may have given it to
// another process.
func TestWhatWasGivenAwayIsLeft(t *testing.T) {
	inWorld(t, func(_ *testing.T, w *world) {
		a := w.start("a")
		a.all.Go(func() {
			a.Share(a.ctx, shards(2), func(ctx context.Context, name string) {
				a.work(ctx, name)
				a.way.Set(leasetest.Away)
			})
		})
		w.wantParts(time.Minute, "map[a:2]")
		w.start("b").share(shards(2))
		w.wantParts(2*term, "map[a:1 b:2]") // a cannot know that its other one is taken
	})
}

// Where no other process can be, everything is held at once.
func TestAProcessThatIsAloneNeedNotWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := lease.New(lease.Config{})
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { k.Run(ctx) })
		start := time.Now()
		for range 3 {
			if err := k.Hold(ctx, "job", func(context.Context) error { return nil }); err != nil {
				t.Error(err)
			}
		}
		var works atomic.Int64
		running.Go(func() { k.Keep(ctx, "job", func(ctx context.Context) { works.Add(1); <-ctx.Done() }) })
		running.Go(func() {
			k.Share(ctx, []string{"x", "y"}, func(ctx context.Context, _ string) { works.Add(1); <-ctx.Done() })
		})
		synctest.Wait()
		if took := time.Since(start); took > 0 || works.Load() != 3 || k.Living() != 1 || k.IsCutOff() {
			t.Errorf("%d works after %v, %d processes", works.Load(), took, k.Living())
		}
		time.Sleep(time.Hour)
		cancel()
		running.Wait()
		if works.Load() != 3 {
			t.Errorf("%d works", works.Load())
		}
	})
}

// Short work follows quickly on other short work, in the same process and in others.
func TestShortWorkTakesTurns(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		start := time.Now()
		var running sync.WaitGroup
		var busy, done atomic.Int64
		for _, name := range []string{"a", "b"} {
			p := w.start(name)
			for range 3 {
				running.Go(func() {
					err := p.Hold(p.ctx, "identify", func(ctx context.Context) error {
						if busy.Add(1) != 1 {
							t.Error("two at once")
						}
						time.Sleep(time.Second)
						busy.Add(-1)
						done.Add(1)
						return ctx.Err()
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
		}
		running.Wait()
		if took := time.Since(start); done.Load() != 6 || took > 7*time.Second {
			t.Errorf("%d turns in %v", done.Load(), took)
		}
	})
}

// A caller that stops waiting leaves nothing behind, and a caller's error is returned. A process
// that is to end waits for work that goes on, and takes no other lease meanwhile.
func TestHoldReturnsItsError(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a, b := w.start("a").keep("job"), w.start("b")
		time.Sleep(time.Second)
		why := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Minute, func() { cancel(why) })
		if err := b.Hold(ctx, "job", func(context.Context) error { return nil }); !errors.Is(err, why) {
			t.Errorf("after the wait: %v", err)
		}
		if err := b.Hold(t.Context(), "other", func(context.Context) error {
			go b.end()
			synctest.Wait()
			late, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			if err := b.Hold(late, "late", func(context.Context) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("taken after the end: %v", err)
			}
			return why
		}); !errors.Is(err, why) {
			t.Errorf("after the work: %v", err)
		}
		a.end()
		time.Sleep(time.Minute)
		if left := w.server.Held(); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

// Processes know how many they are.
func TestProcessesAreCounted(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a, b, c := w.start("a"), w.start("b"), w.start("c").keep("job")
		want := func(when string, n int) {
			t.Helper()
			time.Sleep(2 * term / 10)
			if a.Living() != n {
				t.Errorf("%s: %d processes, want %d", when, a.Living(), n)
			}
		}
		want("at the start", 3)
		start := time.Now()
		b.end()
		if took := time.Since(start); took > 0 { // there is nothing to wait for
			t.Errorf("one ended after %v", took)
		}
		want("after one ended", 2)
		c.way.Set(leasetest.Silent)
		time.Sleep(term)
		want("after one was cut off", 1)
		c.way.Set(leasetest.None)
		want("when it is back", 2)
	})
}
