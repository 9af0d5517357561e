package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is the program on a pseudo-terminal, and the person typing there.
type terminal struct {
	t      *testing.T
	keys   *os.File
	cmd    *exec.Cmd
	shown  bytes.Buffer
	chunks chan []byte
}

// openTerminal starts the console on a pseudo-terminal of the given type. Waiting for
// its output ends at the test's deadline.
func openTerminal(t *testing.T, env ...string) *terminal {
	t.Helper()
	keys, screen := openPTY(t)
	cmd := exec.Command(os.Args[0], "console")
	cmd.Dir = t.TempDir()
	cmd.Env = append([]string{asProgram + "=1", endAtOnce, "HOME=" + cmd.Dir}, env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = screen, screen, screen
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	return begin(t, cmd, keys, screen)
}

// begin starts a command whose terminal has the ends keys and screen. The command ends with
// the test.
func begin(t *testing.T, cmd *exec.Cmd, keys, screen *os.File) *terminal {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = screen.Close()
	p := &terminal{t: t, keys: keys, cmd: cmd, chunks: make(chan []byte)}
	go p.read()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		for range p.chunks {
			// The reader cannot end while there is output.
			continue
		}
	})
	return p
}

// read passes on what is shown until the program closes its screen.
func (p *terminal) read() {
	defer close(p.chunks)
	for {
		buf := make([]byte, 4096)
		n, err := p.keys.Read(buf)
		if n > 0 {
			p.chunks <- buf[:n]
		}
		if err != nil {
			return
		}
	}
}

// wait waits until the screen shows text, after the text of the last wait.
func (p *terminal) wait(text string) {
	p.t.Helper()
	var timeout <-chan time.Time // before that of the test binary, to show the screen
	if deadline, ok := p.t.Deadline(); ok {
		timeout = time.After(time.Until(deadline) - 10*time.Second)
	}
	for {
		if _, after, found := bytes.Cut(p.shown.Bytes(), []byte(text)); found {
			p.shown = *bytes.NewBuffer(bytes.Clone(after))
			return
		}
		select {
		case chunk, ok := <-p.chunks:
			if !ok {
				p.t.Fatalf("the program ended without showing %q; the screen:\n%q", text, p.shown.String())
			}
			p.shown.Write(chunk)
		case <-timeout:
			p.t.Fatalf("%q was not shown; the screen:\n%q", text, p.shown.String())
		}
	}
}

func (p *terminal) typeIn(keys string) {
	p.t.Helper()
	if _, err := p.keys.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// ended waits until the program ends, and returns the rest of the screen.
func (p *terminal) ended() (rest string, err error) {
	for chunk := range p.chunks {
		p.shown.Write(chunk)
	}
	return p.shown.String(), p.cmd.Wait()
}

// resize changes the width of the terminal.
func (p *terminal) resize(columns uint16) {
	p.t.Helper()
	if err := setWidth(p.keys, columns); err != nil {
		p.t.Fatal(err)
	}
}

func setWidth(keys *os.File, columns uint16) error {
	return unix.IoctlSetWinsize(int(keys.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 30, Col: columns})
}

func openPTY(t *testing.T) (keys, screen *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { _ = keys.Close() })
	fd := int(keys.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = setWidth(keys, 100)
	}
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	return keys, screen
}

func TestTerminal(t *testing.T) {
	t.Parallel()
	p := openTerminal(t, "TERM=xterm")
	p.wait("Nonna plays and settles card games that play themselves.")
	p.wait("help lists them, quit leaves.")
	p.wait("nonna> ")
	p.typeIn("/nothing\r")
	p.wait("/nothing is not a command.")
	p.wait("nonna> ")
	p.typeIn("/hel\t")
	p.wait("/help ")
	p.typeIn("\x03")
	p.wait("(Ctrl-C again, Ctrl-D or quit leaves.)")
	p.wait("nonna> ")
	p.typeIn("/snap " + strings.Repeat("2 ", 2048) + "\r")
	p.wait("or 4,096 characters")
	p.wait("nonna> ")
	p.typeIn("\x1b[A") // up: the previous line
	p.wait("/nothing")
	// A Ctrl-C after something was typed counts as the first again.
	p.typeIn("\x03")
	p.wait("(Ctrl-C again, Ctrl-D or quit leaves.)")
	p.wait("nonna> ")
	p.typeIn("\x03")
	if rest, err := p.ended(); err != nil {
		t.Errorf("ended with %v:\n%s", err, rest)
	}
}

