package all_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/commandstest"
	room "nonna/commands/daily"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store/daily"
)

// decemberFirst is 1 December 2026 as a day.
const decemberFirst = 20788

// at sets the clock of a fixture to a moment of December 2026: the next request is a minute
// later.
func at(fx *commandstest.Fixture, day, hour, minute int) {
	fx.Now = time.Date(2026, 12, day, hour, minute, 0, 0, time.UTC)
}

// dayID returns the id of a control of the puzzle of a day.
func dayID(name commands.Control[room.DayState], day int) string {
	return name.ID("daily", room.DayState{Day: decemberFirst + int64(day) - 1})
}

// pick picks a choice of the puzzle of a day, by its place among all.
func pick(fx *commandstest.Fixture, u commands.User, day int, choice string) commands.Reply {
	fx.T.Helper()
	return fx.Pick(u, dayID("choice", day), choice)
}

// table returns the table of a day, as it is posted.
func table(fx *commandstest.Fixture, day int) commands.Reply {
	fx.T.Helper()
	t, err := daily.New(fx.Store).Table(fx.T.Context(), 7, decemberFirst+int64(day)-1)
	if err != nil {
		fx.T.Fatal(err)
	}
	l := commandstest.Localizer(fx.T)
	l.DefaultLocale = fx.Locale
	r, err := room.Result(fx.T.Context(), l, "", t, func(_ context.Context, _ *words.Printer, g *game.Game, d game.Deal) *commands.File {
		return &commands.File{Name: "film.gif", Alt: g.Name + " " + d.Short()}
	})
	if err != nil {
		fx.T.Fatal(err)
	}
	return r
}

// Four members play for three days.
func TestThreeDays(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "daily", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		dora := commands.User{ID: 1004, Name: "Dora"}
		s.Add("choose a channel", fx.Ask(fx.Carla, "config set", commands.Options{"daily": uint64(55)}))
		at(fx, 1, 9, 0)
		s.Add("the first puzzle", fx.Ask(fx.Anna, "daily", nil))
		s.Add("a try", pick(fx, fx.Anna, 1, "3"))
		s.Add("the same again", pick(fx, fx.Anna, 1, "3"))
		s.Add("saved", pick(fx, fx.Anna, 1, "1"))
		s.Add("after the end", pick(fx, fx.Anna, 1, "2"))
		s.Add("shared", fx.PressID(fx.Anna, dayID("share", 1)))
		s.Add("saved at once", pick(fx, fx.Bob, 1, "0"))
		s.Add("a first try, and the table", pick(fx, dora, 1, "2"))
		s.Add("the server's table", fx.PressID(dora, "daily:table"))
		for _, choice := range []string{"3", "4"} {
			s.Add("a failure", pick(fx, dora, 1, choice))
		}
		s.Add("shared all the same", fx.PressID(dora, dayID("share", 1)))
		at(fx, 2, 0, 30)
		s.Add("late, but in time", pick(fx, fx.Carla, 1, "1"))
		s.Add("and the next day already", pick(fx, fx.Carla, 2, "6"))
		at(fx, 2, 1, 0)
		s.Add("the table of the first day", table(fx, 1))
		s.Add("too late", pick(fx, dora, 1, "1"))
		s.Add("the second puzzle", fx.Ask(fx.Anna, "daily", nil))
		s.Add("solved", pick(fx, fx.Anna, 2, "6"))
		s.Add("solved later", pick(fx, dora, 2, "4"))
		at(fx, 3, 12, 0)
		s.Add("the third puzzle", fx.Ask(fx.Anna, "daily", nil))
		s.Add("three in a row", pick(fx, fx.Anna, 3, "0"))
		s.Add("shared", fx.PressID(fx.Anna, dayID("share", 3)))
		s.Add("hide", fx.Ask(fx.Anna, "privacy hide", nil))
		s.Add("after a missed day", pick(fx, fx.Bob, 3, "0"))
		s.Add("the table of the third day", table(fx, 3))
		s.Add("the server's table", fx.PressID(fx.Carla, "daily:table"))
		s.Add("a button of somebody who did not try", fx.PressID(fx.Carla, dayID("share", 3)))
		s.Add("a forged choice", pick(fx, fx.Carla, 3, "99"))
		s.Add("a forged day", pick(fx, fx.Carla, 9000, "1"))
	})
}

// The picture shows both hands, and its description the whole position.
func TestPicture(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Pictures: true})
	at(fx, 5, 12, 0)
	r := fx.Ask(fx.Anna, "daily", nil)
	if r.Picture == nil || !strings.Contains(r.Picture.Alt, "A holds 9 cards: --J--K---. B holds 43 cards: AJQ------QA---J") {
		t.Fatalf("%+v", r.Picture.Alt)
	}
	if folder := os.Getenv("NONNA_PICTURES"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, r.Picture.Name), r.Picture.Data, 0o600); err != nil {
			t.Error(err)
		}
	}
}

