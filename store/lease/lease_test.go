package lease

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/store"
	"nonna/store/storetest"
)

const term = 15 * time.Second

// world is a database and the processes that use it.
type world struct {
	t       *testing.T
	store   *store.Store
	members []*member
	// mu guards the rest.
	mu sync.Mutex
	// working are the processes that do the work of each name.
	working map[string][]string
	// twice are the names that two processes worked at.
	twice map[string]bool
}

// inWorld runs a test with processes over one new database, in fake time.
func inWorld(t *testing.T, f func(*testing.T, *world)) {
	t.Helper()
	t.Parallel()
	if storetest.OnServer() {
		t.Skip("a server knows no fake time")
	}
	path := filepath.Join(t.TempDir(), "nonna.db")
	synctest.Test(t, func(t *testing.T) {
		st, err := storetest.Open(t.Context(), path, store.WithRehearsal())
		if err != nil {
			t.Fatal(err)
		}
		w := &world{t: t, store: st, working: map[string][]string{}, twice: map[string]bool{}}
		defer func() {
			for _, m := range w.members {
				m.end()
			}
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		}()
		f(t, w)
	})
}

// member is one of the processes of a world.
type member struct {
	*world
	*Keeper
	name  string
	table *faulty
	ctx   context.Context
	// end ends it and waits until it has ended.
	end func()
	// ends is the number of times that work ended.
	ends atomic.Int64
	all  sync.WaitGroup
}

// start starts a process.
func (w *world) start(name string) *member { return w.startAs(Config{Holder: name, Term: term}) }

// startAs starts a process with a holder and a term.
func (w *world) startAs(cfg Config) *member {
	p := &member{world: w, name: cfg.Holder, table: &faulty{table: stored{w.store}}}
	cfg.Shared, cfg.Log = true, slog.New(slog.DiscardHandler)
	p.Keeper = newKeeper(p.table, cfg)
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

// work works until ctx is done.
func (p *member) work(ctx context.Context, name string) {
	p.world.mu.Lock()
	p.working[name] = append(p.working[name], p.name)
	if len(p.working[name]) > 1 {
		p.twice[name] = true
	}
	p.world.mu.Unlock()
	<-ctx.Done()
	p.ends.Add(1)
	p.world.mu.Lock()
	p.working[name] = slices.DeleteFunc(p.working[name], func(n string) bool { return n == p.name })
	p.world.mu.Unlock()
}

// who returns the processes that work at a name.
func (w *world) who(name string) string {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Sprint(w.working[name])
}

// want checks which processes work at a name, after some time.
func (w *world) want(after time.Duration, name, want string) {
	w.t.Helper()
	time.Sleep(after)
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
		w.t.Errorf("done by two at once: %v", slices.Collect(maps.Keys(w.twice)))
	}
}

// rows returns the names that are stored.
func (w *world) rows() (names []string) {
	w.t.Helper()
	all, err := stored{w.store}.renew(w.t.Context(), "nobody", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range all {
		names = append(names, r.name)
	}
	slices.Sort(names)
	return names
}

// fault is how a process's database behaves.
type fault int32

const (
	none fault = iota
	// away answers each question with an error.
	away
	// frozen does not answer, until the question's context ends.
	frozen
	// stuck does not even end with the context.
	stuck
	// unheard does what it is asked, but its answer is lost.
	unheard
)

// faulty is a table that fails on demand.
type faulty struct {
	table
	fault atomic.Int32
	// mended is closed when a stuck table goes on.
	mended chan struct{}
}

func (f *faulty) set(what fault) {
	if what == stuck {
		f.mended = make(chan struct{})
	}
	f.fault.Store(int32(what))
}

var errAway = errors.New("no database")

func (f *faulty) do(ctx context.Context, ask func() error) error {
	switch fault(f.fault.Load()) {
	case away:
		return errAway
	case frozen:
		<-ctx.Done()
		return ctx.Err()
	case stuck:
		<-f.mended
	case unheard:
		return errors.Join(ask(), errAway)
	}
	return ask()
}

func (f *faulty) renew(ctx context.Context, holder string, returned []string) (all []row, err error) {
	err = f.do(ctx, func() error {
		all, err = f.table.renew(ctx, holder, returned)
		return err
	})
	return all, err
}

func (f *faulty) take(ctx context.Context, holder string, seen row) (ok bool, err error) {
	err = f.do(ctx, func() error {
		ok, err = f.table.take(ctx, holder, seen)
		return err
	})
	return ok, err
}

func (f *faulty) remove(ctx context.Context, seen row) error {
	return f.do(ctx, func() error { return f.table.remove(ctx, seen) })
}

func (f *faulty) leave(ctx context.Context, holder string) error {
	return f.do(ctx, func() error { return f.table.leave(ctx, holder) })
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
		if rows := w.rows(); len(rows) > 0 {
			t.Errorf("left behind: %v", rows)
		}
	})
}

