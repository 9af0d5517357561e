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
	// with a slash missing, of another scheme, or as libpq's settings, "host=… dbname=…".
	nearly = regexp.MustCompile(`(?i)^postgres(ql)?:|://|^(host|hostaddr|port|user|password|passfile|dbname|service)\s*=`)

	scheme   = regexp.MustCompile(`(?i)^([^:]*://|postgres(ql)?:/?)`)
	password = regexp.MustCompile(`(?i)password\s*=.*`)
	// parameter matches a password among the parameters of a URL.
	parameter = regexp.MustCompile(`(?i)(ssl)?password=[^&]*&?`)
	// hosts matches the hosts of a URL with their ports.
	hosts = regexp.MustCompile(`^(\[[^\]]*\]|[^:,/]*)(:\d{1,5})?(,(\[[^\]]*\]|[^:,/]*)(:\d{1,5})?)*(/.*)?$`)
)

// IsNearlyURL reports whether a name, which is no URL, was meant to be that of a database on a
// server.
func IsNearlyURL(name string) bool { return !IsURL(name) && nearly.MatchString(name) }

// Redact returns a URL without its password, to be shown. A path is returned unchanged. With several hosts it is no URL that package net/url reads, and with a
// typing error of the user it may be none at all, nor one of PostgreSQL: all up to the last @
// counts as the user. Where that @ may as well be of a parameter, only what is before both the
// password and the parameters is shown; where there is none, a colon must be that of a port.
func Redact(name string) string {
	scheme := scheme.FindString(name)
	if scheme == "" {
		return password.ReplaceAllString(name, "…")
	}
	rest := name[len(scheme):]
	at := strings.LastIndex(rest, "@")
	if query := strings.Index(rest, "?"); query >= 0 && query < at {
		return scheme + rest[:strings.IndexAny(rest, ":@/?")] + "…"
	}
	user, host := "", rest
	if at >= 0 {
		user, _, _ = strings.Cut(rest[:at], ":")
		user, host = user+"@", rest[at+1:]
	}
	host, parameters, _ := strings.Cut(host, "?")
	if at < 0 && !hosts.MatchString(host) {
		host, _, _ = strings.Cut(host, ":")
		return scheme + host + "…"
	}
	parameters = strings.TrimSuffix(parameter.ReplaceAllString(parameters, ""), "&")
	return strings.TrimSuffix(scheme+user+host+"?"+parameters, "?")
}

// connectTime bounds the attempt to connect to one host, unless the URL says otherwise: with
// several hosts the others are tried then.
const connectTime = 3 * time.Second

// configure returns the settings of a connection. What a URL leaves out comes from the
// environment: PGPASSWORD, PGPASSFILE and the others that libpq knows.
func configure(name string) (*pgx.ConnConfig, error) {
	cfg, err := pgx.ParseConfig(name)
	if err != nil {
		// The driver's error may quote what it could not read.
		return nil, fmt.Errorf("%w: %s is not the URL of a database, postgres://USER@HOST[:PORT][,HOST…]/NAME, or names a file that cannot be read", errs.ErrInvalid, Redact(name))
	}
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = connectTime
	}
	if cfg.RuntimeParams["application_name"] == "" {
		cfg.RuntimeParams["application_name"] = "nonna"
	}
	// The session of a process that was cut off ends before those give up who wait for its locks. Who
	// waits for longer gets the server's words, before the attempt ends.
	for limit, most := range map[string]time.Duration{
		"idle_in_transaction_session_timeout": AttemptTime / 2, "lock_timeout": AttemptTime - time.Second,
	} {
		if cfg.RuntimeParams[limit] == "" {
			cfg.RuntimeParams[limit] = fmt.Sprint(most.Milliseconds())
		}
	}
	return cfg, nil
}
