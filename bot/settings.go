package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/caarlos0/env/v11"

	"nonna/bot/spelling"
	"nonna/store/postgres"
)

// settings are the settings of the program. Each is an environment variable, and some are also a
// flag. .env.example explains them; a test compares the two.
type settings struct {
	Token  token    `setting:"DISCORD_TOKEN" kong:"-"`
	DB     location `setting:"NONNA_DB" envDefault:"./nonna.db" placeholder:"FILE" help:"The database file, or its URL on PostgreSQL (NONNA_DB, ./nonna.db)."`
	Traces string   `setting:"NONNA_TRACES" envDefault:"./traces" placeholder:"FOLDER" help:"Where the console writes files (NONNA_TRACES, ./traces)."`
	Log    level    `setting:"NONNA_LOG" placeholder:"LEVEL" help:"How much to log: debug, info, warn or error (NONNA_LOG)."`
	Guild  guildID  `setting:"DISCORD_GUILD" placeholder:"ID" help:"Register the commands on this server only (DISCORD_GUILD)."`
	// Privacy is the address of the privacy policy that users see.
	Privacy address `setting:"NONNA_PRIVACY_URL" kong:"-"`
	// Metrics is the address that metrics are served on, or "".
	Metrics port `setting:"NONNA_METRICS" kong:"-"`
	// HTTP is the address that Discord's interactions are taken on, "" to take them from a
	// session.
	HTTP port `setting:"NONNA_HTTP" kong:"-"`
	// Shards is the number of sessions with Discord, in all processes.
	Shards shards `setting:"NONNA_SHARDS" envDefault:"auto" kong:"-"`
}

// settingNames returns the names of all settings.
func settingNames() (names []string) {
	for field := range reflect.TypeFor[settings]().Fields() {
		names = append(names, field.Tag.Get("setting"))
	}
	return names
}

// envFile is the file of settings in the folder that the program is started in.
const envFile = ".env"

// sources says where each variable is set. A variable that is missing has its default.
type sources map[string]string

// flagSource is where flags are set.
const flagSource = "on the command line"

// load reads the settings that are not given as flags from, in order of precedence: the environment,
// systemd's credentials, envFile, and the settings of the installed service (nil for
// subcommands that do not use them). Its error names every setting that cannot be read.
func (s *settings) load(set, service map[string]string, flags []string) (sources, error) {
	file, err := readEnvFile(envFile)
	secrets, err2 := readCredentials(set["CREDENTIALS_DIRECTORY"])
	if err := errors.Join(err, err2); err != nil {
		return nil, exitError{err, statusConfig}
	}
	vars, from := map[string]string{}, sources{}
	for _, layer := range []struct {
		name string
		vars map[string]string
	}{{"in " + serviceUnit, service}, {"in " + envFile, file}, {"in a credential", secrets}, {"in the environment", set}} {
		for name, value := range layer.vars {
			if value != "" { // an empty value counts as not set
				vars[name], from[name] = value, layer.name
			}
		}
	}
	for _, name := range flags {
		delete(vars, name)
		from[name] = flagSource
	}
	options := env.Options{Environment: vars, TagName: "setting", SetDefaultsForZeroValuesOnly: true}
	if err := env.ParseWithOptions(s, options); err != nil {
		return nil, explain(err, vars)
	}
	return from, nil
}

// tokenCredential is the name of the credential that is the token.
const tokenCredential = "nonna.token"

// readCredentials reads the token from the folder of credentials that systemd makes for
// the service, if both exist.
func readCredentials(folder string) (map[string]string, error) {
	if folder == "" {
		return nil, nil
	}
	text, err := os.ReadFile(filepath.Join(folder, tokenCredential))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return map[string]string{"DISCORD_TOKEN": string(text)}, err
}

// explain returns an error that names each wrong variable, its value, and what it takes.
// It never shows a token.
func explain(err error, vars map[string]string) error {
	all, _ := errors.AsType[env.AggregateError](err) // env returns no other type
	var problems []error
	for _, err := range all.Errors {
		parse, _ := errors.AsType[env.ParseError](err) // the only type that the settings' types can cause
		field, _ := reflect.TypeFor[settings]().FieldByName(parse.Name)
		name := field.Tag.Get("setting")
		shown := fmt.Sprintf("%s=%q", name, vars[name])
		if field.Type == reflect.TypeFor[token]() || field.Type == reflect.TypeFor[location]() { // which may have a password
			shown = name
		}
		problems = append(problems, fmt.Errorf("%s: %w", shown, parse.Err))
	}
	return exitError{errors.Join(problems...), statusConfig}
}

