package metrics_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"nonna/bot/metrics"
)

// A bot is asked on this machine's own network, never through the proxy of the environment. That is
// read once a process, so the question is asked in another.
func TestABotIsAskedWithoutAProxy(t *testing.T) {
	t.Parallel()
	if address := os.Getenv("NONNA_ASKED"); address != "" {
		if err := metrics.Ask(t.Context(), address); err != nil {
			t.Error(err)
		}
		return
	}
	bot := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer bot.Close()
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	_, port, _ := strings.Cut(strings.TrimPrefix(bot.URL, "http://"), ":")
	// A proxy is used for this spelling, unlike for "localhost". Nothing listens on port 1.
	other.Env = append(os.Environ(), "NONNA_ASKED=LocalHost:"+port, "HTTP_PROXY=http://127.0.0.1:1", "NO_PROXY=", "no_proxy=")
	if said, err := other.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}
