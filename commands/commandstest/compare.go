package commandstest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/commands/words"
)

var update = flag.Bool("update", false, "rewrite the recorded replies in testdata")

// EveryLanguage runs a test once in each language, under -short in English alone.
func EveryLanguage(t *testing.T, test func(t *testing.T, locale string)) {
	t.Helper()
	for i, locale := range words.Languages() {
		if testing.Short() && i > 0 {
			return
		}
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			test(t, locale)
		})
	}
}

// Recording is a conversation as text.
type Recording struct{ strings.Builder }

// Add adds a reply under a heading.
func (s *Recording) Add(what string, r commands.Reply) { fmt.Fprintf(s, "== %s\n%s\n", what, Show(r)) }

// Replies compares a conversation with its recording, and has it in each language. It also has it
// between users and a server of different languages, but under -short: the fixture checks that each
// reply is in the language of its readers.
func Replies(t *testing.T, name string, c Config, ask func(*Fixture, *Recording)) {
	t.Helper()
	EveryLanguage(t, func(t *testing.T, locale string) {
		var s Recording
		c := c // the languages run in parallel
		c.Locale = locale
		ask(With(t, c), &s)
		Compare(t, locale, name, s.String())
	})
	if testing.Short() {
		return
	}
	t.Run("mixed", func(t *testing.T) {
		t.Parallel()
		c := c
		c.Locale, c.GuildLocale = "it", words.English
		ask(With(t, c), new(Recording))
	})
}

// The code of a division is for programs: it is in ids, values, files and exports, and
// in no text that people read.
var (
	divisionCode = regexp.MustCompile(`\b\d+(\+\d+[JQKA])+|\b\d+x\d+\b|(division|categoria): (52|40)\b`)
	unread       = regexp.MustCompile(`^(button "[^"]*": .*|choice \S+( \S+)? = |menu .*|\s*"division": .*)`)
)

// Compare compares a text with its recording in the testdata of the tested package. Texts in other
// languages than English are not recorded: what they say is in the words files, whose tests and the
// fixture see that it is complete.
func Compare(t *testing.T, locale, name, got string) {
	t.Helper()
	for _, line := range strings.Split(got, "\n") {
		if code := divisionCode.FindString(unread.ReplaceAllString(line, "")); code != "" {
			t.Errorf("%s: people read the division %q in %.200s", name, code, line)
		}
	}
	if locale != words.English {
		return
	}
	file := filepath.Join("testdata", "replies", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-recorded +answered); -update records it again:\n%s", file, diff)
	}
}

// PageShows checks that a page of docs contains the texts of replies.
func PageShows(t *testing.T, page string, replies ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	for _, reply := range replies {
		if want := "\n\n" + asSeen(t, reply) + "\n"; !strings.Contains(string(text), want) {
			t.Errorf("docs/%s does not have this:%s", page, want)
		}
	}
}

// asSeen returns markdown as Discord shows it to somebody in UTC on the day of these tests.
func asSeen(t *testing.T, text string) string {
	t.Helper()
	stamp := regexp.MustCompile(`<t:(\d+):(.)>`)
	text = stamp.ReplaceAllStringFunc(text, func(s string) string {
		parts := stamp.FindStringSubmatch(s)
		unix, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if parts[2] == "R" {
			return "in 3 days"
		}
		layout := map[string]string{"F": "Monday, 2 January 2006 15:04", "f": "2 January 2006 15:04"}[parts[2]]
		return time.Unix(unix, 0).UTC().Format(layout)
	})
	return strings.NewReplacer("*", "", "`", "").Replace(text)
}