// A press counts by the time at which it was made.
func TestAPressCountsByItsOwnTime(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	end := time.Date(2026, 12, 2, 1, 0, 0, 0, time.UTC)
	for asked, want := range map[time.Time]string{end.Add(-time.Second): "4 points", end: "This puzzle is over"} {
		fx.Now = asked.Add(-time.Minute) // which Send adds
		said := fx.Send(commands.Request{Kind: commands.Press, Command: dayID("choice", 1), Picked: []string{"1"}, User: fx.Anna}).Text
		if !strings.Contains(said, want) {
			t.Errorf("at %v: %s, want %s", asked, said, want)
		}
	}
}

// TestDailyInDocs compares the examples in docs/daily.md and docs/commands.md with the replies.
func TestDailyInDocs(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Carla, "config set", commands.Options{"daily": uint64(55)})
	at(fx, 1, 9, 0)
	first, _, _ := strings.Cut(fx.Ask(fx.Anna, "daily", nil).Text, "\n")
	commandstest.PageShows(t, "commands.md", first)
	dora, emma, fabio := commands.User{ID: 1004, Name: "Dora"}, commands.User{ID: 1005, Name: "Emma"}, commands.User{ID: 1006, Name: "Fabio"}
	pick(fx, fx.Anna, 1, "3")
	pick(fx, fx.Anna, 1, "1")
	pick(fx, dora, 1, "0")
	pick(fx, emma, 1, "1")
	pick(fx, fabio, 1, "2")
	posted := table(fx, 1)
	commandstest.PageShows(t, "daily.md", posted.Text)
	at(fx, 2, 9, 0)
	pick(fx, fx.Anna, 2, "6")
	at(fx, 3, 9, 0)
	pick(fx, fx.Anna, 3, "0")
	page, err := os.ReadFile("../../docs/daily.md")
	if err != nil {
		t.Fatal(err)
	}
	third := fx.PressID(fx.Anna, dayID("share", 3)).Text
	for _, want := range []string{third, posted.Title} {
		if !strings.Contains(string(page), "\n"+want+"\n") {
			t.Errorf("docs/daily.md lacks %q", want)
		}
	}
	commandstest.PageShows(t, "commands.md", fx.PressID(fx.Anna, dayID("share", 1)).Text)
}

// Before the first try anybody can see how the position goes on. A try shows its own film, the last
// one the answer's, and nobody else sees either before the day is over.
func TestFilmOfATry(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Pictures: true})
	fx.Ask(fx.Carla, "config set", commands.Options{"daily": uint64(55)})
	at(fx, 1, 9, 0)
	isFilm := func(r commands.Reply) bool { return r.Picture != nil && strings.HasSuffix(r.Picture.Name, ".gif") }
	lost := fx.PressID(fx.Anna, fx.Ask(fx.Anna, "daily", nil).Rows[1].Buttons[0].ID)
	if !isFilm(lost) || !lost.Ephemeral || !strings.Contains(lost.Text, "**B wins**") {
		t.Errorf("how A loses: %s", lost.Text)
	}
	tried := pick(fx, fx.Anna, 1, "3")
	id := dayID("film", 1) + ":3"
	if rows := tried.Rows; len(rows) != 2 || len(rows[1].Buttons) != 3 || rows[1].Buttons[1].ID != id || !isFilm(tried) {
		t.Fatalf("the try is answered with %+v", rows)
	}
	var last commands.Reply
	for _, miss := range []string{"2", "3", "4"} {
		last = pick(fx, fx.Carla, 1, miss)
	}
	answer := last.Rows[0].Buttons[2]
	if !strings.Contains(last.Text, "Best swap offered") || !isFilm(last) || answer.Label != "The answer" {
		t.Fatalf("the last try: %s", commandstest.Show(last))
	}
	if seen := fx.PressID(fx.Carla, answer.ID); !isFilm(seen) || string(seen.Picture.Data) != string(last.Picture.Data) {
		t.Errorf("the answer: %s", commandstest.Show(seen))
	}
	if early := fx.PressID(fx.Bob, answer.ID); early.Picture != nil {
		t.Errorf("the answer for somebody who did not try: %s", commandstest.Show(early))
	}
	film := fx.PressID(fx.Anna, id)
	if film.Picture == nil || !strings.HasSuffix(film.Picture.Name, ".gif") || !film.Ephemeral {
		t.Errorf("the film is %+v", film)
	}
	if other := fx.PressID(fx.Bob, id); other.Picture != nil || !other.Ephemeral {
		t.Errorf("a film for somebody who did not try: %+v", other)
	}
	at(fx, 2, 1, 0)
	if over := fx.PressID(fx.Bob, id); over.Picture == nil || !over.Ephemeral {
		t.Errorf("the film of a day that is over is %+v", over)
	}
}
