package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asProgram is the variable that makes the test binary run as the program, for tests
// that start it outside of a script.
const asProgram = "NONNA_TEST_AS_PROGRAM"

// endAtOnce keeps a program built with the race detector from sleeping for a
// second before it ends.
const endAtOnce = "GORACE=atexit_sleep_ms=10"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"nonna": main})
}

// TestScripts runs the program as users do, with one file for each behaviour.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, endAtOnce)
			return nil
		},
	})
}

// ender is an output that asks the program to end at its first write.
type ender struct{ end context.CancelFunc }

func (e ender) Write(p []byte) (int, error) {
	e.end()
	return len(p), nil
}

// loser is an output that removes the database when the first game is shown.
type loser struct {
	strings.Builder
	lose func() error
}

func (l *loser) Write(p []byte) (int, error) {
	if lose := l.lose; lose != nil && strings.Contains(string(p), "The first game of its division") {
		l.lose = nil
		if err := lose(); err != nil {
			return 0, err
		}
	}
	return l.Builder.Write(p)
}

// A game that is played after the database has disappeared is settled, and the answer
// says that it is not recorded.
func TestAGameIsNotRecordedWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	const games = "/snap trace: none deal: abca abba\n/snap trace: none deal: fizz buzz\n/snap trace: none deal: fizz fuzz\n"
	path := filepath.Join(t.TempDir(), "nonna.db")
	for name, lose := range map[string]func() error{
		"removed":  func() error { return os.Remove(path) },
		"replaced": func() error { return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600)) },
	} {
		out := &loser{lose: lose}
		host := process{stdin: strings.NewReader(games), stdout: out, stderr: t.Output()}
		if status := run(t.Context(), []string{"console", "--db", path, "--traces", t.TempDir()}, host); status != 0 {
			t.Errorf("%s: status %d", name, status)
		}
		if strings.Count(out.String(), "not recorded") != 2 {
			t.Errorf("%s: want two games that are not recorded, said %s", name, out)
		}
		if err := os.Remove(path + ".lock"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBeingAskedToEndIsNoFailure(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	in, typing := io.Pipe()
	defer in.Close()
	done := make(chan int)
	go func() {
		done <- run(ctx, []string{"console"}, process{stdin: in, stdout: ender{cancel}, stderr: t.Output()})
	}()
	if _, err := io.WriteString(typing, "/nothing\n"); err != nil {
		t.Fatal(err)
	}
	if status := <-done; status != 0 {
		t.Errorf("status %d, want 0", status)
	}
}
