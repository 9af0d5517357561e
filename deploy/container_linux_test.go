package deploy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"nonna/bot/discordtest"
)

// runImage runs the image of a release as compose.yaml does: as an unprivileged user, with
// a read-only root. It must reach Discord, answer a command, keep its database in the volume
// and end when it is asked to.
func runImage(t *testing.T, release map[string][]byte) {
	need(t, "runc", "tar")
	if os.Geteuid() != 0 {
		t.Skip("no container can be started: only root may")
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(t.Context()), 2*time.Minute)
	t.Cleanup(stop)
	srv := discordtest.New(t, discordtest.Options{Patient: true})
	bundle := t.TempDir()
	config := unpack(t, untar(t, release["nonna_1.2.3-rc.1_image_"+runtime.GOARCH+".tar.gz"]), bundle)
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(bundle, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	network, authority := answer(t, srv)
	write("authority.pem", authority)
	write("hosts", []byte("127.0.0.1 localhost discord.com gateway.discord.gg cdn.discordapp.com\n"))
	data := filepath.Join(bundle, "data")
	if err := errors.Join(os.Mkdir(data, 0o700), os.Chown(data, 65532, 65532)); err != nil {
		t.Fatal(err)
	}
	env := append(append(config.Config.Env, composeEnv(t)...), "DISCORD_TOKEN="+srv.Token(), "SSL_CERT_FILE=/authority.pem", "TZ=Asia/Kolkata")
	spec, err := json.Marshal(containerSpec(config, env, network, bundle))
	if err != nil {
		t.Fatal(err)
	}
	write("config.json", spec)

	// The state and the cgroup of that name are removed with the container.
	name := "nonna-test-" + filepath.Base(filepath.Dir(bundle))
	runc := func(args ...string) *exec.Cmd {
		return exec.CommandContext(ctx, "runc", append([]string{"--root", filepath.Join(bundle, "state")}, args...)...)
	}
	var log bytes.Buffer
	run := runc("run", "--bundle", bundle, name)
	run.Stdout, run.Stderr = &log, &log
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	var status error
	go func() { status = run.Wait(); stop(); close(ended) }()
	t.Cleanup(func() {
		_ = exec.Command("runc", "--root", filepath.Join(bundle, "state"), "delete", "--force", name).Run()
		<-ended
		if t.Failed() {
			t.Log(log.String())
		}
	})

	if err := srv.Gateway().Wait(ctx, func(c discordtest.Counts) bool { return c.Readies == 1 }); err != nil {
		t.Fatal(err)
	}
	played, err := srv.Slash("snap", discordtest.Text("deal", "abca abba")).Wait(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if e := played.Message.Embeds; len(e) != 1 || strings.Contains(e[0].Description, "not recorded") {
		t.Errorf("the game is answered with %+v", played.Message)
	}
	for _, command := range []string{"backup", "health"} {
		if out, err := runc("exec", name, "nonna", command).CombinedOutput(); err != nil {
			t.Errorf("nonna %s inside: %v\n%s", command, err, out)
		}
	}
	checkShutOff(t, runc)
	// Not with ctx, which ends with the container.
	if out, err := exec.Command("runc", "--root", filepath.Join(bundle, "state"), "kill", name, "TERM").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if <-ended; status != nil {
		t.Errorf("asked to end, it ended with %v", status)
	}
	if !strings.Contains(log.String(), "+05:30 level=INFO") {
		t.Errorf("the zone of time is not known:\n%s", log.String())
	}
	if backups, err := filepath.Glob(filepath.Join(data, "nonna.db.backup-*")); len(backups) != 1 {
		t.Errorf("backups in the volume: %q, %v", backups, err)
	}
}

// checkShutOff checks that the only container has no privileges.
func checkShutOff(t *testing.T, runc func(...string) *exec.Cmd) {
	t.Helper()
	out, err := runc("list", "--format=json").Output()
	var list []struct{ Pid int }
	if err = errors.Join(err, json.Unmarshal(out, &list)); err != nil || len(list) != 1 {
		t.Fatalf("containers: %s, %v", out, err)
	}
	proc := filepath.Join("/proc", jsonText(list[0].Pid))
	status, err := os.ReadFile(proc + "/status")
	mounts, err2 := os.ReadFile(proc + "/mounts")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"Uid:\t65532\t65532\t65532\t65532", "Gid:\t65532\t65532\t65532\t65532", "CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1"} {
		if !strings.Contains(string(status), "\n"+line+"\n") {
			t.Errorf("its process has no %q:\n%s", line, status)
		}
	}
	for line := range strings.Lines(string(mounts)) {
		if f := strings.Fields(line); f[1] == "/" && !strings.HasPrefix(f[3], "ro") {
			t.Errorf("the root can be written to: %s", line)
		}
	}
}

func jsonText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// unpack unpacks the only layer of an image into the folder root of a bundle.
func unpack(t *testing.T, image map[string]entry, bundle string) imageConfig {
	t.Helper()
	var manifest []struct {
		Config string
		Layers []string
	}
	if err := json.Unmarshal(image["manifest.json"].data, &manifest); err != nil {
		t.Fatal(err)
	}
	var config imageConfig
	if err := json.Unmarshal(image[manifest[0].Config].data, &config); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(bundle, "root")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	layer := image[manifest[0].Layers[0]].data
	cmd := exec.CommandContext(t.Context(), "tar", "--extract", "--numeric-owner", "--directory", root)
	cmd.Stdin = bytes.NewReader(layer)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// A new volume takes its owner from the image.
	if d := readTar(t, bytes.NewReader(layer))["var/lib/nonna"]; d.Uid != 65532 || d.Gid != 65532 || d.Mode != 0o700 {
		t.Errorf("the image has /var/lib/nonna of %d:%d with mode %o", d.Uid, d.Gid, d.Mode)
	}
	return config
}

// answer makes the test's Discord answer under Discord's own names in a new network
// namespace. The thread that listens ends with the test.
func answer(t *testing.T, srv *discordtest.Server) (network string, authority []byte) {
	t.Helper()
	var l net.Listener
	var ns *os.File
	errs := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked, so the thread ends with the goroutine
		err := unix.Unshare(unix.CLONE_NEWNET)
		if err == nil {
			err = loopbackUp()
		}
		if err == nil {
			ns, err = os.Open("/proc/thread-self/ns/net")
		}
		if err == nil {
			l, err = new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:443")
		}
		errs <- err
	}()
	if err := <-errs; err != nil {
		t.Skipf("no container can be started: no network for it: %v", err)
	}
	t.Cleanup(func() { _ = ns.Close() })
	authority, err := srv.ServeTLS(l)
	if err != nil {
		t.Fatal(err)
	}
	return "/proc/" + jsonText(os.Getpid()) + "/fd/" + jsonText(ns.Fd()), authority
}

