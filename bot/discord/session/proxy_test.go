package session_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discord/session"
)

// leading is a Discord that says nothing but where its gateway is.
type leading string

func (l leading) RoundTrip(r *http.Request) (*http.Response, error) {
	body := fmt.Sprintf(`{"url":%q}`, string(l))
	return &http.Response{StatusCode: http.StatusOK, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// A proxy of the environment is used for the gateway as for calls. The environment is read once
// a process, so the session is in another.
func TestTheGatewayIsReachedThroughAProxy(t *testing.T) {
	t.Parallel()
	if os.Getenv("NONNA_PROXIED") != "" {
		client := discord.New(discord.Config{Token: "t", Transport: func() http.RoundTripper { return leading("ws://gateway.test") }})
		_ = session.New(client, session.Sharding{Count: 1}, discord.Handler{}).Run(t.Context()) // until it is killed
		return
	}
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	other.Env = append(os.Environ(), "NONNA_PROXIED=1", "HTTP_PROXY=http://"+proxy.Addr().String(), "NO_PROXY=", "no_proxy=")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Process.Kill(); _ = other.Wait() }()
	if err := proxy.(*net.TCPListener).SetDeadline(time.Now().Add(time.Minute)); err != nil { // only a broken one takes so long
		t.Fatal(err)
	}
	c, err := proxy.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	asked, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil || asked.Method != http.MethodConnect || asked.Host != "gateway.test:80" {
		t.Errorf("the proxy was asked for %+v, %v", asked, err)
	}
}