// A process that no longer reaches the database stops before another begins, which it does
// after a term, whatever keeps the first from it.
func TestAProcessThatIsCutOffStopsFirst(t *testing.T) {
	for name, what := range map[string]fault{"error": away, "no answer": frozen, "a driver that hangs": stuck, "no answer to what is done": unheard} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(_ *testing.T, w *world) {
				a := w.start("a").keep("job")
				w.want(time.Second, "job", "[a]")
				w.start("b").keep("job")
				time.Sleep(time.Minute)
				a.table.set(what)
				w.want(term*2/3+time.Millisecond, "job", "[]")
				took := "[b]"
				if what == unheard { // its beats arrive, so nobody takes it
					took = "[]"
				}
				w.want(term/3+3*term/10, "job", took)
				time.Sleep(time.Minute)
				if a.table.fault.Swap(int32(none)); what == stuck {
					close(a.table.mended)
				}
				if what == unheard {
					took = "[a]"
				}
				w.want(time.Minute, "job", took)
				w.wantOnce()
			})
		})
	}
}

// An outage of the database, however long, moves nothing: not while it lasts, and not when
// it is over.
func TestAnOutageMovesNothing(t *testing.T) {
	for _, what := range []fault{away, frozen} {
		for _, lasts := range []time.Duration{term / 2, term, 50 * time.Second, time.Hour} {
			t.Run(fmt.Sprint(what, " ", lasts), func(t *testing.T) {
				inWorld(t, func(t *testing.T, w *world) {
					var all []*member
					for i := range 3 {
						p := w.start(fmt.Sprint("p", i)).keep("job")
						p.all.Go(func() {
							p.Share(p.ctx, []string{"shard 0", "shard 1", "shard 2"}, p.work)
						})
						all = append(all, p)
						time.Sleep(100 * time.Millisecond)
					}
					time.Sleep(time.Minute)
					shards, ends := []string{w.who("shard 0"), w.who("shard 1"), w.who("shard 2")}, int64(0)
					if sorted := slices.Sorted(slices.Values(shards)); !slices.Equal(sorted, []string{"[p0]", "[p1]", "[p2]"}) {
						t.Fatalf("the shards are at %v", shards)
					}
					for _, p := range all {
						p.table.set(what)
					}
					time.Sleep(lasts)
					for _, p := range all {
						ends += p.ends.Load()
						p.table.set(none)
						time.Sleep(time.Second) // they come back one after the other
					}
					if want := map[bool]int64{false: 0, true: 1}[lasts >= term]; lasts < time.Minute && ends != want {
						t.Errorf("%d works ended, want %d", ends, want)
					}
					time.Sleep(10 * time.Second)
					for i, want := range shards {
						w.want(0, fmt.Sprint("shard ", i), want)
					}
					w.want(0, "job", "[p0]")
					w.wantOnce()
				})
			})
		}
	}
}

