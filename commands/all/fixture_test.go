package all_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/commands/all"
	"nonna/commands/words"
	"nonna/engine"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/storetest"
)

var update = flag.Bool("update", false, "rewrite the recorded replies in testdata")

// fixture is a set of commands over a database of its own.
type fixture struct {
	locale string // of users and servers, "" for English
	t      testing.TB
	router *commands.Router
	store  *store.Store
	now    time.Time
	n      int
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	return newFixtureIn(t, "")
}

// newFixtureIn is a fixture where everybody speaks one language. Its replies have no
// pictures, which take longest.
func newFixtureIn(t testing.TB, locale string) *fixture {
	t.Helper()
	return newFixtureWith(t, locale, noPictures())
}

// noPictures leaves pictures out of replies where no test looks at them.
func noPictures() all.Config { return all.Config{WithoutPictures: true} }

// newDrawingFixture is a fixture whose replies have their pictures.
func newDrawingFixture(t testing.TB, locale string) *fixture {
	t.Helper()
	return newFixtureWith(t, locale, all.Config{})
}

func newFixtureWith(t testing.TB, locale string, d all.Config) *fixture {
	t.Helper()
	st, err := storetest.Open(t.Context(), filepath.Join(t.TempDir(), "nonna.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	d.Games, d.Store, d.Seed, d.Words = games(t), st, func() uint64 { return 42 }, book(t)
	list, err := all.Commands(d)
	if err != nil {
		t.Fatal(err)
	}
	router, err := commands.NewRouter(list, book(t), nil, slog.Default(), time.Now,
		commands.WithReference(func() string { return "REFERENCE" }), commands.WithLimits(commands.Limits{}))
	if err != nil {
		t.Fatal(err)
	}
	return &fixture{locale: locale, t: t, router: router, store: st, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
}

// anna and bob are members of one server.
var (
	anna = commands.User{ID: 1001, Name: "Anna"}
	bob  = commands.User{ID: 1002, Name: "B*b"}
)

// ask sends a typed command from a user in the server.
func (fx *fixture) ask(u commands.User, command string, options commands.Options) commands.Reply {
	fx.t.Helper()
	return fx.send(commands.Request{Kind: commands.Slash, Command: command, Options: options, User: u, GuildID: 7, Place: commands.InGuild})
}

func (fx *fixture) send(req commands.Request) commands.Reply {
	fx.t.Helper()
	fx.n++
	fx.now = fx.now.Add(time.Minute)
	req.ID, req.At = fmt.Sprint("request ", fx.n), fx.now
	req.Locale, req.GuildLocale = fx.locale, fx.locale
	return fx.router.Handle(context.WithoutCancel(fx.t.Context()), req)
}

// record stores a game that u played, without playing it; one without a key has a
// deal of its own.
func (fx *fixture) record(u commands.User, g store.Game) store.Recorded {
	fx.t.Helper()
	fx.n++
	fx.now = fx.now.Add(time.Minute)
	g.RequestID, g.UserID, g.UserName, g.PlayedAt = fmt.Sprint("request ", fx.n), u.ID, u.Name, fx.now
	g.Key = cmp.Or(g.Key, fmt.Sprint("key ", fx.n))
	r, err := fx.store.Record(fx.t.Context(), g)
	if err != nil {
		fx.t.Fatal(err)
	}
	return r
}

// show writes a reply as text, whole but for the bytes of long files.
func show(r commands.Reply) string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	line("title", r.Title)
	line("text", r.Text)
	for _, f := range r.Fields {
		line("field "+f.Name, f.Value)
	}
	line("footer", r.Footer)
	for _, row := range r.Rows {
		for _, btn := range row.Buttons {
			fmt.Fprintf(&b, "button %q: %s, disabled %v\n", btn.Label, stateOf(btn.ID), btn.Disabled)
		}
		if row.Menu != nil {
			fmt.Fprintf(&b, "menu %q: %s\n", row.Menu.Placeholder, stateOf(row.Menu.ID))
			for _, c := range row.Menu.Choices {
				fmt.Fprintf(&b, "  %s = %s (%s)\n", c.Value, c.Label, c.Detail)
			}
		}
	}
	if r.Form != nil {
		fmt.Fprintf(&b, "form %q: %s\n", r.Form.Title, stateOf(r.Form.ID))
		for _, in := range r.Form.Inputs {
			fmt.Fprintf(&b, "  %s = %s (%q), required %v, lines %v\n", in.ID, in.Label, in.Placeholder, in.Required, in.Lines)
		}
	}
	for _, c := range r.Choices {
		fmt.Fprintf(&b, "choice %s = %s\n", c.Value, c.Label)
	}
	if r.Picture != nil {
		fmt.Fprintf(&b, "picture %s: %s\n", r.Picture.Name, r.Picture.Alt)
	}
	if r.Ephemeral {
		b.WriteString("for the asker alone\n")
	}
	if r.Update {
		b.WriteString("in place of the message\n")
	}
	for _, f := range r.Files {
		if strings.HasSuffix(f.Name, ".gz") { // its size is the compressor's affair
			fmt.Fprintf(&b, "file %s\n", f.Name)
			continue
		}
		fmt.Fprintf(&b, "file %s, %d bytes\n", f.Name, len(f.Data))
		if len(f.Data) < 2000 {
			b.WriteString(indent(string(f.Data)))
		}
	}
	return b.String()
}

// settled tells whether a reply is the result of a game, whose deal it shows.
func settled(r commands.Reply) bool { return len(r.Fields) > 0 }

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ") + "\n"
}

// book holds the messages.
func book(t testing.TB) *words.Book {
	t.Helper()
	b, err := loadWords()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// games are those that the program has.
func games(t testing.TB) game.List {
	t.Helper()
	list, err := loadGames()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func localizer(t *testing.T) commands.Localizer {
	t.Helper()
	return commands.Localizer{Book: book(t), Games: games(t)}
}

// What every test needs and none changes is made once: with the race detector
// it would take most of the time.
var (
	loadWords = sync.OnceValues(func() (*words.Book, error) { return words.Load() })
	loadGames = sync.OnceValues(engine.Games)
)

// everyLanguage runs a test once in each language, under -short in English alone.
func everyLanguage(t *testing.T, test func(t *testing.T, locale string)) {
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

// What names a division for programs stands in ids, values, files and exports, and in
// no text that somebody reads.
var (
	divisionCode = regexp.MustCompile(`\b\d+(\+\d+[JQKA])+|\b\d+x\d+\b|(division|categoria): (52|40)\b`)
	unread       = regexp.MustCompile(`^(button "[^"]*": .*|choice \S+( \S+)? = |menu .*|\s*"division": .*)`)
)

// compare holds a text against its recording: those in English stand above
// those in other languages.
func compare(t *testing.T, locale, name, got string) {
	t.Helper()
	for _, line := range strings.Split(got, "\n") {
		if code := divisionCode.FindString(unread.ReplaceAllString(line, "")); code != "" {
			t.Errorf("%s: somebody reads the division %q in %.200s", name, code, line)
		}
	}
	folder := filepath.Join("testdata", "replies")
	if locale != words.English {
		folder = filepath.Join(folder, locale)
	}
	file := filepath.Join(folder, name+".txt")
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
		t.Errorf("%s (-recorded +answered); -update records anew:\n%s", file, diff)
	}
}
