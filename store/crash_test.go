package store

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"nonna/store/internal/laws"
	"nonna/store/postgres/postgrestest"
	"nonna/store/sqlitefile"
)

// crashChild is the environment variable that makes this test binary the process to
// kill. Its value is "path:first", the database and the number of the first game.
const crashChild = "NONNA_STORE_CRASH_CHILD"

// RunTests runs the tests and returns the exit status. In the child process of a crash
// test it records games instead.
func RunTests(m *testing.M) int {
	if job := os.Getenv(crashChild); job != "" {
		return report(crashWrite(job))
	}
	flag.Parse()
	chosen := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { chosen[f.Name] = true })
	if !chosen["rapid.checks"] {
		if err := flag.Set("rapid.checks", strconv.Itoa(times(60, 6))); err != nil {
			return report(err)
		}
	}
	return postgrestest.Main(m.Run, func(s *postgrestest.Server) { server = s })
}

// report prints an error and returns the exit status.
func report(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// times returns the number of repetitions: fewer with the race detector and in short
// tests.
func times(often, less int) int {
	if raced || testing.Short() {
		return less
	}
	return often
}

const (
	crashGames   = 1000
	crashWriters = 4
)

// crashWrite records a thousand games from several goroutines, and prints the answer to
// each as soon as it has it, as a bot replies: "number id". At the end, or when games
// are refused, it prints "ended".
func crashWrite(job string) error {
	path, text, _ := strings.Cut(job, ":")
	first, err := strconv.Atoi(text)
	if err != nil {
		return err
	}
	s, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	var writers sync.WaitGroup
	errs := make(chan error, crashWriters)
	for w := range crashWriters {
		writers.Go(func() {
			for i := first + w; i < first+crashGames; i += crashWriters {
				r, err := s.Record(context.Background(), crashGame(i))
				if err != nil {
					errs <- err
					return
				}
				fmt.Printf("%d %d\n", i, r.ID)
			}
		})
	}
	writers.Wait()
	close(errs)
	fmt.Println("ended")
	// The database stays open until the other end of the input is closed.
	_, err = io.Copy(io.Discard, os.Stdin)
	return errors.Join(err, <-errs)
}

func crashGame(i int) Game {
	return game(i, lasting(int64(i*7919%1000), int64(i*31%90)), func(g *Game) { g.Random = i%3 == 0 })
}

// TestWhatWasAnsweredOutlivesAKill kills a process with SIGKILL while it writes, again
// and again on the same database. After each kill all answered games are stored, and no
// game is stored in part.
func TestWhatWasAnsweredOutlivesAKill(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "the server outlives the process")
	if testing.Short() {
		t.Skip("it starts and kills processes")
	}
	rounds := times(12, 3)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	path := newFile(t)
	answers := map[int]string{}
	for round := range rounds {
		first := round * crashGames
		for i, answer := range killAfter(t, path, first, 1+rng.IntN(times(150, 30))) {
			answers[i] = answer
		}
		verifyCrash(t, path, first, answers)
		if t.Failed() {
			t.Fatalf("after %d kills", round+1)
		}
	}
}

// TestNothingIsAnsweredWithoutTheLog removes the write-ahead log of a process that records
// games, and kills it with SIGKILL once it refuses them. All answered games are stored.
func TestNothingIsAnsweredWithoutTheLog(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "the server outlives the process")
	if testing.Short() {
		t.Skip("it starts and kills processes")
	}
	for range times(5, 2) {
		path := newFile(t)
		in, held, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		child, out := startChild(t, path, 0, in)
		answers := map[int]string{}
		lines := bufio.NewScanner(out)
		for lines.Scan() && lines.Text() != "ended" {
			number, answer, _ := strings.Cut(lines.Text(), " ")
			i, err := strconv.Atoi(number)
			if err != nil {
				t.Fatalf("the child said %q", lines.Text())
			}
			if answers[i] = answer; len(answers) == 50 {
				must(t, os.Remove(path+"-wal"))
			}
		}
		must(t, errors.Join(child.Process.Kill(), in.Close(), held.Close()))
		_ = child.Wait()
		if len(answers) == crashGames {
			t.Error("all games were answered without a log")
		}
		verifyCrash(t, path, 0, answers)
	}
}

