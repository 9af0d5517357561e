package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSettingsThatAreReadInDifferentWaysAreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"A=pa$Word1":                   `.env, line 1, A, has $ or \ outside of single quotes, which programs read in different ways: write A='…'`,
		"# a\n\nA=\"pa$Word1\"":        ".env, line 3, A, has $",
		`A=C:\nonna\secret.db`:         ".env, line 1, A, has $",
		"A=secret # a comment":         ".env, line 1, A, has # behind a blank",
		"A=secret\t#a comment":         ".env, line 1, A, has # behind a blank",
		"A=#secret":                    ".env, line 1, A, has # behind a blank",
		"A='secret' # a comment":       ".env, line 1, A, has something behind the quotes",
		"A='secret":                    ".env, line 1, A, has a quote that does not end",
		"A=\"secret\nB=c":              ".env, line 1, A, has a quote that does not end",
		"export A=secret":              ".env, line 1, is not of the form NAME=value, without export",
		"A: secret":                    ".env, line 1, is not of the form NAME=value",
		"1A=secret":                    ".env, line 1, is not of the form NAME=value",
		"# a comment \\\nA=secret":     `.env, line 1, is a comment that ends with \`,
		"A=$secret\nB=b\nC=secret #":   ".env, line 3, C, has # behind a blank",
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
	const text = "# $ and \\ in a comment\r\n\r\n  A = b c \t\r\nB='$a \\ # \"b\" '\rC=\"it's # here\"\nD=\nE=postgres://a#b=\"c\"\nA=last\nF=è"
	got, err := parseEnv(".env", []byte(text))
	want := map[string]string{"A": "last", "B": `$a \ # "b" `, "C": "it's # here", "D": "", "E": `postgres://a#b="c"`, "F": "è"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, %s", err, diff)
	}
}
