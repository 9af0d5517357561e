//go:build unix

package main

import (
	"bytes"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonna/bot/discordtest"
)

// A service without a token is set up wrongly: nobody would sit at its console.
func TestAServiceNeedsAToken(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	host := process{environ: []string{"NOTIFY_SOCKET=/run/systemd/notify"}, stdin: strings.NewReader("/help"), stdout: &out, stderr: &errs}
	if status := run(t.Context(), nil, host); status != 78 || !strings.HasPrefix(errs.String(), "nonna: DISCORD_TOKEN is not set") {
		t.Errorf("status %d, %q, wrote %q", status, &errs, &out)
	}
}

// systemd is told when the bot is connected, that it is well, and when it ends.
func TestTheServiceManagerIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the watchdog")
	}
	path := filepath.Join(t.TempDir(), "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	if err := manager.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	hear := func(missing map[string]bool) {
		t.Helper()
		state := make([]byte, 100)
		for len(missing) > 0 {
			n, err := manager.Read(state)
			if err != nil {
				t.Fatalf("%v; never told: %v", err, missing)
			}
			delete(missing, string(state[:n]))
		}
	}
	_, stop := launch(t, discordtest.New(t, discordtest.Options{}))
	hear(map[string]bool{"READY=1": true, "WATCHDOG=1": true})
	if status, _, stderr := stop(); status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	hear(map[string]bool{"STOPPING=1": true})
}
