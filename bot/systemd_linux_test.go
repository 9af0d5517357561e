package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"nonna/bot/discordtest"
	"nonna/migrations"
)

// systemd is a real systemd in namespaces of its own, with the program and the units of
// deploy installed.
type systemd struct {
	testing.TB
	ctx    context.Context
	srv    *discordtest.Server
	folder string // mounted inside as /run/test
	root   string // the / inside; before the start, the files that will be there
	pid    string
	// told is a pipe that units write lines to for the test.
	told *bufio.Reader
}

// bootSystemd starts a systemd that ends with the test, with a Discord of some servers, one
// by default. It skips the test without -install, root, overlayfs, cgroups of version 2 and an
// installed systemd.
func bootSystemd(t testing.TB, guilds ...string) *systemd {
	t.Helper()
	if !*install {
		t.Skip("-install is not given")
	}
	if os.Geteuid() != 0 {
		t.Skip("no systemd can be booted: only root may")
	}
	for _, tool := range []string{"/lib/systemd/systemd", "bash", "nsenter", "pivot_root"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no systemd can be booted: %v", err)
		}
	}
	s := &systemd{TB: t, folder: t.TempDir()}
	s.srv = discordtest.New(t, discordtest.Options{Guilds: guilds, Heartbeat: 3 * time.Second, DialEndpoint: func(_ context.Context, network, address string) (c net.Conn, err error) {
		err = s.inside(func() (err error) {
			c, err = net.Dial(network, address)
			return err
		})
		return c, err
	}})
	s.root = filepath.Join(s.folder, "root")
	s.program()
	var stop context.CancelFunc
	s.ctx, stop = context.WithTimeout(context.WithoutCancel(t.Context()), 2*patience)
	t.Cleanup(stop)
	s.furnish()
	if err := s.boot(); err != nil {
		said, _ := os.ReadFile(filepath.Join(s.folder, "log"))
		t.Skipf("no systemd can be booted: %v\n%s", err, said)
	}
	s.answerInside()
	t.Cleanup(func() {
		if t.Failed() {
			_, journal := s.run("journalctl", "--no-pager", "--output=cat", "--unit=nonna*", "--lines=200")
			t.Log(journal)
		}
	})
	return s
}

// furnish installs the program's units where deploy/README.md does.
func (s *systemd) furnish() {
	s.Helper()
	units := filepath.Join(s.root, unitFolder)
	if err := os.CopyFS(units, os.DirFS("../deploy")); err != nil {
		s.Fatal(err)
	}
	s.write("etc/credstore/nonna.token", s.srv.Token())
	s.write(unitFolder+"/nonna.service.d/test.conf", "[Service]\nEnvironment=SSL_CERT_FILE=/etc/authority.pem\n"+
		"RestartSec=100ms\nWatchdogSec=12s\nTimeoutAbortSec=100ms\n")
	s.write(unitFolder+"/nonna-failed@.service.d/test.conf", "[Service]\nExecStart=/bin/sh -c 'echo %i failed >/run/test/told'\n")

	told := filepath.Join(s.folder, "told")
	if err := errors.Join(unix.Mkfifo(told, 0o600), os.Chmod(told, 0o666)); err != nil {
		s.Fatal(err)
	}
	pipe, err := os.OpenFile(told, os.O_RDWR, 0) // it stays open between two writers
	if err == nil {
		err = pipe.SetDeadline(time.Now().Add(2 * patience))
	}
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = pipe.Close() })
	s.told = bufio.NewReader(pipe)
}

// program installs the program as it is released, where deploy/README.md does.
func (s *systemd) program() {
	s.Helper()
	file, err := released()
	if err != nil {
		s.Fatal(err)
	}
	to := filepath.Join(s.root, "usr/local/bin")
	if err := errors.Join(os.MkdirAll(to, 0o755), os.WriteFile(filepath.Join(to, "nonna"), readFile(s.TB, file), 0o755)); err != nil {
		s.Fatal(err)
	}
}

