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

// .env.example has the names of all settings, with their defaults as values.
func TestExampleHoldsEverySetting(t *testing.T) {
	t.Parallel()
	vars, err := readEnvFile("../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for field := range reflect.TypeFor[config]().Fields() {
		want[field.Tag.Get("env")] = field.Tag.Get("envDefault")
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
	want, _, err := loadConfig(nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want != (config{DB: "./nonna.db", Traces: "./traces"}) {
		t.Errorf("with nothing set: %+v", want)
	}
	if err := os.WriteFile(".env", example, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _, err := loadConfig(nil, nil, nil); err != nil || got != want {
		t.Errorf("with the example as .env: %+v, %v, want %+v", got, err, want)
	}
}

func TestTokenIsNotShown(t *testing.T) {
	const secret = "s3cret"
	t.Chdir(t.TempDir())
	c, _, err := loadConfig(map[string]string{"DISCORD_TOKEN": " " + secret + " "}, nil, nil)
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
		_, _, err := loadConfig(map[string]string{"NONNA_DB": db}, nil, nil)
		if err == nil || strings.Contains(err.Error(), "s3") || !strings.Contains(err.Error(), "begins with postgres://") {
			t.Errorf("%s: %v, want an error without the password", db, err)
		}
	}
	if _, _, err := loadConfig(map[string]string{"NONNA_DB": "postgres://nonna:s3cret@host/db"}, nil, nil); err != nil {
		t.Error(err)
	}
}
