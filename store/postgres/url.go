package postgres

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"nonna/store/internal/errs"
)

// IsURL reports whether the name of a database is that of one on a server, and not a path.
func IsURL(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

var (
	// nearly matches what is written like the name of a database on a server, but is no URL:
	// with a slash missing, of another scheme or none, or as libpq's settings, "host=… dbname=…".
	nearly = regexp.MustCompile(`(?i)^postgres(ql)?:|://|^\w[\w.-]+:.*@|(^|\s)(host|hostaddr|port|user|password|passfile|dbname|service)\s*=`)

	// address matches a URL with its password between the user and the only @: another one, or a /
	// before it, may be of a password, and the driver would take a part of it for the host.
	address = regexp.MustCompile(`^(\w+://)(?:([^:@/?#]*)(?::[^@/?#]*)?(@))?([^@]*)$`)
	// parameter matches a password among the parameters of a URL.
	parameter = regexp.MustCompile(`(?i)(ssl)?password=[^&]*&?`)
)

// IsNearlyURL reports whether a name, which is no URL, was meant to be that of a database on a
// server.
func IsNearlyURL(name string) bool { return !IsURL(name) && nearly.MatchString(name) }

// Redact returns a URL without its password, to be shown, and a path unchanged. Nothing is shown of
// what pgx cannot read, and where an @ may be of a password.
func Redact(name string) string {
	if !IsURL(name) && !IsNearlyURL(name) {
		return name
	}
	parts := address.FindStringSubmatch(name)
	if _, err := pgx.ParseConfig(name); err != nil || parts == nil {
		return "…"
	}
	return strings.TrimRight(parts[1]+parts[2]+parts[3]+parameter.ReplaceAllString(parts[4], ""), "?&")
}

// connectTime bounds the attempt to connect to one host, unless the URL says otherwise: with
// several hosts the others are tried then.
const connectTime = 3 * time.Second

// configure returns the settings of a connection. The rest of a URL comes from the
// environment: PGPASSWORD, PGPASSFILE and the others that libpq knows.
func configure(name string) (*pgx.ConnConfig, error) {
	cfg, err := pgx.ParseConfig(name)
	if err != nil || !address.MatchString(name) {
		// The driver's error may quote what it could not read.
		return nil, fmt.Errorf("%w: the name is not the URL of a database, postgres://USER@HOST[:PORT][,HOST…]/NAME, in which an @ in a password is written %%40, a / %%2F,"+
			" a ? %%3F and a # %%23; or it names a file that cannot be read", errs.ErrInvalid)
	}
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = connectTime
	}
	cfg.RuntimeParams["client_encoding"] = "UTF8"
	if cfg.RuntimeParams["application_name"] == "" {
		cfg.RuntimeParams["application_name"] = "nonna"
	}
	// The session of a process that was cut off ends before those give up who wait for its locks.
	// A longer wait ends with the server's words, before the attempt ends.
	for limit, most := range map[string]time.Duration{
		"idle_in_transaction_session_timeout": AttemptTime / 2, "lock_timeout": AttemptTime - time.Second,
	} {
		if cfg.RuntimeParams[limit] == "" {
			cfg.RuntimeParams[limit] = fmt.Sprint(most.Milliseconds())
		}
	}
	return cfg, nil
}
