package deploy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// largest is the size of the largest interaction that a bot takes.
const largest = 256 << 10

// The lines for proxies in docs/http.md pass a signed request on unchanged, to a bot that is there,
// and pass on nothing else. nginx also asks another bot where one is too busy, asks all again
// after none of them answered, and limits who asks too much.
func TestProxies(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the proxies that are installed")
	}
	t.Parallel()
	readme, err := os.ReadFile("../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	linesFor := func(t *testing.T, name string) string {
		t.Helper()
		need(t, name)
		_, lines, _ := strings.Cut(string(readme), "\n```"+name+"\n")
		lines, _, found := strings.Cut(lines, "\n```")
		if !found {
			t.Fatal("docs/http.md has no such lines")
		}
		return lines
	}
	t.Run("nft", func(t *testing.T) {
		t.Parallel()
		file, lines := filepath.Join(t.TempDir(), "nftables.conf"), linesFor(t, "nft")
		if err := exec.CommandContext(t.Context(), "nft", "list", "tables").Run(); err != nil {
			t.Skip("this user may not ask about the firewall")
		}
		if err := os.WriteFile(file, []byte(lines+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		must(t, "nft", "--check", "--file", file)
	})
	for name, run := range map[string]func(t *testing.T, folder, address, lines string) []string{"nginx": nginx, "caddy": caddy} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines := linesFor(t, name)
			var asked atomic.Int64
			var cut atomic.Bool
			bot := func(status int) *httptest.Server {
				return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == "/healthz" {
						return
					}
					if cut.Load() {
						panic(http.ErrAbortHandler)
					}
					body, err := io.ReadAll(r.Body)
					if err != nil { // a bot that is away was tried first: Caddy has no body left
						return
					}
					if r.URL.Path != "/interactions" || r.Header.Get("X-Signature-Ed25519") != "ab" || r.Header.Get("X-Signature-Timestamp") != "1" || len(body) != largest {
						t.Errorf("passed on are %s, %v, %d bytes", r.URL, r.Header, len(body))
					}
					asked.Add(1)
					w.WriteHeader(status)
				}))
			}
			well, busy, away := bot(http.StatusAccepted), bot(http.StatusServiceUnavailable), httptest.NewServer(nil)
			defer well.Close()
			defer busy.Close()
			away.Close()
			bots := []*httptest.Server{away, well}
			if name == "nginx" {
				bots = append(bots, busy)
			}
			if name == "nginx" { // a limit that is reached at any speed
				for wanted, tried := range map[string]string{"rate=1000r/s": "rate=1r/m", "burst=2000": "burst=40"} {
					if !strings.Contains(lines, wanted) {
						t.Fatalf("no %s", wanted)
					}
					lines = strings.ReplaceAll(lines, wanted, tried)
				}
			}
			address := serveProxy(t, name, lines, bots, run)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			for good := 0; good < 10; good++ {
				got := post(t, address+"/interactions")
				switch {
				case got == http.StatusAccepted:
				case name == "nginx" || ctx.Err() != nil:
					t.Fatalf("answered %d", got)
				default: // Caddy does not know yet which bot is away
					good = 0
				}
			}
			if name == "nginx" {
				cut.Store(true)
				if got := post(t, address+"/interactions"); got != http.StatusBadGateway {
					t.Errorf("without an answer from a bot: %d", got)
				}
				cut.Store(false)
				if got := post(t, address+"/interactions"); got != http.StatusAccepted {
					t.Errorf("after a moment without answers: %d", got)
				}
				got := 0
				for n := 0; n < 100 && got != http.StatusTooManyRequests; n++ {
					got = post(t, address+"/interactions")
				}
				if got != http.StatusTooManyRequests {
					t.Errorf("after too many requests: %d", got)
				}
			}
			before := asked.Load()
			if got := post(t, address+"/metrics"); got == http.StatusAccepted || asked.Load() != before {
				t.Errorf("another path is passed on, and answered %d", got)
			}
		})
	}
}

// serveProxy runs a proxy before bots and returns its address once it answers.
func serveProxy(t *testing.T, name, lines string, bots []*httptest.Server, run func(t *testing.T, folder, address, lines string) []string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err := errors.Join(err, l.Close()); err != nil {
		t.Fatal(err)
	}
	address, folder := l.Addr().String(), t.TempDir()
	var servers []string
	for _, b := range bots {
		servers = append(servers, b.Listener.Addr().String())
	}
	between := map[string]string{"nginx": " max_fails=0;\n    server ", "caddy": " "}[name]
	lines = strings.Replace(lines, "127.0.0.1:8080", strings.Join(servers, between), 1)
	command := run(t, folder, address, lines)
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "HOME="+folder)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Signal(os.Interrupt); <-ended })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			_ = c.Close()
			return "http://" + address
		}
		select {
		case <-ended:
			t.Fatalf("%v\n%s", command, &said)
		case <-ctx.Done():
			t.Fatal(err)
		case <-time.After(time.Millisecond):
		}
	}
}

// nginx returns the command for its lines, without TLS, in a whole file.
func nginx(t *testing.T, folder, address, lines string) []string {
	t.Helper()
	var plain []string
	for line := range strings.Lines(lines) {
		if !strings.Contains(line, "ssl_certificate") {
			line = strings.Replace(line, "rate=200r/s", "rate=1r/m", 1) // so the test need not be quick
			plain = append(plain, strings.Replace(line, "443 ssl", address, 1))
		}
	}
	file := filepath.Join(folder, "nginx.conf")
	text := "daemon off; master_process off; pid pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n" +
		"client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e;\n" + strings.Join(plain, "") + "}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, "nginx", "-t", "-q", "-p", folder, "-c", file)
	return []string{"nginx", "-p", folder, "-c", file}
}

// caddy returns the command for its lines, without TLS.
func caddy(t *testing.T, folder, address, lines string) []string {
	t.Helper()
	file := filepath.Join(folder, "Caddyfile")
	text := "{\n\tadmin off\n}\n" + strings.Replace(lines, "nonna.example.org", "http://"+address, 1) + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"caddy", "run", "--adapter", "caddyfile", "--config", file}
}

// post posts the largest body that may be, and returns the status of the answer.
func post(t *testing.T, address string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, bytes.NewReader(make([]byte, largest)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Signature-Ed25519", "ab")
	req.Header.Set("X-Signature-Timestamp", "1")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}