const unitFolder = "etc/systemd/system"

// write writes a file under /.
func (s *systemd) write(name, text string) {
	s.Helper()
	name = filepath.Join(s.root, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
		s.Fatal(err)
	}
}

// inside calls f in a thread that enters the network's namespace and stays there.
func (s *systemd) inside(f func() error) error {
	errs := make(chan error)
	go func() {
		runtime.LockOSThread()
		network, err := os.Open("/proc/" + s.pid + "/ns/net")
		if err == nil {
			defer network.Close()
			err = unix.Setns(int(network.Fd()), unix.CLONE_NEWNET)
		}
		if err == nil {
			err = f()
		}
		errs <- err
	}()
	return <-errs
}

// answerInside makes the test's Discord answer under Discord's own names inside.
func (s *systemd) answerInside() {
	s.Helper()
	var l net.Listener
	err := s.inside(func() (err error) {
		l, err = net.Listen("tcp", "127.0.0.1:443")
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
	authority, err := s.srv.ServeTLS(l)
	if err != nil {
		s.Fatal(err)
	}
	s.write("etc/authority.pem", string(authority))
}

// boot starts systemd and waits until it is up.
func (s *systemd) boot() error {
	up, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(s.folder, "notify"), Net: "unixgram"})
	if err != nil {
		return err
	}
	defer up.Close()
	group, err := s.cgroup()
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(s.folder, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command("bash", "testdata/systemd/boot.sh", s.folder)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWNET | unix.CLONE_NEWPID | unix.CLONE_NEWCGROUP,
		// All processes of the namespace end with its first process, and that one with
		// the thread that started it, which does nothing else.
		Pdeathsig:   syscall.SIGKILL,
		UseCgroupFD: true, CgroupFD: int(group.Fd()),
	}
	started, ended := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		err := cmd.Start()
		if started <- err; err == nil {
			_ = cmd.Wait()
		}
		_ = up.Close()
		close(ended)
	}()
	if err := <-started; err != nil {
		return err
	}
	s.pid = strconv.Itoa(cmd.Process.Pid)
	s.root = "/proc/" + s.pid + "/root"
	s.Cleanup(func() { _ = cmd.Process.Kill(); <-ended })
	if err := up.SetReadDeadline(time.Now().Add(patience / 2)); err != nil {
		return err
	}
	for message := make([]byte, 4096); ; {
		n, err := up.Read(message)
		if err != nil {
			return err
		}
		if slices.Contains(strings.Fields(string(message[:n])), "READY=1") {
			return nil
		}
	}
}

// cgroup makes a cgroup for systemd to start in, and returns it opened. The test's end
// removes it and everything in it.
func (s *systemd) cgroup() (*os.File, error) {
	root := "/sys/fs/cgroup"
	if _, err := os.Stat(root + "/unified"); err == nil {
		root += "/unified" // beside cgroups of version 1
	}
	dir, err := os.MkdirTemp(root, "nonna-test-")
	if err != nil {
		return nil, err
	}
	s.Cleanup(func() {
		var all []string
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				all = append(all, path)
			}
			return nil
		})
		for _, path := range slices.Backward(all) {
			if err := os.Remove(path); err != nil {
				s.Error(err)
			}
		}
	})
	group, err := os.Open(dir)
	if err == nil {
		s.Cleanup(func() { _ = group.Close() })
		_, err = os.Stat(filepath.Join(dir, "cgroup.procs"))
	}
	return group, err
}

// run runs a command inside the namespaces.
func (s *systemd) run(command ...string) (ok bool, said string) {
	s.Helper()
	cmd := exec.CommandContext(s.ctx, "nsenter", append([]string{"--all", "--target", s.pid}, command...)...)
	out, err := cmd.CombinedOutput()
	if failed := new(exec.ExitError); err != nil && !errors.As(err, &failed) {
		s.Fatal(err)
	}
	return err == nil, string(bytes.TrimSpace(out))
}

