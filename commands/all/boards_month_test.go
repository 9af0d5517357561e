package all_test

import (
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/boards"
	"nonna/commands/commandstest"
	"nonna/store"
)

// noteOf returns the note about the month that is the last one at a time, and reports whether
// there is something to tell.
func noteOf(fx *commandstest.Fixture, at time.Time) (commands.Reply, bool) {
	fx.T.Helper()
	month, isNews := boards.LastMonth(at)
	if !isNews {
		fx.T.Fatalf("at %v the month is no news", at)
	}
	l := commandstest.Localizer(fx.T)
	l.DefaultLocale = fx.Locale
	reply, played, err := boards.NewNotes(l, fx.Store).Of(fx.T.Context(), 7, "", month)
	if err != nil {
		fx.T.Fatal(err)
	}
	return reply, played
}

// Four members play for a month.
func TestNoteOfAMonth(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "month", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		first := time.Date(2026, 12, 1, 1, 0, 0, 0, time.UTC)
		if reply, played := noteOf(fx, first); played {
			t.Errorf("nobody played: %s", commandstest.Show(reply))
		}
		dora := commands.User{ID: 1004, Name: "Dora @everyone"}
		long := func(u commands.User, name, division string, plays int64, kind store.Kind) {
			fx.Record(u, store.Game{GuildID: 7, Name: name, Division: division, Deal: "a", Ending: "won", Plays: plays, Takes: plays / 7, Kind: kind})
		}
		long(fx.Anna, "camicia", "52", 6913, store.Ends)
		long(fx.Bob, "camicia", "52", 2016, store.Ends)
		long(fx.Carla, "camicia", "52", 474, store.Loops)
		long(dora, "snap", "2x4", 71, store.Ends)
		fx.Press(fx.Carla, fx.Ask(fx.Carla, "config hide", o{"entry": "1"}), 0)
		for day := range int64(3) {
			solveOn(fx, dora, 7, 20770+day, day > 0)
			solveOn(fx, fx.Anna, 7, 20770+day, false)
		}
		solveOn(fx, fx.Bob, 7, 20771, true)
		solveOn(fx, fx.Carla, 7, 20772, true)
		solveOn(fx, fx.Carla, 7, 20788, true) // in December
		duel(fx, o{"member": fx.Bob.ID}, fx.Anna, fx.Bob)
		duel(fx, o{"member": fx.Bob.ID}, fx.Anna, fx.Bob)
		duel(fx, o{"member": dora.ID}, fx.Bob, dora)
		note, _ := noteOf(fx, first)
		s.Add("the note", note)
		fx.Ask(fx.Bob, "privacy hide", nil)
		fx.Press(dora, fx.Ask(dora, "privacy delete", nil), 0)
		note, _ = noteOf(fx, first)
		s.Add("with a hidden name, and without a member who is deleted", note)
		if reply, played := noteOf(fx, first.AddDate(0, 2, 0)); played {
			t.Errorf("nobody played in January: %s", commandstest.Show(reply))
		}
		note, _ = noteOf(fx, first.AddDate(0, 1, 0))
		s.Add("a month with one puzzle", note)
	})
}

// TestNoteInDocs compares the example in docs/settings.md with a note.
func TestNoteInDocs(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Record(fx.Anna, store.Game{GuildID: 7, Name: "camicia", Division: "52", Deal: "a", Ending: "won", Plays: 1016, Takes: 144, Kind: store.Ends})
	bruno := commands.User{ID: 1002, Name: "Bruno"}
	fx.Record(bruno, store.Game{GuildID: 7, Name: "snap", Division: "2x4", Deal: "a", Ending: "won", Plays: 71, Takes: 19, Kind: store.Ends})
	for day := range int64(12) {
		solveOn(fx, bruno, 7, 20760+day, day < 2)
	}
	duel(fx, o{"member": bruno.ID}, fx.Anna, bruno)
	note, _ := noteOf(fx, time.Date(2026, 12, 1, 1, 0, 0, 0, time.UTC))
	for _, f := range note.Fields {
		commandstest.PageShows(t, "settings.md", f.Name+"\n"+f.Value)
	}
}

// A month is over an hour after its end in UTC, and news for two weeks.
func TestLastMonth(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		month  int64
		isNews bool
	}{
		"2026-12-01T00:59:59Z":      {202610, false},
		"2026-12-01T01:00:00Z":      {202611, true},
		"2026-12-01T01:59:59+01:00": {202610, false},
		"2026-11-30T23:00:00-02:00": {202611, true},
		"2026-12-15T00:59:59Z":      {202611, true},
		"2026-12-15T01:00:00Z":      {202611, false},
		"2027-01-31T12:00:00Z":      {202612, false},
		"2027-01-01T01:00:00Z":      {202612, true},
		"2027-03-01T01:00:00Z":      {202702, true},
	} {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		if m, isNews := boards.LastMonth(at); m.Number() != want.month || isNews != want.isNews {
			t.Errorf("at %s: %d, %v; want %+v", text, m.Number(), isNews, want)
		}
	}
}
