package lease_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonna/store/lease"
	"nonna/store/postgres/postgrestest"
)

// short is the term of processes in true time: 3 s, or NONNA_TEST_TERM to measure with the bot's.
func short() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("NONNA_TEST_TERM")); err == nil {
		return d
	}
	return 3 * time.Second
}

// TestMain is a process of its own that keeps a job where a test asks for one, until its input
// ends.
func TestMain(m *testing.M) {
	url := os.Getenv("NONNA_TEST_LEASES")
	if url == "" {
		os.Exit(m.Run())
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); stop() }()
	k := lease.New(lease.Config{Term: short(), Open: opener(url), Log: slog.New(slog.DiscardHandler)})
	go k.Keep(ctx, "job", func(ctx context.Context) {
		fmt.Println("works")
		<-ctx.Done()
		fmt.Println("ends")
	})
	k.Run(ctx)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// opener returns what opens sessions with a server.
func opener(url string) func(context.Context) (lease.Session, error) {
	return func(ctx context.Context) (lease.Session, error) {
		db, err := sql.Open("pgx", url)
		if err != nil {
			return nil, err
		}
		conn, err := db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		return lease.Over(ctx, conn, short())
	}
}

// onServer is a world over PostgreSQL, in true time, where there is a server. A test of it takes
// some seconds.
func onServer(t *testing.T) (w *world, url string) {
	t.Helper()
	t.Parallel()
	url = postgrestest.New(t)
	w = &world{t: t, working: map[string][]string{}, twice: map[string]bool{}}
	t.Cleanup(func() {
		for _, m := range w.members {
			m.end()
		}
	})
	return w, url
}

// startOn starts a process of a world over PostgreSQL.
func (w *world) startOn(name, url string) *member {
	return w.startAs(name, lease.Config{Term: short(), Open: opener(url)})
}

