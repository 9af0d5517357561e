package postgres_test

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonna/store/internal/errs"
	"nonna/store/postgres"
	"nonna/store/postgres/postgrestest"
)

// A pooler that gives a session of the server to each transaction is refused by name, whether it
// takes the settings of a session or not; one that gives one to each client is not. The test
// runs with NONNA_LONG=1, where there are a server and PgBouncer.
func TestAPoolerOfTransactionsIsRefused(t *testing.T) {
	there, err := url.Parse(postgrestest.Long(t))
	if err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		t.Skip("there is no PgBouncer")
	}
	for _, tt := range []struct {
		mode, ignores string
		refused       bool
	}{
		{"transaction", "plan_cache_mode,idle_in_transaction_session_timeout,lock_timeout,extra_float_digits", true},
		{"transaction", "", true},
		{"session", "plan_cache_mode,idle_in_transaction_session_timeout,lock_timeout,extra_float_digits", false},
	} {
		name := pooler(t, program, there, tt.mode, tt.ignores)
		db, err := postgres.Open(t.Context(), name)
		if refused := errors.Is(err, errs.ErrInvalid) && strings.Contains(err.Error(), "PgBouncer"); refused != tt.refused || err != nil && !refused {
			t.Errorf("by %s, ignoring %q: %v", tt.mode, tt.ignores, err)
		}
		if err == nil {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// pooler runs PgBouncer before a database until the test ends, and returns the database's URL there.
func pooler(t *testing.T, program string, there *url.URL, mode, ignores string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	host, user := there.Hostname(), there.User.Username()
	for _, known := range []struct {
		to   *string
		name string
	}{{&host, "PGHOST"}, {&user, "PGUSER"}} {
		if *known.to == "" {
			*known.to = os.Getenv(known.name)
		}
	}
	ini := filepath.Join(t.TempDir(), "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\n* = host=%s user=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\nauth_type = any\npool_mode = %s\n", host, user, port, mode)
	if ignores != "" {
		text += "ignore_startup_parameters = " + ignores + "\n"
	}
	if err := os.WriteFile(ini, []byte(text), 0o644); err != nil { //nolint:gosec // another user reads it
		t.Fatal(err)
	}
	args := []string{ini}
	if os.Getuid() == 0 {
		args = []string{"-u", "postgres", ini}
	}
	cmd := exec.Command(program, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	address := fmt.Sprint("127.0.0.1:", port)
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			_ = c.Close()
			break
		} else if time.Since(began) > 10*time.Second {
			t.Fatal(err)
		}
	}
	return "postgres://" + user + "@" + address + there.Path + "?sslmode=disable"
}