// loopbackUp brings up the loopback interface of the thread's network namespace.
func loopbackUp() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(s) }()
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, lo)
}

// composeEnv returns the variables that compose.yaml sets.
func composeEnv(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"read_only: true", "cap_drop: [ALL]", `security_opt: ["no-new-privileges:true"]`, `healthcheck: {test: ["CMD", "nonna", "health"]`,
		"restart: unless-stopped", "- data:/var/lib/nonna",
	} { // containerSpec has these too
		if !strings.Contains(string(text), "\n    "+line) && !strings.Contains(string(text), "\n      "+line) {
			t.Errorf("compose.yaml has no %s", line)
		}
	}
	var env []string
	for _, line := range regexp.MustCompile(`(?m)^      ([A-Z_]+): (\S+)$`).FindAllStringSubmatch(string(text), -1) {
		env = append(env, line[1]+"="+line[2])
	}
	return env
}

// containerSpec returns runc's configuration to run an image as compose.yaml does.
func containerSpec(image imageConfig, env []string, network, bundle string) any {
	uid, gid, _ := strings.Cut(image.Config.User, ":")
	type object = map[string]any
	bind := func(file, to, mode string) object {
		return object{"destination": to, "source": filepath.Join(bundle, file), "options": []string{"bind", mode}}
	}
	return object{
		"ociVersion": "1.0.2",
		"root":       object{"path": "root", "readonly": true},
		"process": object{
			"user": object{"uid": json.Number(uid), "gid": json.Number(gid)}, "cwd": image.Config.WorkingDir,
			"args": image.Config.Entrypoint, "env": env, "noNewPrivileges": true, "capabilities": object{},
		},
		"mounts": []object{
			{"destination": "/proc", "type": "proc", "source": "proc"},
			bind("data", "/var/lib/nonna", "rw"),
			bind("authority.pem", "/authority.pem", "ro"),
			bind("hosts", "/etc/hosts", "ro"),
		},
		"linux": object{"namespaces": []object{
			{"type": "pid"}, {"type": "mount"}, {"type": "ipc"}, {"type": "uts"}, {"type": "network", "path": network},
		}},
	}
}
