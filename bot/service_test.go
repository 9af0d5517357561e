//go:build unix

package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
)

// A database that a newer version upgraded ends the service with an explanation: a
// restart would not help.
func TestADatabaseOfANewerVersionIsLeft(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nonna.db")
	start := func() (int, string) {
		var errs bytes.Buffer
		host := process{stdin: strings.NewReader(""), stdout: &errs, stderr: &errs}
		return run(t.Context(), []string{"--db", path}, host), errs.String()
	}
	if status, said := start(); status != 0 {
		t.Fatalf("status %d: %s", status, said)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Close(), os.WriteFile(path+".version-1", []byte("a copy"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if status, said := start(); status != 78 || !strings.Contains(said, "nonna --db "+path+" restore "+path+".version-1") {
		t.Errorf("status %d, want 78 and what to do: %s", status, said)
	}
}

// systemd is notified when the bot is connected, while it is alive, and when it ends.
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
			for line := range strings.Lines(string(state[:n])) {
				delete(missing, strings.TrimSpace(line))
			}
		}
	}
	synctest.Test(t, func(t *testing.T) {
		_, stop := launch(t, discordtest.New(t, discordtest.Options{InMemory: true}))
		time.Sleep(time.Minute) // the watchdog is told on each heartbeat
		stop()
	})
	hear(map[string]bool{"READY=1": true, "WATCHDOG=1": true, "STATUS=Servers: 1, latency: 0 ms": true})
	hear(map[string]bool{"STOPPING=1": true})

	_, _, stop := launchHTTP(t, discordtest.New(t, discordtest.Options{Patient: true}))
	hear(map[string]bool{"READY=1": true, "WATCHDOG=1": true, "STATUS=Servers: 1": true})
	stop()
	hear(map[string]bool{"STOPPING=1": true})
}

// Asking the bot to end while it starts is not a failure.
func TestBeingAskedToEndWhileStartingIsNoFailure(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var errs bytes.Buffer
	host := process{environ: []string{"DISCORD_TOKEN=t", "NONNA_DB=" + filepath.Join(t.TempDir(), "nonna.db")}, stderr: &errs}
	if status := run(ctx, nil, host); status != 0 {
		t.Errorf("status %d: %s", status, &errs)
	}
}
