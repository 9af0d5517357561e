package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"nonna/bot/discordtest"
)

// The operator sees what the bot does, a monitor whether it is connected, and neither
// who asked for what.
func TestMetrics(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	srv := discordtest.New(t, discordtest.Options{Patient: true})
	health := func(when string, want int, environ ...string) {
		t.Helper()
		if status, said := runAt(t, srv, environ, "health"); status != want {
			t.Errorf("%s: status %d, want %d: %s", when, status, want, said)
		}
	}
	health("without an address to ask", 78)
	asked := "NONNA_METRICS=" + address
	health("without a bot", 1, asked)

	ctx, stop := launch(t, srv, asked)
	if _, err := srv.Slash("snap", discordtest.Text("deal", "abca abba")).Wait(ctx); err != nil {
		t.Fatal(err)
	}
	health("with a bot", 0, asked)
	for path, want := range map[string][]string{
		"/healthz": {`^ok$`},
		"/readyz":  {`^ok$`},
		"/metrics": {
			`^nonna_requests_seconds_count{command="snap",outcome="answered"} 1$`,
			`^nonna_picture_seconds_bucket{command="snap",le="\+Inf"} 1$`,
			`^nonna_answer_seconds_count{answer="first"} 1$`,
			`^nonna_answer_seconds_count{answer="last"} 1$`,
			`^nonna_settle_seconds_bucket{game="snap",le="30"} 1$`,
			`^nonna_store_seconds_count{transaction="write"} 1$`,
			`^nonna_gateway_connected 1$`, `^nonna_gateway_connections_total 1$`, `^nonna_guilds 1$`,
			`^# TYPE nonna_gateway_connections_total counter$`, `^# TYPE nonna_guilds gauge$`,
			`^nonna_announcements_waiting 0$`, `^nonna_games_unrecorded_total 0$`,
			`^process_resident_memory_bytes \d+$`,
		},
	} {
		text := await(ctx, t, "http://"+address+path, want...)
		if regexp.MustCompile(discordtest.DefaultUserID + "|" + discordtest.DefaultGuildID + "|Ada|abca").Match(text) {
			t.Errorf("%s names who asked, where, or for what:\n%s", path, text)
		}
	}
	stop()
	health("with the bot gone", 1, asked)
}

// A bot is asked on this machine's own network, never through the proxy of the environment.
func TestABotIsAskedWithoutAProxy(t *testing.T) {
	t.Parallel()
	bot := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer bot.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(bot.URL, "http://"), ":")
	// A proxy is used for this spelling, unlike for "localhost". Nothing listens on port 1.
	cmd := exec.CommandContext(t.Context(), os.Args[0], "health")
	cmd.Env = append(os.Environ(), asProgram+"=1", "NONNA_METRICS=LocalHost:"+port, "HTTP_PROXY=http://127.0.0.1:1", "NO_PROXY=", "no_proxy=")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

// freeAddress returns an address with a free port. On Linux it is one of the 16 million
// addresses of this machine, of which nobody else uses it before the bot does.
func freeAddress(t testing.TB) string {
	t.Helper()
	host := "127.0.0.1"
	if runtime.GOOS == "linux" {
		host = netip.AddrFrom4([4]byte{127, byte(rand.N(256)), byte(rand.N(256)), byte(2 + rand.N(250))}).String()
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l.Addr().String()
}

// await returns the content of an address once it has lines that match want: the bot counts
// an answer only after the user has it.
func await(ctx context.Context, t *testing.T, address string, want ...string) []byte {
	t.Helper()
	text := read(t, address)
	for _, line := range want {
		for line := regexp.MustCompile("(?m)" + line); !line.Match(text); text = read(t, address) {
			select {
			case <-time.After(10 * time.Millisecond): // the bot needs the processor
			case <-ctx.Done():
				t.Fatalf("%s has no %s:\n%s", address, line, text)
			}
		}
	}
	return text
}

// read returns the content of an address.
func read(t *testing.T, address string) []byte {
	t.Helper()
	res, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return text
}
