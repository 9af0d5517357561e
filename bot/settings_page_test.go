package main

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nonna/bot/app"
	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine"
	"nonna/store/setting"
	"nonna/store/storetest"
)

// TestReadmeSettings compares the table in docs/settings.md with the declared settings,
// the descriptions of their options, and /config on a server without settings. It is not
// parallel: with -update it must finish before [TestReadme] reads the page.
func TestReadmeSettings(t *testing.T) {
	compareTable(t, "../docs/settings.md", "|---|---|---|---|\n", strings.Join(settingRows(t), "\n")+"\n")
}

// compareTable compares the rows of a table, which begins with head, and rewrites them with -update.
func compareTable(t *testing.T, page, head, rows string) {
	t.Helper()
	before, rest, found := strings.Cut(string(readFile(t, page)), head)
	_, after, ended := strings.Cut("\n"+rest, "\n\n")
	if !found || !ended {
		t.Fatalf("%s has no table that begins with %q and text behind it", page, head)
	}
	comparePage(t, page, before+head+rows+"\n"+after)
}

// settingRows returns the rows of the table, one for each setting.
func settingRows(t *testing.T) []string {
	t.Helper()
	book, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	say := book.In(words.English)
	settings := setting.All(words.Languages())
	defaults := unsetServer(t, book)
	if len(defaults) != len(settings) {
		t.Fatalf("/config show says %q of %d settings", defaults, len(settings))
	}
	var rows []string
	for i, s := range settings {
		rows = append(rows, fmt.Sprintf("| `%s` | %s | %s | %s |",
			s.Name, say.Say("spec.config.set."+s.Name+".about", nil), settingValues(s), defaults[i]))
	}
	return rows
}

// settingValues returns the values that a setting takes, and its default.
func settingValues(s setting.Setting) string {
	first := s.Default()
	switch s.Kind() {
	case setting.Channel:
		return "a channel; none"
	case setting.Duration:
		return fmt.Sprintf("0 to %d; %s", s.Max/time.Second, first)
	case setting.Text:
		return strings.Join(s.Choices, ", ") + "; none"
	case setting.Switch:
		names := s.Choices
		if names == nil {
			names = []string{"no", "yes"}
		}
		if first == "true" {
			return strings.Join(names, ", ") + "; " + names[1]
		}
		return strings.Join(names, ", ") + "; " + names[0]
	}
	return ""
}

// unsetServer returns what /config show says on a server without settings, one line for
// each setting.
func unsetServer(t *testing.T, book *words.Book) []string {
	t.Helper()
	games := engine.Games()
	st := storetest.New(t)
	router, err := app.NewRouter(st, commands.Localizer{Book: book, Games: games}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	reply := router.Handle(t.Context(), commands.Request{
		ID: "show", Kind: commands.Slash, Command: "config", Sub: "show",
		User: commands.User{ID: 1}, GuildID: 7, Place: commands.InGuild, ManageGuild: true, At: time.Now(),
	})
	return strings.Split(reply.Text, "\n")
}
