package main

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSettingsThatAreReadInDifferentWaysAreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"A=pa$Word1":                   `.env, line 1, A, has a quote, $ or \, or # behind a blank, which programs read in different ways: write the value alone`,
		"# a\n\nA=\"secret\"":          ".env, line 3, A, has a quote",
		"A='secret'":                   ".env, line 1, A, has a quote",
		`A=C:\nonna\secret.db`:         ".env, line 1, A, has a quote",
		"A=secret # a comment":         ".env, line 1, A, has a quote",
		"A=secret\t#a comment":         ".env, line 1, A, has a quote",
		"A=#secret":                    ".env, line 1, A, has a quote",
		"export A=secret":              ".env, line 1, is not of the form NAME=value, without export",
		"A: secret":                    ".env, line 1, is not of the form NAME=value",
		"1A=secret":                    ".env, line 1, is not of the form NAME=value",
		"# a comment \\\nA=secret":     `.env, line 1, is a comment that ends with \`,
		"A=$secret\nB=b\nC=secret #":   ".env, line 3, C, has a quote",
		"\xef\xbb\xbfA=secret":         ".env begins with a byte order mark (BOM); save it as UTF-8 without one",
		"\xff\xfeA\x00=\x00s\x00":      ".env is in UTF-16; save it as UTF-8",
		"\xfe\xff\x00A\x00=\x00secret": ".env is in UTF-16; save it as UTF-8",
		"A=secr\xe8t":                  ".env is not in UTF-8; save it so",
	} {
		vars, err := parseEnv(".env", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secr") || strings.Contains(err.Error(), "Word") {
			t.Errorf("%q: %q, %v, want %s without the value", text, vars, err, want)
		}
	}
}

func TestSettingsAreRead(t *testing.T) {
	t.Parallel()
	const text = "# $ and \\ in a comment\r\n\r\n  A = b c \t\r\nB=a=b\rD=\nE=postgres://a#b=c\nA=last\nF=è"
	got, err := parseEnv(".env", []byte(text))
	want := map[string]string{"A": "last", "B": "a=b", "D": "", "E": "postgres://a#b=c", "F": "è"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, %s", err, diff)
	}
}

// What is read at all means the same to systemd.
func TestSettingsMeanTheSameToSystemd(t *testing.T) {
	t.Parallel()
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		rest := rapid.StringOfN(rapid.SampledFrom([]rune("a1='\"\\$# \t\r;`è")), 0, 8, -1)
		line := rapid.Custom(func(t *rapid.T) string {
			return rapid.SampledFrom([]string{"", "#", " # ", "A=", "b_1 = ", "C='", `A="`, "1="}).Draw(t, "begins") + rest.Draw(t, "rest") +
				rapid.SampledFrom([]string{"", "", "'", `"`, `\`}).Draw(t, "ends")
		})
		for range 50 { // of most nothing is read
			text := strings.Join(rapid.SliceOfN(line, 1, 3).Draw(t, "lines"), "\n")
			got, err := parseEnv(".env", []byte(text))
			if err != nil {
				continue
			}
			read++
			if diff := cmp.Diff(systemdEnv(text), got); diff != "" {
				t.Fatalf("%q (-systemd +got):\n%s", text, diff)
			}
		}
	})
	if read == 0 {
		t.Error("no text could be read")
	}
}

// systemdEnv reads a file of variables as systemd 252 does (parse_env_file_internal of
// src/basic/env-file.c).
func systemdEnv(text string) map[string]string {
	const blanks, newlines = " \t\n\r", "\n\r"
	vars := map[string]string{}
	state, key, value, end := "pre-key", "", "", 0 // end is that of the value without blanks behind it
	push := func() {
		key = strings.TrimRight(key, blanks)
		if end < len(value) && end >= 0 {
			value = value[:end]
		}
		if regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(key) && utf8.ValidString(value) {
			vars[key] = value
		}
		state, key, value, end = "pre-key", "", "", -1
	}
	for _, r := range text {
		c := string(r)
		isBlank, isNewline := strings.Contains(blanks, c), strings.Contains(newlines, c)
		switch state {
		case "pre-key":
			if c == "#" || c == ";" {
				state = "comment"
			} else if !isBlank {
				state, key = "key", c
			}
		case "key":
			switch {
			case isNewline:
				state, key = "pre-key", ""
			case c == "=":
				state, value, end = "pre-value", "", -1
			default:
				key += c
			}
		case "pre-value":
			switch {
			case isNewline:
				push()
			case c == "'":
				state = "single"
			case c == `"`:
				state = "double"
			case c == `\`:
				state = "value-escape"
			case !isBlank:
				state, value = "value", value+c
			}
		case "value":
			switch {
			case isNewline:
				push()
			case c == `\`:
				state, end = "value-escape", -1
			case !isBlank:
				value, end = value+c, -1
			default:
				if end < 0 {
					end = len(value)
				}
				value += c
			}
		case "value-escape":
			state = "value"
			if !isNewline {
				value += c
			}
		case "single":
			if c == "'" {
				state = "pre-value"
			} else {
				value += c
			}
		case "double":
			switch c {
			case `"`:
				state = "pre-value"
			case `\`:
				state = "double-escape"
			default:
				value += c
			}
		case "double-escape":
			state = "double"
			if strings.Contains("\"\\`$", c) {
				value += c
			} else if c != "\n" {
				value += `\` + c
			}
		case "comment":
			if c == `\` {
				state = "comment-escape"
			} else if isNewline {
				state = "pre-key"
			}
		case "comment-escape":
			state = "comment"
		}
	}
	if state != "pre-key" && state != "key" && state != "comment" && state != "comment-escape" {
		push()
	}
	return vars
}
