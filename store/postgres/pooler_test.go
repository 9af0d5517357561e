package postgres_test

import (
	"cmp"
	"errors"
	"fmt"
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
	const ignored = "ignore_startup_parameters = plan_cache_mode,idle_in_transaction_session_timeout,lock_timeout,extra_float_digits"
	for _, tt := range []struct {
		mode, ignores string
		refused       bool
	}{
		{"transaction", ignored, true},
		{"transaction", "", true},
		{"session", ignored, false},
	} {
		name := pooler(t, program, there, tt.mode, tt.ignores)
		db, err := postgres.Open(t.Context(), name, true)
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

// pooler runs PgBouncer before a database until the test ends, and returns the database's URL
// there.
func pooler(t *testing.T, program string, there *url.URL, mode, ignores string) string {
	t.Helper()
	dir := t.TempDir()
	ini := filepath.Join(dir, "pgbouncer.ini")
	user := cmp.Or(there.User.Username(), os.Getenv("PGUSER"))
	text := fmt.Sprintf("[databases]\n* = host=%s user=%s\n[pgbouncer]\nunix_socket_dir = %s\nauth_type = any\npool_mode = %s\n%s\n",
		cmp.Or(there.Hostname(), os.Getenv("PGHOST")), user, dir, mode, ignores)
	cmd := exec.Command(program, ini)
	if os.Getuid() == 0 {
		cmd = exec.Command(program, "-u", "postgres", ini)
	}
	err := errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o777), os.WriteFile(ini, []byte(text), 0o644), cmd.Start()) //nolint:gosec // another user reads them
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, ".s.PGSQL.6432")); err == nil {
			return "postgres://" + user + "@" + there.Path + "?port=6432&host=" + dir
		} else if time.Since(began) > 10*time.Second {
			t.Fatal(err)
		}
	}
}
