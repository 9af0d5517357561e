package main

import (
	"context"
	"io"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asProgram makes the test binary be the program, for tests that start it
// outside of a script.
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

// TestScripts runs the program as its users meet it, one file a behaviour.
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

// ender is an output that has the program asked to end once it says something.
type ender struct{ end context.CancelFunc }

func (e ender) Write(p []byte) (int, error) {
	e.end()
	return len(p), nil
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
