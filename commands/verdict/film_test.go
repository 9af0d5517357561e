package verdict_test

import (
	"bytes"
	"errors"
	"image/gif"
	"strings"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/film"
	"nonna/commands/verdict"
	"nonna/engine/shuffle"
)

// filmID returns the id of the button Film of a reply, "" if it has none.
func filmID(r commands.Reply) string {
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			if command, state := commands.SplitID(b.ID); command == "replay" && state[0] == 'f' {
				return b.ID
			}
		}
	}
	return ""
}

// Whoever presses Film gets it alone, with a description, and the message that all see
// stays as it is. Those who press it for the same game get the same film.
func TestFilm(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale, Pictures: true})
		id := filmID(fx.Ask(fx.Anna, "camicia", o{"deal": "J 2 3 / 4 J 5"}))
		first, second := fx.PressID(fx.Bob, id), fx.PressID(fx.Anna, id)
		if !first.Ephemeral || first.Update || first.Picture == nil || first.Picture.Alt == "" || first.Picture != second.Picture {
			t.Fatalf("the film is %v, and %v", commandstest.Show(first), commandstest.Show(second))
		}
		if all, err := gif.DecodeAll(bytes.NewReader(first.Picture.Data)); err != nil || len(all.Image) < 8 {
			t.Errorf("no film: %v", err)
		}
	})
}

// Where films show letters for cards, as for emojis, the text beside says which.
func TestLettersForEmojis(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Pictures: true})
	for deal, want := range map[string]string{"🍎🍌🍎🍒 🍌🍎🍒🍎": "\nIn the film: A = 🍎, B = 🍌 and C = 🍒.", "ab ♥️b": ""} {
		shown := fx.PressID(fx.Bob, filmID(fx.Ask(fx.Anna, "snap", o{"deal": deal})))
		if _, letters, _ := strings.Cut(shown.Text, "\n"); want != "" && "\n"+letters != want || want == "" && letters != "" {
			t.Errorf("%s: beside the film is %q, want %q last", deal, shown.Text, want)
		}
	}
}

// Every game has the button, also when a random deal or another answer was asked for. After
// the player's data is deleted, the button says that the game is gone.
func TestFilmsOfEveryGame(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Pictures: true})
	var ids []string
	for command, options := range map[string]o{
		"camicia": {"deal": "2 / 3"},
		"beggar":  {"deal": "2 / 3 / 4"},
		"snap":    {"deal": "a b"},
		"clock":   {"seed": int64(591)}, // seven cards
	} {
		asked := fx.Ask(fx.Anna, command, options)
		id := filmID(asked)
		shown := fx.PressID(fx.Bob, id)
		if !shown.Ephemeral || shown.Update || shown.Picture == nil || !bytes.HasPrefix(shown.Picture.Data, []byte("GIF89a")) || shown.Picture.Alt == "" {
			t.Errorf("%s: the film is %v", command, commandstest.Show(shown))
		}
		if shown.Title != asked.Title || len(shown.Rows) > 0 {
			t.Errorf("%s: beside the film is %v", command, commandstest.Show(shown))
		}
		ids = append(ids, id)
	}
	if _, err := fx.Store.ForgetUser(t.Context(), fx.Anna.ID, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if r := fx.PressID(fx.Bob, id); r.Picture != nil || r.Text != "That game is no longer stored here." {
			t.Errorf("the film of a game that is gone is %v", commandstest.Show(r))
		}
	}
}

// films returns a settler that only shows films.
func films(t *testing.T, studio *film.Maker) *verdict.Settler {
	t.Helper()
	return verdict.New(commandstest.Localizer(t), nil, nil, nil, studio, func(string, time.Duration) {})
}

// ShowFilm shows the film of any deal of any game, which need not be stored, in words that
// name the game and its outcome.
func TestShowFilm(t *testing.T) {
	t.Parallel()
	s := films(t, commandstest.Films())
	for _, g := range commandstest.Games() {
		d := g.Shuffle(shuffle.New(591), nil)
		if text := map[string]string{"camicia": "2 / 3", "beggar": "2 / 3 / 4", "snap": "a b"}[g.Name]; text != "" {
			var err error
			if d, err = g.Read(text, nil); err != nil {
				t.Fatal(err)
			}
		}
		r, err := s.ShowFilm(t.Context(), commands.Request{}, g, d)
		if err != nil || r.Picture == nil || !r.Ephemeral || !r.Verdict || r.Text == "" || r.Title == "" {
			t.Errorf("%s: %v, %v", g.Name, commandstest.Show(r), err)
		}
	}
	if _, err := films(t, nil).ShowFilm(t.Context(), commands.Request{}, commandstest.Games()[0], commandstest.Games()[0].Shuffle(shuffle.New(1), nil)); !errors.Is(err, commands.ErrOldButton) {
		t.Errorf("without a studio: %v", err)
	}
}
