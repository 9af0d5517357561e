package main

import (
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// loaded returns the settings of an environment.
func loaded(environ map[string]string) (s settings, err error) {
	_, err = s.load(environ, nil, nil)
	return s, err
}

// .env.example has the names of all settings, with their defaults as values.
func TestExampleHoldsEverySetting(t *testing.T) {
	t.Parallel()
	vars, err := readEnvFile("../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for field := range reflect.TypeFor[settings]().Fields() {
		want[field.Tag.Get("setting")] = field.Tag.Get("envDefault")
	}
	if diff := cmp.Diff(want, vars); diff != "" {
		t.Errorf(".env.example (-settings +example):\n%s", diff)
	}
	text, err := os.ReadFile("../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if name, _, found := strings.Cut(line, "="); found && !strings.HasPrefix(line, "#") &&
			(i == 0 || !strings.HasPrefix(lines[i-1], "# ")) {
			t.Errorf("%s is not explained", name)
		}
	}
}

func TestCopyOfTheExampleChangesNothing(t *testing.T) {
	example, err := os.ReadFile("../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	want, err := loaded(nil)
	if err != nil {
		t.Fatal(err)
	}
	if want != (settings{DB: "./nonna.db", Traces: "./traces"}) {
		t.Errorf("with nothing set: %+v", want)
	}
	if err := os.WriteFile(".env", example, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := loaded(nil); err != nil || got != want {
		t.Errorf("with the example as .env: %+v, %v, want %+v", got, err, want)
	}
}

func TestTokenIsNotShown(t *testing.T) {
	const secret = "s3cret"
	t.Chdir(t.TempDir())
	c, err := loaded(map[string]string{"DISCORD_TOKEN": " " + secret + " "})
	if err != nil || string(c.Token) != secret {
		t.Fatalf("token %q, %v", string(c.Token), err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("settings", slog.Any("config", c), slog.Any("token", c.Token))
	for _, shown := range []string{
		fmt.Sprint(c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), c.Token.String(), fmt.Sprintf("%q", c.Token), log.String(),
	} {
		if strings.Contains(shown, secret) {
			t.Errorf("the token is shown: %s", shown)
		}
	}
}

// What is nearly the URL of a database is neither taken for a path nor shown with its password.
func TestPasswordOfATypingErrorIsNotShown(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, db := range []string{
		"Postgres://nonna:s3cret@host/db", `"postgres://nonna:s3cret@host/db"`, " postgres://nonna:s3cret@host/db", "mysql://host/db?password=s3@cret",
	} {
		_, err := loaded(map[string]string{"NONNA_DB": db})
		if err == nil || strings.Contains(err.Error(), "s3") || !strings.Contains(err.Error(), "begins with postgres://") {
			t.Errorf("%s: %v, want an error without the password", db, err)
		}
	}
	if _, err := loaded(map[string]string{"NONNA_DB": "postgres://nonna:s3cret@host/db"}); err != nil {
		t.Error(err)
	}
}

func TestPrivacyAddress(t *testing.T) {
	t.Chdir(t.TempDir())
	for value, fine := range map[string]bool{
		"": true, "https://nonna.example/privacy": true, " https://nonna.example ": true,
		"http://nonna.example": false, "nonna.example": false, "https://": false, "javascript:alert(1)": false,
		"https://nonna.example/" + strings.Repeat("x", maxAddress): false,
	} {
		c, err := loaded(map[string]string{"NONNA_PRIVACY_URL": value})
		if (err == nil) != fine {
			t.Errorf("%.60q: %q, %v", value, string(c.Privacy), err)
		}
	}
}

func TestNumberOfShards(t *testing.T) {
	t.Chdir(t.TempDir())
	for value, want := range map[string]string{
		"": "auto", "auto": "auto", " Auto ": "auto", "1": "1", "16": "16", "10000": "10000",
		"0": "", "-1": "", "10001": "", "1.5": "", "two": "", "0x10": "", "99999999999999999999": "",
	} {
		c, err := loaded(map[string]string{"NONNA_SHARDS": value})
		switch {
		case want != "" && (err != nil || c.Shards.String() != want):
			t.Errorf("%q: %v, %v", value, c.Shards, err)
		case want == "" && (err == nil || !strings.Contains(err.Error(), "takes auto, or a number of sessions from 1 to 10000")):
			t.Errorf("%q: %v, %v", value, c.Shards, err)
		}
	}
}