// A process that reads but cannot write takes nothing, and what it saw meanwhile does not
// count: perhaps nobody could write.
func TestSilenceCountsOnlyWhileOneCanWrite(t *testing.T) {
	inWorld(t, func(_ *testing.T, w *world) {
		a := w.start("a").keep("job")
		time.Sleep(time.Second)
		b := w.start("b").keep("job")
		time.Sleep(time.Minute)
		a.table.set(away)
		b.table.set(away)
		time.Sleep(time.Minute)
		b.table.set(none)
		w.want(term-time.Second, "job", "[]")
		w.want(2*term/10, "job", "[b]")
	})
}

// Of all that take a lease that is free, or was left, one gets it.
func TestOneOfManyTakes(t *testing.T) {
	t.Parallel()
	st := storetest.New(t, store.WithRehearsal())
	leases := stored{st}
	for i := range 20 {
		name := fmt.Sprint("job ", i)
		for range 2 {
			all, err := leases.renew(t.Context(), "nobody", nil)
			if err != nil {
				t.Fatal(err)
			}
			seen := row{name: name}
			if at := slices.IndexFunc(all, func(r row) bool { return r.name == name }); at >= 0 {
				seen = all[at]
			}
			var took atomic.Int64
			var takers sync.WaitGroup
			for p := range 5 {
				takers.Go(func() {
					ok, err := leases.take(t.Context(), fmt.Sprint("process ", p), seen)
					if err != nil {
						t.Error(err)
					} else if ok {
						took.Add(1)
					}
				})
			}
			if takers.Wait(); took.Load() != 1 {
				t.Fatalf("%v was taken by %d", seen, took.Load())
			}
		}
	}
}

// Processes share a number of leases evenly, and those of one that ends.
func TestProcessesShare(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		var names []string
		for i := range 6 {
			names = append(names, fmt.Sprint("shard ", i))
		}
		count := func() string {
			synctest.Wait()
			n := map[string]int{}
			w.mu.Lock()
			defer w.mu.Unlock()
			for name, at := range w.working {
				for _, p := range at {
					if name != "job" {
						n[p]++
					}
				}
			}
			return fmt.Sprint(n)
		}
		w.start("another, which has no part in it").keep("job")
		var all []*member
		for _, name := range []string{"a", "b", "c"} {
			p := w.start(name)
			p.all.Go(func() { p.Share(p.ctx, names, p.work) })
			all = append(all, p)
		}
		time.Sleep(5 * time.Second)
		if got := count(); got != "map[a:2 b:2 c:2]" {
			t.Errorf("at the start: %v", got)
		}
		all[0].end()
		time.Sleep(5 * time.Second)
		if got := count(); got != "map[b:3 c:3]" {
			t.Errorf("after one ended: %v", got)
		}
		all[1].table.set(away) // as if it were killed; it goes on for its patience
		time.Sleep(term * 2)
		w.mu.Lock()
		for name, at := range w.working {
			if name != "job" && !slices.Contains(at, "c") {
				t.Errorf("%s was not taken over: %v", name, at)
			}
		}
		w.mu.Unlock()
		time.Sleep(4 * term)
		if got := count(); got != "map[c:6]" {
			t.Errorf("after one was cut off: %v", got)
		}
	})
}

// share begins to share leases.
func (p *member) share(names []string) *member {
	p.all.Go(func() { p.Share(p.ctx, names, p.work) })
	return p
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
	synctest.Wait()
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

// A process that came first gives those that come later their part: one lease at a time, once
// their number has not changed for a while, and each with a short interruption.
func TestAProcessThatCameFirstGivesAway(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		names := shards(6)
		a := w.start("a").share(names)
		time.Sleep(time.Minute)
		w.start("b").share(names)
		time.Sleep(3 * term)
		c := w.start("c").share(names)
		want := func(after time.Duration, parts string) {
			t.Helper()
			time.Sleep(after)
			if got := w.parts(); got != parts {
				t.Errorf("after %v: %s, want %s", after, got, parts)
			}
		}
		want(4*term-time.Second, "map[a:6]")
		for range 4 {
			before := a.ends.Load()
			time.Sleep(4*term - time.Second)
			if n := a.ends.Load() - before; n > 1 {
				t.Errorf("%d were given away at once: %s", n, w.parts())
			}
		}
		want(term, "map[a:2 b:2 c:2]")
		want(2*time.Minute, "map[a:2 b:2 c:2]")
		if n := a.ends.Load() + c.ends.Load(); n != 4 {
			t.Errorf("%d works ended, want 4", n)
		}
		c.end()
		want(term/2, "map[a:3 b:3]")
		w.wantOnce()
	})
}

