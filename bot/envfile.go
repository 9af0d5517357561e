package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

// readEnvFile reads a file of settings. A missing file counts as empty.
func readEnvFile(name string) (map[string]string, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the settings: %w", err)
	}
	vars, err := parseEnv(name, text)
	if err != nil {
		return nil, fmt.Errorf("%w; .env.example shows how settings are written", err)
	}
	return vars, nil
}

// parseEnv reads the lines of a file of settings, each NAME=value. A line means the same to systemd,
// whose EnvironmentFile= such a file can be: what systemd, shells and other programs read in
// different ways is an error. Errors name lines and settings but no values: one is the token.
// The other lines are read all the same.
func parseEnv(file string, text []byte) (map[string]string, error) {
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return nil, fmt.Errorf("%s begins with a byte order mark (BOM); save it as UTF-8 without one", file)
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")), bytes.IndexByte(text, 0) >= 0:
		return nil, fmt.Errorf("%s is in UTF-16; save it as UTF-8", file)
	case !utf8.Valid(text):
		return nil, fmt.Errorf("%s is not in UTF-8; save it so", file)
	}
	vars := map[string]string{}
	var all []error
	for i, line := range strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text)), "\n") {
		name, value, err := parseSetting(strings.Trim(line, " \t"))
		if err != nil {
			all = append(all, fmt.Errorf("%s, line %d, %w", file, i+1, err))
		} else if name != "" {
			vars[name] = value
		}
	}
	return vars, errors.Join(all...)
}

// settingName matches the names that systemd takes.
var settingName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// parseSetting reads a line without blanks around it. The name is "" for a comment.
func parseSetting(line string) (name, value string, err error) {
	if line == "" || line[0] == '#' {
		if strings.HasSuffix(line, `\`) {
			return "", "", errors.New(`is a comment that ends with \, by which it goes on for some programs`)
		}
		return "", "", nil
	}
	name, value, found := strings.Cut(line, "=")
	name, value = strings.TrimRight(name, " \t"), strings.TrimLeft(value, " \t")
	if !found || !settingName.MatchString(name) {
		return "", "", errors.New("is not of the form NAME=value, without export")
	}
	if strings.ContainsAny(value, `'"$\`) || strings.HasPrefix(value, "#") || strings.Contains(value, " #") || strings.Contains(value, "\t#") {
		return "", "", fmt.Errorf("%s, has a quote, $ or \\, or # behind a blank, which programs read in different ways:"+
			" write the value alone; in a URL %%24 stands for $, and a comment has a line of its own", name)
	}
	return name, value, nil
}