// must runs a command inside, and fails the test if it fails.
func (s *systemd) must(command ...string) string {
	s.Helper()
	ok, said := s.run(command...)
	if !ok {
		s.Fatalf("%v: %s", command, said)
	}
	return said
}

// want checks properties of the unit nonna, given as NAME=value.
func (s *systemd) want(when string, properties ...string) {
	s.Helper()
	for _, p := range properties {
		name, _, _ := strings.Cut(p, "=")
		if got := s.must("systemctl", "show", "--property="+name, "nonna"); got != p {
			s.Errorf("%s: %s, want %s", when, got, p)
		}
	}
}

// hear waits until a unit writes a line to told, and skips other lines.
func (s *systemd) hear(want, other string) {
	s.Helper()
	for {
		line, err := s.told.ReadString('\n')
		line = strings.TrimSpace(line)
		if err != nil || line != want && line != other {
			s.Fatalf("told %q (%v), want %s", line, err, want)
		}
		if line == want {
			return
		}
	}
}

// play plays a game in Discord.
func (s *systemd) play(deal string) {
	s.Helper()
	answer, err := s.srv.Slash("snap", discordtest.Text("deal", deal)).Wait(s.ctx)
	if err != nil {
		s.Fatal(err)
	}
	if e := answer.Message.Embeds; len(e) != 1 || strings.Contains(e[0].Description, "not recorded") {
		s.Errorf("the game is answered with %+v", answer.Message)
	}
}

// session waits until the bot has connected for the nth time.
func (s *systemd) session(n int) {
	s.Helper()
	if err := s.srv.Gateway().Wait(s.ctx, func(c discordtest.Counts) bool { return c.Readies == n }); err != nil {
		s.Fatal(err)
	}
}

// systemd finds no fault in the units of deploy, and they are well sandboxed.
func TestTheServiceIsShutOff(t *testing.T) {
	t.Parallel()
	s := bootSystemd(t)
	units := []string{"nonna.service", "nonna-backup.service", "nonna-backup.timer", "nonna-failed@nonna.service"}
	if said := s.must(append([]string{"systemd-analyze", "verify"}, units...)...); said != "" {
		t.Errorf("systemd-analyze verify: %s", said)
	}
	for _, unit := range units[:2] {
		s.must("systemd-analyze", "security", "--offline=true", "--threshold=11", "/etc/systemd/system/"+unit)
	}
	s.must("systemctl", "start", "nonna")
	s.session(1)
	s.want("started", "ActiveState=active")

	_, said := s.run("env", "SSL_CERT_FILE=/etc/authority.pem", "nonna", "doctor")
	for _, line := range []string{"ok       database: /var/lib/nonna/nonna.db (set in nonna.service)", "ok       Discord: the token is that of"} {
		if !strings.Contains(said, line) {
			t.Errorf("the doctor says\n%s\nwant %s", said, line)
		}
	}

	hunts := hunter{t, s.ctx, s.srv} // without the priorities that the unit forbids
	hunts.start(3)
	hunts.shown("Camicia, full deck of 52, by cards")
	s.play("abca abba")

	const token = "/run/credentials/nonna.service/nonna.token"
	if got := s.must("cat", token); got != s.srv.Token() {
		t.Errorf("the credential is %q", got)
	}
	if ok, said := s.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "cat", token); ok {
		t.Errorf("anybody can read the token: %s", said)
	}
	if said := s.must("systemctl", "show", "nonna"); strings.Contains(said, s.srv.Token()) {
		t.Error("systemctl shows the token")
	}
	pid := s.must("systemctl", "show", "--value", "--property=MainPID", "nonna")
	status := s.must("cat", "/proc/"+pid+"/status")
	for _, line := range []string{"CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"} {
		if !strings.Contains(status, "\n"+line+"\n") {
			t.Errorf("its process has no %q:\n%s", line, status)
		}
	}
	if ok, _ := s.run("sh", "-c", "echo >/proc/"+pid+"/root/etc/new"); ok {
		t.Error("it can write to /etc")
	}
	if ok, _ := s.run("nsenter", "--mount", "--target", pid, "/bin/true"); ok {
		t.Error("it can run a program")
	}
	hunts.shown("It pauses until")
}