func TestTerminalThatCannotEdit(t *testing.T) {
	t.Parallel()
	p := openTerminal(t, "TERM=dumb")
	p.wait("nonna> ")
	p.typeIn("/nothing\n")
	p.wait("/nothing is not a command.")
	p.wait("nonna> ")
	p.typeIn("quit\n")
	rest, err := p.ended()
	if err != nil || strings.Contains(rest, "\x1b") {
		t.Errorf("ended with %v, and showed %q", err, rest)
	}
}

// The terminal's mode is restored, also when the program is asked to end in the middle
// of a line.
func TestTerminalIsGivenBack(t *testing.T) {
	t.Parallel()
	p := openTerminal(t, "TERM=xterm")
	p.wait("nonna> ")
	p.typeIn("/camicia deal: 2 A")
	p.wait("2 A")
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if rest, err := p.ended(); err != nil || !strings.HasSuffix(rest, "\n") {
		t.Errorf("ended with %v, and showed %q", err, rest)
	}
	mode, err := unix.IoctlGetTermios(int(p.keys.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	if mode.Lflag&unix.ECHO == 0 || mode.Lflag&unix.ICANON == 0 || mode.Lflag&unix.ISIG == 0 {
		t.Errorf("the terminal is left in a mode of the program's: %#x", mode.Lflag)
	}
}

// Several lines that are pasted are one input, which Enter sends and Up brings back.
func TestPaste(t *testing.T) {
	t.Parallel()
	const pasteBegins, pasteEnds = "\x1b[200~", "\x1b[201~"
	p := openTerminal(t, "TERM=xterm")
	p.wait("\x1b[?2004h")
	p.wait("nonna> ")
	p.typeIn(pasteBegins + "My cards:\r2 A 7 8 Q 10\r3 4 5 6 K 9 J" + pasteEnds)
	p.wait("   ... 3 4 5 6 K 9 J")
	p.typeIn("\r")
	p.wait("after 13 cards and 1 trick.")
	p.wait("press 1  Replay")
	p.wait("nonna> ")
	p.typeIn("1\r")
	p.wait("0 of 13 cards")
	p.wait("nonna> ")
	p.typeIn("\x1b[A\x1b[A\r")
	p.wait("after 13 cards and 1 trick.")
	// Commands stay separate, and nothing that is pasted acts as a key.
	p.wait("nonna> ")
	p.typeIn(pasteBegins + "/nothing\x03\x04\x1b[2J\r/camicia deal: 2 / A\r/snap deal: ab ba\r" + pasteEnds + "\r")
	p.wait("/nothing[2J is not a command.")
	p.wait("after 2 cards and 1 trick.")
	p.wait("Snap")
	p.wait("nonna> ")
	p.typeIn("\x04")
	if rest, err := p.ended(); err != nil || !strings.Contains(rest, "\x1b[?2004l") {
		t.Errorf("ended with %v:\n%s", err, rest)
	}
}

// Texts are wrapped at words to the width that the window has when they are shown, and
// so are the choices that Tab shows.
func TestWindow(t *testing.T) {
	t.Parallel()
	p := openTerminal(t, "TERM=xterm")
	p.wait("nonna> ")
	p.resize(30)
	p.typeIn("/as Bruno\r")
	p.wait("You are Bruno, a member of\r\nthis server.")
	p.wait("Bruno> ")
	p.resize(60)
	p.typeIn("/as anna\r")
	p.wait("You are anna, a member of this server. /as console makes you\r\nyourself again.")
	p.wait("anna> ")
	p.resize(0) // the width is unknown
	p.typeIn("/config \t")
	p.wait("show  set  clear")
	p.typeIn("sh\t\r")
	p.wait("Only members who may manage this server")
	p.wait("anna> ")
	p.typeIn("quit\r")
	if rest, err := p.ended(); err != nil {
		t.Errorf("ended with %v:\n%s", err, rest)
	}
}

// Titles are bold, unless NO_COLOR is set.
func TestTerminalStyles(t *testing.T) {
	t.Parallel()
	for _, env := range []string{"", "1"} {
		p := openTerminal(t, "TERM=xterm", "NO_COLOR="+env)
		p.wait("nonna> ")
		p.typeIn("2 A / 3 4\rquit\r")
		rest, err := p.ended()
		if err != nil {
			t.Errorf("ended with %v", err)
		}
		if bold := strings.Contains(rest, "\x1b[1mCamicia"); bold != (env == "") {
			t.Errorf("NO_COLOR=%s shows\n%s", env, rest)
		}
	}
}
