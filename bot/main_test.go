package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"nonna/store/postgres/postgrestest"
)

var install = flag.Bool("install", false, "make releases and install them in a systemd, as deploy/README.md says")

// asProgram is the variable that makes the test binary run as the program, for tests
// that start it outside of a script.
const asProgram = "NONNA_TEST_AS_PROGRAM"

// Of the environment of programs that end soon: one built with the race detector does not sleep
// for a second before it ends, and none collects its garbage.
const (
	endAtOnce = "GORACE=atexit_sleep_ms=10"
	noGarbage = "GOGC=off"
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	debug.SetGCPercent(400) // the tests hold little, and would spend a sixth of their time on it
	testscript.Main(building{m}, map[string]func(){"nonna": main})
}

// executable returns the file of a program as users run it: the test binary itself, or with the
// race detector the program without it, which is built as it is released. The pages and scripts
// start it hundreds of times, and then it starts in a fourth of the time; races are looked for
// by the tests that call run, and by those of the packages.
func executable(t *testing.T) string {
	t.Helper()
	file, err := os.Executable()
	if _, missing := exec.LookPath("sh"); raced() && missing == nil {
		file, err = released()
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// raced reports whether the race detector is on.
func raced() bool {
	info, _ := debug.ReadBuildInfo()
	return slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// built is the folder in which released builds the program.
const built = "NONNA_TEST_BUILT"

// released returns the file of the program as it is released. It is built once.
var released = sync.OnceValues(func() (string, error) {
	file := filepath.Join(os.Getenv(built), "nonna")
	cmd := exec.Command("deploy/build.sh", file, runtime.GOARCH, runtime.GOOS)
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the program: %w\n%s", err, out)
	}
	return file, nil
})

// building is the tests with a folder for what they build.
type building struct{ *testing.M }

// Run runs the tests, and returns their exit status.
func (b building) Run() (status int) {
	folder, err := os.MkdirTemp("", "nonna")
	if err == nil {
		defer func() { _ = os.RemoveAll(folder) }()
		err = os.Setenv(built, folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return b.M.Run()
}

// TestScripts runs the program as users do, with one file for each behaviour.
func TestScripts(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	if raced() {
		if err := os.Symlink(executable(t), filepath.Join(bin, "nonna")); err != nil {
			t.Fatal(err)
		}
	}
	if no, err := exec.LookPath("false"); err == nil { // this machine's own service is not asked about
		if err := os.Symlink(no, filepath.Join(bin, "systemctl")); err != nil {
			t.Fatal(err)
		}
	}
	server, err := postgrestest.Connect()
	if err != nil {
		t.Fatal(err)
	}
	if server != nil {
		t.Cleanup(func() {
			if err := server.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, endAtOnce, noGarbage, "PATH="+bin+string(os.PathListSeparator)+e.Getenv("PATH"))
			for _, name := range []string{"PGHOST", "PGPORT", "PGUSER", "PGCONNECT_TIMEOUT"} {
				e.Vars = append(e.Vars, name+"="+os.Getenv(name))
			}
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "server" {
				return false, fmt.Errorf("no such condition: %s", name)
			}
			return server != nil, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// database NAME sets a variable to the URL of an empty database on the server, with
			// a password that no output may have.
			"database": func(ts *testscript.TestScript, _ bool, args []string) {
				url, err := server.Blank(t.Context())
				ts.Check(err)
				ts.Setenv(args[0], strings.Replace(url, ":///", "://me:geheim@/", 1)+"?user="+os.Getenv("PGUSER"))
			},
			// run runs the program in this process, which takes a tenth of the time, without
			// an environment or standard input, and with no files of the script.
			"run": func(ts *testscript.TestScript, fails bool, args []string) {
				if status := runIn(t.Context(), ts, args); fails != (status != 0) {
					ts.Fatalf("status %d", status)
				}
			},
			// status N runs it in the same way, and checks its exit status.
			"status": func(ts *testscript.TestScript, _ bool, args []string) {
				if status := fmt.Sprint(runIn(t.Context(), ts, args[1:])); status != args[0] {
					ts.Fatalf("status %s, want %s", status, args[0])
				}
			},
		},
	})
}

// runIn runs the program for a script, and returns its exit status.
func runIn(ctx context.Context, ts *testscript.TestScript, args []string) int {
	return run(ctx, args, process{stdin: strings.NewReader(""), stdout: ts.Stdout(), stderr: ts.Stderr()})
}

// ender is an output that asks the program to end at its first write.
type ender struct{ end context.CancelFunc }

func (e ender) Write(p []byte) (int, error) {
	e.end()
	return len(p), nil
}