// The service recovers from a crash, a hang and a kill. Nothing that was answered is
// lost, and a backup holds it all.
func TestTheServiceIsMended(t *testing.T) {
	t.Parallel()
	s := bootSystemd(t)
	s.must("rm", "/etc/credstore/nonna.token")
	s.write("etc/nonna/env", "DISCORD_TOKEN="+s.srv.Token()) // the simpler of two ways
	s.must("systemctl", "start", "nonna")
	s.session(1)
	s.play("abca abba")

	s.must("systemctl", "kill", "--signal=QUIT", "nonna") // ends as after a panic
	s.session(2)
	s.want("after a crash", "NRestarts=1", "ExecMainStatus=0")
	s.play("fizz buzz")

	s.must("systemctl", "kill", "--signal=STOP", "nonna")
	s.session(3)
	s.want("after a hang", "NRestarts=2")
	s.play("fizz fuzz")

	s.must("systemctl", "kill", "--signal=KILL", "nonna")
	s.session(4)
	s.want("after a kill", "NRestarts=3")
	s.play("fizz buss")

	s.must("systemctl", "start", "nonna-backup.timer")
	s.must("systemctl", "start", "nonna-backup") // as the timer does
	s.play("bizz fuzz")
	s.must("systemctl", "stop", "nonna")
	s.want("stopped", "ActiveState=inactive", "Result=success")
	s.checked(5)
	s.must("sh", "-c", "nonna restore --db /var/lib/nonna/nonna.db /var/lib/nonna/nonna.db.backup-*")
	s.checked(4)
	s.must("systemctl", "start", "nonna")
	s.session(5)
	s.play("bizz fuzz")

	s.must("sh", "-c", "rm /var/lib/nonna/nonna.db.backup-* && mkdir /var/lib/nonna/nonna.db.backup-$(LC_ALL=C date +%A | tr A-Z a-z)")
	if ok, _ := s.run("systemctl", "start", "nonna-backup"); ok {
		t.Error("a backup was made over a folder")
	}
	s.hear("nonna-backup failed", "")
}

// Nothing that the service replaces needs rights that its unit takes away: a backup of the
// same day, an empty database, the copy of an earlier upgrade.
func TestTheServiceReplacesItsFiles(t *testing.T) {
	t.Parallel()
	s := bootSystemd(t)
	s.must("systemctl", "start", "nonna")
	s.session(1)
	for range 2 {
		s.must("systemctl", "start", "nonna-backup")
	}
	s.must("systemctl", "stop", "nonna")

	const folder = "cd /var/lib/nonna && "
	s.must("sh", "-c", folder+"rm nonna.db.lock nonna.db.backup-* && : >nonna.db")
	s.must("systemctl", "start", "nonna")
	s.session(2)
	s.play("abca abba")
	s.must("systemctl", "stop", "nonna")

	s.write("run/test/older.db", older(t))
	copied := fmt.Sprintf("nonna.db.version-%d", migrations.Latest()-1)
	s.must("sh", "-c", folder+"cat /run/test/older.db >nonna.db && cp -p nonna.db "+copied)
	s.must("systemctl", "start", "nonna")
	s.session(3)
	s.play("abca abba")
	s.must("systemctl", "stop", "nonna")
	if left := s.must("sh", "-c", folder+"ls"); left != "nonna.db\nnonna.db.lock\nnonna.db.token\n"+copied {
		t.Errorf("the folder has %q", left)
	}
	s.checked(1)
}