// Nothing is given away to a process that takes no part, nor while processes come and go, nor
// where leases cannot be divided evenly. What was given away and nobody took is taken back, and
// not given away again.
func TestWhatIsNotGivenAway(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a := w.start("a").share(shards(3))
		time.Sleep(time.Minute)
		w.start("another, which has no part in it").keep("job")
		w.start("one with other shards").share([]string{"other"})
		time.Sleep(2 * time.Minute)
		for i := range 5 {
			p := w.start(fmt.Sprint("a restarted one ", i)).share(shards(3))
			time.Sleep(2 * term)
			p.end()
		}
		if a.ends.Load() > 0 {
			t.Errorf("%d works ended", a.ends.Load())
		}
		b := w.start("b").share(shards(3))
		time.Sleep(3 * time.Minute)
		if a.ends.Load() != 1 || b.ends.Load() > 0 {
			t.Errorf("with two of three: %d and %d works ended", a.ends.Load(), b.ends.Load())
		}
	})
	t.Run("not allowed", func(t *testing.T) {
		inWorld(t, func(t *testing.T, w *world) {
			var asked atomic.Int64
			a := w.start("a")
			a.cfg.MayMove = func(context.Context) bool { asked.Add(1); return false }
			a.share(shards(2))
			w.start("b").share(shards(2))
			time.Sleep(10 * time.Second)
			w.members[1].end()
			time.Sleep(10 * time.Second)
			w.start("c").share(shards(2))
			time.Sleep(5 * time.Minute)
			if n := asked.Load(); a.ends.Load() != 0 || n < 3 || n > 5 {
				t.Errorf("%d works ended, asked %d times", a.ends.Load(), n)
			}
		})
	})
	t.Run("not taken", func(t *testing.T) {
		inWorld(t, func(t *testing.T, w *world) {
			a := w.start("a").share(shards(6))
			time.Sleep(time.Minute)
			// b lives, but does not want them.
			b := w.start("b")
			b.keep("sharing shard 0 b")
			time.Sleep(5 * time.Minute)
			if got := w.parts(); a.ends.Load() != 1 || got != "map[a:6 b:1]" {
				t.Errorf("%d works ended: %s", a.ends.Load(), got)
			}
		})
	})
}

// The shared leases of a process that is cut off are taken over sooner than a job, but not by
// one that lately could not write itself.
func TestSharedLeasesAreTakenOverSooner(t *testing.T) {
	for name, tt := range map[string]struct {
		stumbles bool
		after    time.Duration
	}{"steady": {false, term * 2 / 3}, "stumbled": {true, term + 3*term/10}} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(t *testing.T, w *world) {
				a := w.start("a").share(shards(1)).keep("job")
				time.Sleep(time.Second)
				b := w.start("b").share(shards(1)).keep("job")
				time.Sleep(time.Minute)
				if tt.stumbles {
					b.table.set(away)
					time.Sleep(term / 10)
					b.table.set(none)
				}
				a.table.set(away)
				time.Sleep(term/2 - 2*term/10)
				if got := w.parts(); got != "map[a:2]" {
					t.Errorf("after less than half a term: %s", got)
				}
				time.Sleep(tt.after - term/2 + 2*term/10)
				if got := w.who("shard 0"); got != "[a b]" {
					t.Errorf("after %v: %s", tt.after, got)
				}
				if got := w.who("job"); !tt.stumbles && got != "[]" {
					t.Errorf("the job is done by %s", got)
				}
				if _, ok := w.twice["job"]; ok {
					t.Error("the job was done by two")
				}
			})
		})
	}
}

