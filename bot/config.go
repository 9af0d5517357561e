package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"github.com/caarlos0/env/v11"
	"github.com/joho/godotenv"
)

// config holds the settings. Each is a variable of the environment; the ones
// that can be given as a flag as well say which. .env.example explains them,
// and a test holds the two equal.
type config struct {
	Token  token   `env:"DISCORD_TOKEN"`
	Guild  guildID `env:"DISCORD_GUILD" flag:"--guild"`
	DB     string  `env:"NONNA_DB" envDefault:"./nonna.db" flag:"--db"`
	Traces string  `env:"NONNA_TRACES" envDefault:"./traces" flag:"--traces"`
	Log    level   `env:"NONNA_LOG" flag:"--log"`
	// Privacy is where users read about privacy.
	Privacy address `env:"NONNA_PRIVACY_URL"`
	// Metrics is where metrics are served, "" for nowhere.
	Metrics port `env:"NONNA_METRICS"`
}

// envFile is read from the folder that the program is started in.
const envFile = ".env"

// sources say of variables where they are set. One that is set nowhere has its default.
type sources map[string]string

// loadConfig reads the settings: flags count more than the environment, which
// counts more than the credentials of systemd, which count more than the file
// envFile, which counts more than what the service has, nil where that is not
// asked. Its error names every setting that cannot be read.
func loadConfig(set, flags, service map[string]string) (config, sources, error) {
	file, err := readEnvFile(envFile)
	secrets, err2 := readCredentials(set["CREDENTIALS_DIRECTORY"])
	if err := errors.Join(err, err2); err != nil {
		return config{}, nil, exitError{err, statusConfig}
	}
	vars, from := map[string]string{}, sources{}
	for _, layer := range []struct {
		name string
		vars map[string]string
	}{{"in " + serviceUnit, service}, {"in " + envFile, file}, {"in a credential", secrets}, {"in the environment", set}, {"on the command line", flags}} {
		for name, value := range layer.vars {
			if value != "" { // which is the same as none
				vars[name], from[name] = value, layer.name
			}
		}
	}
	var c config
	if err := env.ParseWithOptions(&c, env.Options{Environment: vars}); err != nil {
		return config{}, nil, explain(err, vars, flags)
	}
	return c, from, nil
}

// readEnvFile reads a file of settings; one that is not there holds none.
func readEnvFile(name string) (map[string]string, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the settings: %w", err)
	}
	vars, err := godotenv.UnmarshalBytes(data)
	if err == nil {
		return vars, nil
	}
	// The parser's own words quote the file, and so the token.
	i := 0
	for line := range bytes.Lines(data) {
		i++
		if _, err := godotenv.UnmarshalBytes(line); err != nil {
			return nil, fmt.Errorf("%s, line %d, is not of the form NAME=value; .env.example shows how settings are written", name, i)
		}
	}
	return nil, fmt.Errorf("%s is not made of lines of the form NAME=value; .env.example shows how settings are written", name)
}

// tokenCredential is the name of the credential that is the token.
const tokenCredential = "nonna.token"

// readCredentials reads what systemd hands to the service alone, in a folder: the
// token, where it was loaded.
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

// explain names the variables at fault, what they hold, and what would be
// right. A token is never shown. A flag at fault is wrong usage.
func explain(err error, vars, flags map[string]string) error {
	all, _ := errors.AsType[env.AggregateError](err) // it is never of another type
	var problems []error
	status := statusConfig
	for _, err := range all.Errors {
		parse, _ := errors.AsType[env.ParseError](err) // nor are these, with the types of config
		field, _ := reflect.TypeFor[config]().FieldByName(parse.Name)
		name := field.Tag.Get("env")
		shown := fmt.Sprintf("%s=%q", name, vars[name])
		if field.Type == reflect.TypeFor[token]() {
			shown = name
		}
		if flag := field.Tag.Get("flag"); flag != "" {
			shown += " (or " + flag + ")"
		}
		if flags[name] != "" {
			status = statusUsage
		}
		problems = append(problems, fmt.Errorf("%s: %w", shown, parse.Err))
	}
	return exitError{errors.Join(problems...), status}
}

// token is the bot's token. It shows itself to nobody: printed or logged, it
// says only that it is there.
type token string

func (t *token) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if strings.ContainsAny(s, " \t\r\n") {
		return errors.New(`a token holds no blanks; leave out "Bot " in front of it`)
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

// LogValue keeps the token out of the log.
func (t token) LogValue() slog.Value { return slog.StringValue(t.String()) }

// guildID is a server's id, 0 for none.
type guildID uint64

func (g *guildID) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n == 0 {
		return errors.New("takes the id of a server, a number of about 18 digits, or nothing")
	}
	*g = guildID(n)
	return nil
}

// String is empty for none.
func (g guildID) String() string {
	if g == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(g), 10)
}

// address is that of a page in the web, "" for none.
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

// maxAddress is the most characters of a button's link, Discord's limit.
const maxAddress = 512

// port is what a server listens on, "" for nothing.
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

// level is how much is logged; nil where it is not set.
type level struct{ slog.Leveler }

func (l *level) UnmarshalText(text []byte) error {
	var set slog.Level
	if set.UnmarshalText(bytes.TrimSpace(text)) != nil {
		return errors.New("takes debug, info, warn or error")
	}
	l.Leveler = set
	return nil
}

// String is the level as it is set.
func (l level) String() string {
	if l.Leveler == nil {
		return ""
	}
	return strings.ToLower(l.Level().String())
}

// or returns the level, or another where none is set.
func (l level) or(other slog.Level) slog.Leveler {
	if l.Leveler == nil {
		return other
	}
	return l.Leveler
}