// older returns the content of a database with the schema before the newest.
func older(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nonna.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=application_id(0x4e6f6e6e)")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = migrations.SQLite().Up(t.Context(), tx, -1, migrations.Latest()-1)
	if err := errors.Join(err, tx.Commit(), db.Close()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// checked checks the service's database and the number of games in it.
func (s *systemd) checked(games int) {
	s.Helper()
	said := s.must("nonna", "check")
	if want := fmt.Sprintf("nonna.db (set in nonna.service) is sound. Games: %d,", games); !strings.Contains(said, want) {
		s.Errorf("%s, want %s", said, want)
	}
}

// A service that keeps failing keeps being restarted; one that a restart cannot fix stays
// down, and the failure is reported.
func TestTheServiceStaysDownOnlyWhereARestartCannotMendIt(t *testing.T) {
	t.Parallel()
	s := bootSystemd(t)
	const extra = unitFolder + "/nonna.service.d/zz.conf"
	s.write(extra, "[Service]\nRestartSec=1ms\nExecStart=\n"+
		"NoExecPaths=\nExecStart=/bin/sh -c 'test -e /run/test/enough && echo enough >/run/test/told && exec sleep 1h; echo started >/run/test/told; exit 2'\n")
	s.must("systemctl", "daemon-reload")
	s.run("systemctl", "start", "--no-block", "nonna")
	for range 21 {
		s.hear("started", "")
	}
	s.write("run/test/enough", "")
	s.hear("enough", "started") // and no failure was reported
	s.must("systemctl", "stop", "nonna")

	for _, c := range []struct{ name, unit, env, status string }{
		{"wrong usage", "ExecStart=\nExecStart=/usr/local/bin/nonna --no-such-flag\n", s.srv.Token(), "64"},
		{"a setting that cannot be read", "Environment=NONNA_LOG=loud\n", s.srv.Token(), "78"},
		{"a token that Discord does not know", "", "wrong", "78"},
		{"a port that it may not open", "Environment=NONNA_HTTP=127.0.0.1:8080\nSystemCallFilter=~bind\n", s.srv.Token(), "78"},
	} {
		s.write(extra, "[Service]\n"+c.unit)
		s.write("etc/nonna/env", "DISCORD_TOKEN="+c.env)
		s.must("systemctl", "daemon-reload")
		if ok, said := s.run("systemctl", "start", "nonna"); ok {
			t.Errorf("%s: it started: %s", c.name, said)
		}
		s.hear("nonna failed", "")
		s.want(c.name, "ActiveState=failed", "NRestarts=0", "ExecMainStatus="+c.status)
	}

	s.must("journalctl", "--sync")
	if said := s.must("journalctl", "--output=cat", "--priority=alert", "--unit=nonna-failed@nonna"); !strings.Contains(said, "stays down") {
		t.Errorf("the journal has %q", said)
	}

	if said := s.must("journalctl", "--output=cat", "--unit=nonna"); !strings.Contains(said, "as SocketBindAllow=tcp:8080,") {
		t.Errorf("the journal has %q", said)
	}
	s.write(extra, "[Service]\nEnvironment=NONNA_HTTP=127.0.0.1:8080\nSocketBindAllow=tcp:8080\n")
	s.must("systemctl", "daemon-reload")
	s.must("systemctl", "start", "nonna")
	if err := s.srv.SetEndpoint(s.ctx, "http://127.0.0.1:8080/interactions"); err != nil {
		t.Fatal(err)
	}
	s.play("abca abba")
	s.must("systemctl", "stop", "nonna")
	s.want("stopped", "ActiveState=inactive", "Result=success")
	if err := s.srv.SetEndpoint(s.ctx, ""); err != nil {
		t.Fatal(err)
	}

	s.write(extra, "")
	s.must("rm", "/etc/nonna/env")
	s.must("systemctl", "daemon-reload")
	s.must("systemctl", "start", "nonna")
	s.session(1)
	s.must("rm", "/var/lib/nonna/nonna.db")
	s.hear("nonna failed", "") // after one restart, which found no database
	s.want("without a database", "ActiveState=failed", "NRestarts=1", "ExecMainStatus=78")
}
