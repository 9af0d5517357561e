package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"text/template"
	"time"

	_ "embed"
)

// Ports on loopback. Those of the nodes count up from here.
const (
	etcdPort     = 23790
	etcdPeerPort = 23800
	sqlPort      = 54310
	patroniPort  = 54410
)

const nodes = 3

//go:embed patroni.yml
var patroniYML string

// database is a PostgreSQL of several nodes, one of which is the primary. Patroni decides which,
// and etcd holds what it decided. Commits are synchronous to one standby.
type database struct {
	folder string
	as     *syscall.Credential // nil for the user who runs this
	etcd   *exec.Cmd
	nodes  []*node
}

// node is a PostgreSQL and the Patroni that runs it.
type node struct {
	Number  int
	Folder  string
	Bin     string // of PostgreSQL's programs
	as      *syscall.Credential
	patroni *exec.Cmd
}

// Etcd, SQL and REST return addresses.
func (n *node) Etcd() string { return address(etcdPort) }
func (n *node) SQL() string  { return address(sqlPort + n.Number) }
func (n *node) REST() string { return address(patroniPort + n.Number) }

func address(port int) string { return "127.0.0.1:" + strconv.Itoa(port) }

// startDatabase starts a new cluster in an empty folder, and returns when it has a primary and a
// synchronous standby.
func startDatabase(ctx context.Context, folder string) (*database, error) {
	d := &database{folder: folder}
	bin, err := findPrograms()
	if err != nil {
		return nil, err
	}
	if d.as, err = asPostgres(); err != nil {
		return nil, err
	}
	if err := d.makeFolder(folder); err != nil {
		return nil, err
	}
	if d.etcd, err = start(ctx, folder, "etcd", d.as, "etcd", "--data-dir=data",
		"--listen-client-urls=http://"+address(etcdPort), "--advertise-client-urls=http://"+address(etcdPort),
		"--listen-peer-urls=http://"+address(etcdPeerPort), "--initial-advertise-peer-urls=http://"+address(etcdPeerPort),
		"--initial-cluster=default=http://"+address(etcdPeerPort)); err != nil {
		return nil, err
	}
	for i := range nodes {
		n := &node{Number: i + 1, Folder: filepath.Join(folder, "node"+strconv.Itoa(i+1)), Bin: bin, as: d.as}
		if err := errors.Join(d.makeFolder(n.Folder), n.configure(), n.start(ctx)); err != nil {
			d.stop()
			return nil, err
		}
		d.nodes = append(d.nodes, n)
	}
	if err := d.await(ctx); err != nil {
		d.stop()
		return nil, err
	}
	return d, nil
}

// findPrograms returns the folder of PostgreSQL's programs, and fails if anything is not
// installed.
func findPrograms() (bin string, err error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) == 0 {
		return "", errors.New("PostgreSQL is not installed: apt install postgresql")
	}
	for _, program := range []string{"patroni", "etcd"} {
		if _, err := exec.LookPath(program); err != nil {
			return "", fmt.Errorf("%s is not installed: apt install patroni etcd-server python3-etcd", program)
		}
	}
	return filepath.Dir(found[len(found)-1]), nil
}

// asPostgres returns the user that PostgreSQL runs as when root runs this: it refuses root.
func asPostgres() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil //nolint:nilnil // nobody else
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(err, err2)
}

func (d *database) makeFolder(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil || d.as == nil {
		return err
	}
	return os.Chown(path, int(d.as.Uid), int(d.as.Gid))
}

// start starts a program in a folder, in a process group of its own, and kills it when ctx is
// done. What it prints is appended to a log there.
func start(ctx context.Context, folder, name string, as *syscall.Credential, program string, args ...string) (*exec.Cmd, error) {
	log, err := os.OpenFile(filepath.Join(folder, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close() //nolint:errcheck // the program has it too
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: as}
	return cmd, cmd.Start()
}

// kill ends a program and its process group.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended
	_ = cmd.Wait()
}

