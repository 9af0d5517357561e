//go:build unix

package main

import (
	"net"
	"path/filepath"
	"testing"
	"time"

	"nonna/bot/discordtest"
)

// systemd is told when the bot is connected, that it is well, and when it ends.
func TestTheServiceManagerIsTold(t *testing.T) {
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
