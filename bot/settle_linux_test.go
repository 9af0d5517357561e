package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A stream shows its progress on a terminal, separate from the answers, and removes the
// bar at the end.
func TestSettleBar(t *testing.T) {
	t.Parallel()
	deals := strings.Repeat("5/6\n", 10_000)
	name := filepath.Join(t.TempDir(), "deals")
	if err := os.WriteFile(name, []byte(deals), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, c := range []struct {
		name, shown string
		start       func(*exec.Cmd)
	}{
		{"file", `\] \d.*(left|so far), \d+ deals settled`, func(cmd *exec.Cmd) { cmd.Stdin = file }},
		{"pipe", `\r\d:\d\d, \d+ deals settled`, func(cmd *exec.Cmd) { cmd.Stdin = strings.NewReader(deals) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			shown, err := watched(t, func(cmd *exec.Cmd) { cmd.Stdout = &out; c.start(cmd) }, "settle", "camicia", "-")
			if err != nil || strings.Count(out.String(), "\n") != 10_000 {
				t.Errorf("%v, %d answers", err, strings.Count(out.String(), "\n"))
			}
			if !regexp.MustCompile(c.shown).MatchString(shown) {
				t.Errorf("the terminal shows %q, want %q in it", shown, c.shown)
			}
			if strings.Contains(out.String(), "deals settled") || !strings.HasSuffix(strings.TrimRight(shown, " "), "\r") {
				t.Errorf("not cleared up: %q", shown)
			}
		})
	}
}

// watched runs the program with its standard error on a terminal, and returns what the
// terminal shows.
func watched(t *testing.T, start func(*exec.Cmd), args ...string) (string, error) {
	t.Helper()
	return watch(t, start, args...).ended()
}

// watch starts the program with its standard error on a terminal.
func watch(t *testing.T, start func(*exec.Cmd), args ...string) *terminal {
	t.Helper()
	keys, screen := openPTY(t)
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{asProgram + "=1", endAtOnce, "HOME=" + cmd.Dir, "TERM=xterm"}
	cmd.Stderr = screen
	start(cmd)
	return begin(t, cmd, keys, screen)
}
