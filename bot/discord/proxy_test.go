package discord

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"os/exec"
	"testing"
)

// A proxy of the environment is used for the gateway as for calls. The environment is read once
// a process, so the session is in another.
func TestTheGatewayIsReachedThroughAProxy(t *testing.T) {
	t.Parallel()
	if os.Getenv("NONNA_PROXIED") != "" {
		client := over(answering(http.StatusOK, `{"url":"ws://gateway.test"}`))
		_ = client.NewSessions(Sharding{Count: 1}, Handler{}).Run(t.Context()) // until it is killed
		return
	}
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	session := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	session.Env = append(os.Environ(), "NONNA_PROXIED=1", "HTTP_PROXY=http://"+proxy.Addr().String(), "NO_PROXY=")
	if err := session.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Process.Kill(); _ = session.Wait() }()
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