func (n *node) configure() error {
	var text bytes.Buffer
	if err := template.Must(template.New("").Parse(patroniYML)).Execute(&text, n); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(n.Folder, "patroni.yml"), text.Bytes(), 0o644) //nolint:gosec // PostgreSQL's user reads it
}

func (n *node) start(ctx context.Context) (err error) {
	n.patroni, err = start(ctx, n.Folder, "patroni", n.as, "patroni", "patroni.yml")
	return err
}

// postmaster returns the process that all of PostgreSQL's others belong to, 0 if it does not run.
func (n *node) postmaster() int {
	text, _ := os.ReadFile(filepath.Join(n.Folder, "data", "postmaster.pid"))
	first, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(first)
	return pid
}

// signal sends a signal to PostgreSQL: to the postmaster and its children, each of which is a
// process group of its own.
func (n *node) signal(sig syscall.Signal) {
	pid := n.postmaster()
	if pid == 0 {
		return
	}
	for _, child := range children(pid) {
		_ = syscall.Kill(child, sig) // it may have ended
	}
	_ = syscall.Kill(pid, sig)
}

// children returns the processes that a process began.
func children(pid int) (pids []int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, field := range strings.Fields(string(text)) {
		if child, err := strconv.Atoi(field); err == nil {
			pids = append(pids, child)
		}
	}
	return pids
}

// is reports whether a node says that it has a role: primary, replica, synchronous.
func (n *node) is(ctx context.Context, role string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.REST()+"/"+role, http.NoBody)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// find returns the node that has a role, nil if none says so.
func (d *database) find(ctx context.Context, role string) *node {
	for _, n := range d.nodes {
		if n.is(ctx, role) {
			return n
		}
	}
	return nil
}

// await waits until there is a primary with a synchronous standby, and all nodes run.
func (d *database) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	for {
		if d.find(ctx, "primary") != nil && d.find(ctx, "synchronous") != nil && d.whole(ctx) {
			return nil
		}
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("the database did not come up; its logs are in %s: %w", d.folder, ctx.Err())
		}
	}
}

func (d *database) whole(ctx context.Context) bool {
	for _, n := range d.nodes {
		if !n.is(ctx, "health") {
			return false
		}
	}
	return true
}

// url returns the address of the cluster, whichever node is the primary.
func (d *database) url(name string) string {
	var hosts []string
	for _, n := range d.nodes {
		hosts = append(hosts, n.SQL())
	}
	return "postgres://postgres@" + strings.Join(hosts, ",") + "/" + name + "?target_session_attrs=read-write&sslmode=disable"
}

// query returns the rows of a query on the primary, columns separated by tabs.
func (d *database) query(ctx context.Context, name, sql string) ([]string, error) {
	cmd := exec.CommandContext(ctx, "psql", "--no-psqlrc", "--tuples-only", "--no-align", "--field-separator=\t", "--set=ON_ERROR_STOP=1", "--command="+sql, d.url(name))
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("psql: %w: %s", err, exit.Stderr)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' }), err
}

// switchOver makes the synchronous standby the primary, as before an upgrade.
func (d *database) switchOver(ctx context.Context) error {
	from, to := d.find(ctx, "primary"), d.find(ctx, "synchronous")
	if from == nil || to == nil {
		return errors.New("there is no primary with a synchronous standby")
	}
	body := fmt.Sprintf(`{"leader":"node%d","candidate":"node%d"}`, from.Number, to.Number)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+from.REST()+"/switchover", strings.NewReader(body))
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	said, err := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("switchover: %s: %s", res.Status, said)
	}
	return errors.Join(err, res.Body.Close())
}

// stop ends everything at once.
func (d *database) stop() {
	for _, n := range d.nodes {
		n.kill()
	}
	kill(d.etcd)
}

// kill ends a node as a power cut does.
func (n *node) kill() {
	kill(n.patroni)
	n.signal(syscall.SIGKILL)
}
