package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"nonna/store/internal/errs"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"./nonna.db":                                                      "./nonna.db",
		"postgres://host/db":                                              "postgres://host/db",
		"postgres://nonna@host:5433/db":                                   "postgres://nonna@host:5433/db",
		"postgres://nonna:secret@host/db":                                 "postgres://nonna@host/db",
		"postgresql://nonna:se%40cret@host/db":                            "postgresql://nonna@host/db",
		"postgres://nonna:se:cret@h1:1,h2/x":                              "postgres://nonna@h1:1,h2/x",
		"postgres:///db?password=secret":                                  "postgres:///db",
		"postgres:///db?Password=secret":                                  "postgres:///db",
		"postgres://:secret@/db?host=/run/pg":                             "postgres://@/db?host=/run/pg",
		"postgres://n:secret@h/db?sslmode=verify-full&sslpassword=secret": "postgres://n@h/db?sslmode=verify-full",
		"postgres://h/db?password=secret&sslmode=disable":                 "postgres://h/db?sslmode=disable",
		"postgres://h1:1,h2/db":                                           "postgres://h1:1,h2/db",
		"postgres://[::1]:5433/db":                                        "postgres://[::1]:5433/db",
		// An @ that may be of the password.
		"postgresql://nonna:se@cret@host/db":               "…",
		"postgres://nonna:12#34@host/db":                   "…",
		"postgres://nonna@host/db?password=se@cret":        "…",
		"postgres://host:1/db?user=nonna&password=sec@ret": "…",
		"postgres://nonna:se?cr@et@host/db":                "…",
		"postgres://nonna:12/34@host/db":                   "…",
		// What is no URL of PostgreSQL.
		"Postgres://nonna:secret@host/db":     "…",
		"\"postgres://nonna:secret@host/db\"": "…",
		"postgres://nonna:%zz@host/db":        "…",
		"postgres://nonna:secret":             "…",
		"postgres://nonna:123456/db":          "…",
		"postgres://h1:1,h2:se,cret/db":       "…",
		"postgresql:/nonna:secret@host/x":     "…",
		"nonna:secret@host":                   "…",
		"./a:b@c.db":                          "./a:b@c.db",
		`C:\Users\a@b\nonna.db`:               `C:\Users\a@b\nonna.db`,
		// The other form of a name that libpq knows.
		"host=h password=secret dbname=x": "…",
		"PASSWORD=secret":                 "…",
		"sslmode=disable password=secret": "…",
	} {
		if got := Redact(name); got != want {
			t.Errorf("%s is shown as %s, want %s", name, got, want)
		}
	}
}

// The password may come from the environment, there may be several hosts, and an error quotes
// nothing that could be a password.
func TestConfigure(t *testing.T) {
	t.Setenv("PGPASSWORD", "of the environment")
	t.Setenv("PGCONNECT_TIMEOUT", "")
	cfg, err := configure("postgres://nonna@one:1,two:2/db?sslmode=disable")
	if err != nil || cfg.Password != "of the environment" || cfg.Host != "one" || len(cfg.Fallbacks) != 1 || cfg.Fallbacks[0].Host != "two" || cfg.ConnectTimeout != connectTime {
		t.Errorf("%+v, %v", cfg, err)
	}
	for limit, want := range map[string]string{"idle_in_transaction_session_timeout": "5000", "lock_timeout": "9000"} {
		if got := cfg.RuntimeParams[limit]; got != want {
			t.Errorf("%s is %s, want %s", limit, got, want)
		}
	}
	if cfg, err := configure("postgres://nonna@one/db?connect_timeout=20&application_name=x"); err != nil || cfg.ConnectTimeout != 20e9 || cfg.RuntimeParams["application_name"] != "x" {
		t.Errorf("%+v, %v, want the wishes of the URL", cfg, err)
	}
	for _, name := range []string{"postgres://nonna:p@secret@host/db", "postgres://nonna:1/secret@host/db", "postgres://nonna:secret@host:port/db", "postgres://nonna:%zzsecret@host/db", "postgres://nonna:secret@host/db?sslmode=wrong"} {
		if _, err := configure(name); !errors.Is(err, errs.ErrInvalid) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want ErrInvalid without the secret", name, err)
		}
	}
}

func TestErrorsHaveClasses(t *testing.T) {
	t.Parallel()
	server := func(code string) error { return fmt.Errorf("recording: %w", &pgconn.PgError{Code: code}) }
	for _, c := range []struct {
		err   error
		class error
		retry bool
	}{
		{server("40001"), nil, true},
		{server("40P01"), nil, true},
		{server("23505"), nil, false},
		{server("23503"), nil, false},
		{server("25006"), errs.ErrReadOnly, true},
		{server("53300"), errs.ErrBusy, true},
		{server("53100"), errs.ErrFull, false},
		{server("57P01"), errs.ErrUnreachable, true},
		{server("25P03"), errs.ErrUnreachable, true},
		{server("57P03"), errs.ErrUnreachable, true},
		{server("08006"), errs.ErrUnreachable, true},
		{server("XX002"), errs.ErrCorrupt, false},
		{server("3D000"), errs.ErrNotFound, false},
		{server("22021"), errs.ErrInvalid, false},
		{server("28P01"), errs.ErrRefused, false},
		{server("3F000"), errs.ErrReadOnly, false},
		{server("42P01"), errs.ErrCorrupt, false},
		{fmt.Errorf("reading: %w", io.ErrUnexpectedEOF), errs.ErrUnreachable, true},
		{&net.OpError{Op: "read", Err: os.NewSyscallError("read", syscall.ETIMEDOUT)}, errs.ErrUnreachable, true},
		{context.DeadlineExceeded, nil, false},
		{fmt.Errorf("%w: after ten seconds", errs.ErrUnreachable), errs.ErrUnreachable, true},
		{errs.ErrNotFound, errs.ErrNotFound, false},
		{errors.New("another"), nil, false},
	} {
		if got := Classify(c.err); !errors.Is(got, c.err) || c.class != nil && !errors.Is(got, c.class) || c.class == nil && got.Error() != c.err.Error() {
			t.Errorf("%#v is classified as %v, want %v", c.err, got, c.class)
		}
		if got := (Dialect{}).Retry(c.err); got != c.retry {
			t.Errorf("%#v: retry %v, want %v", c.err, got, c.retry)
		}
	}
}

// A server that refuses TLS is there.
func TestRefusedTLSIsNoSilence(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.ReadFull(c, make([]byte, 8)) // the request for TLS
			_, _ = c.Write([]byte("N"))
			_ = c.Close()
		}
	}()
	_, err = Open(t.Context(), "postgres://nonna@"+l.Addr().String()+"/db?sslmode=require", true)
	if err == nil || errors.Is(err, errs.ErrUnreachable) || !strings.Contains(err.Error(), "refused TLS") {
		t.Errorf("%v, want the words about TLS", err)
	}
}
