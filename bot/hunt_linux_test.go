package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// hunt returns a command that hunts in a folder.
func hunt(t *testing.T, folder string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], append([]string{"hunt"}, args...)...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), asProgram+"=1", endAtOnce)
	return cmd
}

// endAfterFind starts a hunt, sends it a signal after its first find, and returns what it
// printed.
func endAfterFind(t *testing.T, cmd *exec.Cmd, signal syscall.Signal) (finds, messages string, status int) {
	t.Helper()
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if finds == "" {
			_ = cmd.Process.Signal(signal)
		}
		finds += lines.Text() + "\n"
	}
	_ = cmd.Wait() // its status is returned
	return finds, errs.String(), cmd.ProcessState.ExitCode()
}

// An interrupted hunt is saved where it was asked to be, or in a new file that it names, which
// replaces none, and goes on from there.
func TestAHuntIsInterrupted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, file string
		signal     syscall.Signal
		args       []string
	}{
		{"Ctrl-C", "hunt-camicia-7-2.json", syscall.SIGINT, nil}, // beside the file of another hunt
		{"asked to end", "state", syscall.SIGTERM, []string{"--resume", "state"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			other := filepath.Join(folder, "hunt-camicia-7.json")
			if err := os.WriteFile(other, []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
			finds, messages, status := endAfterFind(t, hunt(t, folder, append(c.args, "--seed", "7", "--for", "ever", "--workers", "1")...), c.signal)
			want := "nonna: interrupted; the hunt is saved: nonna hunt --resume " + c.file + "\n"
			if status != statusInterrupted || !strings.HasSuffix(messages, want) {
				t.Fatalf("status %d: %s", status, messages)
			}
			if text := readFile(t, other); string(text) != "mine" {
				t.Errorf("%s is now %s", other, text)
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) != 2 {
				t.Errorf("%v, left in the folder: %v", err, left)
			}
			tried := regexp.MustCompile(`Tried ([\d,]+) positions`).FindStringSubmatch(messages)
			if tried == nil {
				t.Fatal(messages)
			}
			again := hunt(t, folder, "--positions", strings.ReplaceAll(tried[1], ",", ""), "--resume", c.file, "--json")
			best, err := again.Output()
			longest := strings.Split(strings.TrimSpace(finds), "\n")
			if deal := strings.SplitN(longest[len(longest)-1], `"`, 5); err != nil || !strings.Contains(string(best), `"deal":"`+deal[3]+`"`) {
				t.Errorf("%v, it found\n%sand goes on from %s", err, finds, best)
			}
		})
	}
}

// A hunt that can neither print its finds nor be saved does not say that it is saved.
func TestAHuntThatIsLostSaysSo(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	var errs strings.Builder
	cmd := hunt(t, "/sys", "--deck", "10+2+2+2+0", "--seed", "7", "--workers", "1") // where nobody can create files
	cmd.Stdout, cmd.Stderr = full, &errs
	_ = cmd.Run() // its status is compared
	if got := errs.String(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(got, "no space left on device; the hunt could not be saved: ") ||
		strings.Contains(got, "the hunt is saved") {
		t.Errorf("status %d: %s", cmd.ProcessState.ExitCode(), got)
	}
}

// A hunt shows its progress on a terminal, and removes it at the end.
func TestHuntBar(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := watch(t, func(cmd *exec.Cmd) { cmd.Stdout = &out }, "hunt", "--seed", "7", "--for", "1h", "--workers", "1")
	p.wait(" left, best ")
	p.wait(", to beat it ")
	p.wait("/s, half reach ")
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	rest, _ := p.ended() // its status is compared
	if status := p.cmd.ProcessState.ExitCode(); status != statusInterrupted || !regexp.MustCompile(`\r +\rTried `).MatchString(rest) {
		t.Errorf("status %d, and the terminal shows %q", status, rest)
	}
	if strings.Contains(out.String(), "left") {
		t.Errorf("printed %s", &out)
	}
}