// await waits until a name is done by one of some, and returns how long that took.
func (w *world) await(name string, who ...string) time.Duration {
	w.t.Helper()
	began := time.Now()
	for time.Since(began) < time.Minute {
		if slices.Contains(who, w.who(name)) {
			return time.Since(began)
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.t.Fatalf("%s is done by %s, want one of %s", name, w.who(name), who)
	return 0
}

// awaitAll waits until the processes of the world that look for leases know of so many.
func (w *world) awaitAll(n int) {
	w.t.Helper()
	for began := time.Now(); slices.ContainsFunc(w.members, func(m *member) bool { return m.Living() != n || m.IsCutOff() }); {
		if time.Sleep(10 * time.Millisecond); time.Since(began) > time.Minute {
			w.t.Fatalf("not all know of %d processes", n)
		}
	}
}

// follows checks that b or c takes the job of a within a time, and that no two had it at once
// unless they may.
func (w *world) follows(a string, within time.Duration, mayOverlap bool) {
	w.t.Helper()
	took := w.await("job", "[b]", "[c]")
	w.t.Logf("%s is followed after %v", a, took.Round(10*time.Millisecond))
	if took > within && os.Getenv("NONNA_LONG") != "" { // a busy machine takes its time
		w.t.Errorf("followed after %v, want %v", took, within)
	}
	if !mayOverlap {
		w.wantOnce()
	}
}

// A process of its own that is killed, or frozen, is followed by another; a frozen one that goes
// on stops within a beat.
func TestAKilledAndAFrozenProcess(t *testing.T) {
	for name, tt := range map[string]struct {
		signal syscall.Signal
		within time.Duration
	}{"killed": {syscall.SIGKILL, short()}, "frozen": {syscall.SIGSTOP, 2 * short()}} {
		t.Run(name, func(t *testing.T) {
			w, url := onServer(t)
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "NONNA_TEST_LEASES="+url)
			in, err := cmd.StdinPipe()
			out, err2 := cmd.StdoutPipe()
			must(t, errors.Join(err, err2, cmd.Start()))
			t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
			lines := bufio.NewScanner(out)
			if lines.Scan(); lines.Text() != "works" {
				t.Fatalf("it says %q", lines.Text())
			}
			w.startOn("b", url).keep("job")
			w.startOn("c", url).keep("job")
			w.awaitAll(3)
			must(t, cmd.Process.Signal(tt.signal))
			w.follows(name, tt.within, false)
			if tt.signal == syscall.SIGSTOP {
				must(t, cmd.Process.Signal(syscall.SIGCONT))
				began := time.Now()
				if lines.Scan(); lines.Text() != "ends" {
					t.Errorf("it says %q", lines.Text())
				}
				if took := time.Since(began); took > short()/2 && os.Getenv("NONNA_LONG") != "" {
					t.Errorf("it worked on for %v", took)
				}
			}
			_ = in.Close()
		})
	}
}

// A process that is cut off ends its work before another begins it.
func TestAProcessOnAServerThatIsCutOff(t *testing.T) {
	w, url := onServer(t)
	cut, through := postgrestest.NewProxy(t, url)
	w.startOn("a", through).keep("job")
	w.await("job", "[a]")
	w.startOn("b", url).keep("job")
	w.startOn("c", url).keep("job")
	w.awaitAll(3)
	cut.Freeze()
	w.follows("cut off", 2*short(), false)
	cut.Thaw()
	w.awaitAll(3)
	w.await("job", "[b]", "[c]")
	w.wantOnce()
}

// A session that an administrator ends is another's within a beat, in which both may work, and
// no longer.
func TestATerminatedSession(t *testing.T) {
	w, url := onServer(t)
	w.startOn("a", url+"?application_name=first").keep("job")
	w.await("job", "[a]")
	w.startOn("b", url).keep("job")
	w.startOn("c", url).keep("job")
	w.awaitAll(3)
	db, err := sql.Open("pgx", url)
	must(t, err)
	defer db.Close()
	var ended bool
	if err := db.QueryRowContext(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'first' AND datname = current_database()`).Scan(&ended); err != nil || !ended {
		t.Fatal(ended, err)
	}
	w.follows("terminated", short()/3, true)
}

// After a restart of the server each process has the sessions with Discord that it had, and none
// of them ended; a job goes on at one of them.
func TestARestartedServer(t *testing.T) {
	w, at := onServer(t)
	for _, name := range []string{"a", "b", "c"} {
		w.startOn(name, at).share(shards(3)).keep("job")
	}
	for _, name := range append(shards(3), "job") {
		w.await(name, "[a]", "[b]", "[c]")
	}
	w.awaitAll(3)
	before := [3]string{w.who("shard 0"), w.who("shard 1"), w.who("shard 2")}
	there, err := url.Parse(at)
	must(t, err)
	name := strings.TrimPrefix(there.Path, "/")
	there.Path = "/postgres"
	admin, err := sql.Open("pgx", there.String())
	must(t, err)
	defer admin.Close()
	exec := func(text string, args ...any) {
		t.Helper()
		if _, err := admin.ExecContext(t.Context(), text, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec("ALTER DATABASE " + name + " ALLOW_CONNECTIONS FALSE")
	exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
	w.await("job", "[]")
	exec("ALTER DATABASE " + name + " ALLOW_CONNECTIONS TRUE")
	t.Logf("the job goes on after %v", w.await("job", "[a]", "[b]", "[c]").Round(10*time.Millisecond))
	w.awaitAll(3)
	if after := [3]string{w.who("shard 0"), w.who("shard 1"), w.who("shard 2")}; after != before {
		t.Errorf("%v became %v", before, after)
	}
	w.wantOnce()
}

// Two schemas of a database have leases of their own.
func TestSchemasShareNoLease(t *testing.T) {
	t.Parallel()
	url := postgrestest.New(t)
	db, err := sql.Open("pgx", url)
	must(t, err)
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE SCHEMA other"); err != nil {
		t.Fatal(err)
	}
	for i, at := range []string{url, url + "?search_path=other", url} {
		s, err := opener(at)(t.Context())
		must(t, err)
		defer s.Close()
		job := lease.Key("job")
		seen, err := s.Beat(t.Context(), []int32{job}, nil)
		if want := i < 2; err != nil || seen[job] != (lease.Holders{Mine: want, All: 1}) {
			t.Errorf("session %d has %v, %v, want it held: %t", i, seen, err, want)
		}
	}
}
