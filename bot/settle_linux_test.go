package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// A stream shows its progress on a terminal, separate from the answers, and removes the
// line at the end.
func TestSettleProgress(t *testing.T) {
	t.Parallel()
	deals := strings.Repeat("5/6\n", 10_000)
	var out bytes.Buffer
	shown, err := watched(t, func(cmd *exec.Cmd) { cmd.Stdout, cmd.Stdin = &out, strings.NewReader(deals) }, "settle", "camicia", "-")
	if err != nil || strings.Count(out.String(), "\n") != 10_000 {
		t.Errorf("%v, %d answers", err, strings.Count(out.String(), "\n"))
	}
	if !regexp.MustCompile(`\r\d:\d\d, \d+ deals settled`).MatchString(shown) {
		t.Errorf("the terminal shows %q", shown)
	}
	if strings.Contains(out.String(), "deals settled") || !strings.HasSuffix(strings.TrimRight(shown, " "), "\r") {
		t.Errorf("not cleared up: %q", shown)
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