// startChild starts a process that records a thousand games, prints the answers, and
// then runs until its input is closed.
func startChild(t *testing.T, path string, first int, in io.Reader) (*exec.Cmd, io.Reader) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Stdin = in
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%s:%d", crashChild, path, first))
	child.Stderr = os.Stderr
	out := value(child.StdoutPipe())(t)
	must(t, child.Start())
	return child, out
}

// While a process has the database open, other processes can back it up and check it,
// but not open or restore it.
func TestAnotherProcessMayCopyButNotOpen(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "the server outlives the process")
	path, backup := filepath.Join(t.TempDir(), "nonna.db"), filepath.Join(t.TempDir(), "backup.db")
	in, held, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer held.Close()
	child, out := startChild(t, path, 0, in)
	lines := bufio.NewScanner(out)
	for range 5 {
		if !lines.Scan() {
			t.Fatalf("the child fell silent: %v", lines.Err())
		}
	}
	_, err = Open(t.Context(), path)
	if want := fmt.Sprintf("process %d", child.Process.Pid); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), want) {
		t.Errorf("opening it: %v, want ErrLocked naming %s", err, want)
	}
	if _, err := sqlitefile.Restore(t.Context(), path, path, laws.Verify, noon()); !errors.Is(err, ErrLocked) {
		t.Errorf("restoring it: %v, want ErrLocked", err)
	}
	if err := sqlitefile.Backup(t.Context(), path, backup, laws.Verify, true); err != nil {
		t.Errorf("backing it up: %v", err)
	}
	for _, file := range []string{path, backup} {
		if games, problems, err := Repair.Check(t.Context(), file); err != nil || len(problems) > 0 || games < 5 {
			t.Errorf("checking %s: %d games, %q, %v", filepath.Base(file), games, problems, err)
		}
	}
	must(t, child.Process.Kill())
	_ = child.Wait()
}

// killAfter runs a child, kills it after some answers, and returns all answers that it
// printed.
func killAfter(t *testing.T, path string, first, after int) map[int]string {
	t.Helper()
	child, out := startChild(t, path, first, nil)
	answers := map[int]string{}
	lines := bufio.NewScanner(out)
	for lines.Scan() { // until the pipe is empty
		number, answer, whole := strings.Cut(lines.Text(), " ")
		i, err := strconv.Atoi(number)
		if err != nil || !whole {
			t.Fatalf("the child said %q", lines.Text())
		}
		answers[i] = answer
		if len(answers) == after {
			must(t, child.Process.Kill())
		}
	}
	if err := child.Wait(); err == nil {
		t.Fatal("the child came to its end before it was killed")
	}
	return answers
}

// verifyCrash opens the database of a killed process. Every answered game must have its
// answer. Of the last round, at most one game for each writer may be stored without an
// answer.
func verifyCrash(t *testing.T, path string, first int, answers map[int]string) {
	t.Helper()
	s := value(Open(t.Context(), path))(t)
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	wantSound(t, s)
	stored := readBoard(t, s, wholeBoard()).Total
	for i, want := range answers {
		r := record(t, s, crashGame(i))
		if got := fmt.Sprint(r.ID); got != want || !r.Replayed {
			t.Errorf("game %d: answered %q before the kill, %q (replayed %v) after it", i, want, got, r.Replayed)
		}
	}
	for i := first; i < first+crashGames; i++ {
		if answers[i] != "" {
			continue
		}
		// From here on a stored game without an answer counts as answered.
		if r, err := lookupRequest(t, s, crashGame(i)); err == nil {
			answers[i] = fmt.Sprint(r.ID)
		}
	}
	if int64(len(answers)) != stored {
		t.Errorf("%d games are stored, %d known", stored, len(answers))
	}
}

// lookupRequest returns the answer to a game without recording it.
func lookupRequest(t *testing.T, s *Store, g Game) (Recorded, error) {
	t.Helper()
	return View(t.Context(), s, func(ctx context.Context, tx Tx) (r Recorded, err error) {
		p, err := tx.prior(ctx, g, NoBoard)
		if err != nil || p.again.id == 0 {
			return r, cmp.Or(err, ErrNotFound)
		}
		return tx.recorded(ctx, g, p, p.again)
	})
}