// misspelt returns what to say of the names in envFile that are likely misspellings of a setting,
// since nothing else reports unknown names. It says no values: one may be the token.
func misspelt() (hints []string) {
	vars, err := readEnvFile(envFile)
	if err != nil {
		return nil // load reports it
	}
	known := settingNames()
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if near := spelling.Nearest(strings.ToUpper(name), known); near != "" && !slices.Contains(known, name) {
			hints = append(hints, fmt.Sprintf("%s: %s is not a setting; did you mean %s?", envFile, name, near))
		}
	}
	return hints
}

// token is the bot's token. Printed or logged, it only says whether it is set.
type token string

func (t *token) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if strings.ContainsAny(s, " \t\r\n") {
		return errors.New(`a token has no blanks; leave out "Bot " in front of it`)
	}
	*t = token(s)
	return nil
}

func (t token) String() string {
	if t == "" {
		return "(none)"
	}
	return "(hidden)"
}

// GoString keeps the token out of %#v.
func (t token) GoString() string { return t.String() }

// location is the path of a database file, or the URL of a database on a server. Printed or
// logged, it has no password.
type location string

func (l *location) UnmarshalText(text []byte) error {
	if postgres.IsNearlyURL(string(text)) {
		return errors.New("takes the path of a file, or a URL that begins with postgres://, without quotes or blanks around it")
	}
	*l = location(text)
	return nil
}

func (l location) String() string { return postgres.Redact(string(l)) }

// path returns the path, or the URL with its password.
func (l location) path() string { return string(l) }

// onServer reports whether the database is on a PostgreSQL server.
func (l location) onServer() bool { return postgres.IsURL(string(l)) }

// GoString keeps the password out of %#v.
func (l location) GoString() string { return l.String() }

// guildID is a server's id, or 0.
type guildID uint64

func (g *guildID) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n == 0 {
		return errors.New("takes the id of a server, a number of about 18 digits, or nothing")
	}
	*g = guildID(n)
	return nil
}

// String returns the id, or "".
func (g guildID) String() string {
	if g == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(g), 10)
}

// address is the address of a web page, or "".
type address string

func (a *address) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	u, err := url.Parse(s)
	if s != "" && (err != nil || u.Scheme != "https" || u.Host == "" || len(s) > maxAddress) {
		return errors.New("takes the address of a page, like https://example.org/privacy, or nothing")
	}
	*a = address(s)
	return nil
}

// maxAddress is Discord's limit for the link of a button, in characters.
const maxAddress = 512

// port is an address that a server listens on, or "".
type port string

func (p *port) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if s != "" {
		_, number, err := net.SplitHostPort(s)
		if n, notNumber := strconv.ParseUint(number, 10, 16); err != nil || notNumber != nil || n == 0 {
			return errors.New("takes an address and a port, like 127.0.0.1:9464, or nothing")
		}
	}
	*p = port(s)
	return nil
}

// listen opens the port. Its error for a port that may not be opened advises what helps under
// the unit of deploy.
func (p port) listen(ctx context.Context) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", string(p))
	if errors.Is(err, fs.ErrPermission) {
		return nil, exitError{fmt.Errorf("%w: %s allows ports above 1023 that are named below [Service], as SocketBindAllow=tcp:8080, with systemctl edit nonna", err, serviceUnit), statusConfig}
	}
	return l, err
}

// shards is a number of shards, 0 for what Discord recommends.
type shards int

// maxShards is enough for the servers of all of Discord's bots by far.
const maxShards = 10_000

func (s *shards) UnmarshalText(text []byte) error {
	word := strings.TrimSpace(string(text))
	n, err := strconv.Atoi(word)
	switch {
	case strings.EqualFold(word, "auto"):
		n = 0
	case err != nil || n < 1 || n > maxShards:
		return fmt.Errorf("takes auto, or a number of sessions from 1 to %d", maxShards)
	}
	*s = shards(n)
	return nil
}

// String returns the number, or "auto".
func (s shards) String() string {
	if s == 0 {
		return "auto"
	}
	return strconv.Itoa(int(s))
}

// level is a log level; its Leveler is nil if it is not set.
type level struct{ slog.Leveler }

func (l *level) UnmarshalText(text []byte) error {
	var set slog.Level
	if set.UnmarshalText(bytes.TrimSpace(text)) != nil {
		return errors.New("takes debug, info, warn or error")
	}
	l.Leveler = set
	return nil
}

// String returns the level as users write it, "" if it is not set.
func (l level) String() string {
	if l.Leveler == nil {
		return ""
	}
	return strings.ToLower(l.Level().String())
}

// or returns the level, or other if it is not set.
func (l level) or(other slog.Level) slog.Leveler {
	if l.Leveler == nil {
		return other
	}
	return l.Leveler
}