// Many leases take long to be taken. A process that has its part leaves the others theirs.
func TestManyLeasesAreShared(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a := w.start("a").share(shards(90))
		time.Sleep(20 * time.Second)
		b := w.start("b").share(shards(90))
		time.Sleep(100 * time.Second)
		if got := w.parts(); got != "map[a:45 b:45]" || a.ends.Load()+b.ends.Load() > 0 {
			t.Errorf("%s after %d ends", got, a.ends.Load()+b.ends.Load())
		}
	})
}

// One attempt that does not get through moves nothing.
func TestAHiccupMovesNothing(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a := w.start("a").share(shards(2))
		b := w.start("b").share(shards(2))
		time.Sleep(time.Minute)
		for range 10 {
			a.table.set(frozen)
			time.Sleep(term / 5)
			a.table.set(none)
			time.Sleep(term)
		}
		if got := w.parts(); got != "map[a:1 b:1]" || a.ends.Load()+b.ends.Load() > 0 {
			t.Errorf("%s after %d ends", got, a.ends.Load()+b.ends.Load())
		}
	})
}

// Where no other process can be, everything is held at once, whatever a former process left,
// and nothing is stored.
func TestAProcessThatIsAloneNeedNotWait(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		if _, err := (stored{w.store}).take(t.Context(), "a former process", row{name: "job"}); err != nil {
			t.Fatal(err)
		}
		k := New(w.store, Config{})
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
		if took := time.Since(start); took > 0 || works.Load() != 3 || k.Living() != 1 {
			t.Errorf("%d works after %v, %d processes", works.Load(), took, k.Living())
		}
		time.Sleep(time.Hour)
		cancel()
		running.Wait()
		if rows := w.rows(); !slices.Equal(rows, []string{"job"}) {
			t.Errorf("stored: %v", rows)
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
		if took := time.Since(start); done.Load() != 6 || took > 8*time.Second {
			t.Errorf("%d turns in %v", done.Load(), took)
		}
	})
}

// A caller that stops waiting leaves nothing behind, and a caller's error is returned.
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
		if err := b.Hold(t.Context(), "other", func(context.Context) error { return why }); !errors.Is(err, why) {
			t.Errorf("after the work: %v", err)
		}
		time.Sleep(time.Second)
		if rows := w.rows(); !slices.Equal(rows, []string{"job", "process a", "process b"}) {
			t.Errorf("stored: %v", rows)
		}
		a.end()
		time.Sleep(time.Minute)
		if rows := w.rows(); !slices.Equal(rows, []string{"process b"}) {
			t.Errorf("stored after one ended: %v", rows)
		}
	})
}

// Processes know how many they are, without those that do not count. One that was killed counts
// for a term, and its rows go.
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
		d := w.startAs(Config{Holder: "d", Term: term, Uncounted: true}).keep("job of its own")
		want("beside one that does not count", 3)
		if d.Living() != 4 || w.who("job of its own") != "[d]" {
			t.Errorf("it counts %d, and %s works", d.Living(), w.who("job of its own"))
		}
		if rows := w.rows(); !slices.Contains(rows, "console d") {
			t.Errorf("nothing shows that it lives: %v", rows)
		}
		d.end()
		b.end()
		want("after one ended", 2)
		c.table.set(away)
		time.Sleep(term)
		want("after one was cut off", 1)
		if rows := w.rows(); !slices.Equal(rows, []string{"process a"}) {
			t.Errorf("stored: %v", rows)
		}
		c.table.set(none)
		want("when it is back", 2)
	})
}

// An answer that was lost does not leave a lease that is stored and not held.
func TestALostAnswerLeavesNoLease(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		a := w.start("a")
		time.Sleep(time.Second)
		a.table.set(unheard)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := a.Hold(ctx, "job", func(context.Context) error { return nil }); err == nil {
			t.Error("held without an answer")
		}
		a.table.set(none)
		time.Sleep(5 * time.Second)
		if rows := w.rows(); !slices.Equal(rows, []string{"process a"}) {
			t.Errorf("stored: %v", rows)
		}
		w.start("b").keep("job")
		w.want(time.Second, "job", "[b]")
	})
}
