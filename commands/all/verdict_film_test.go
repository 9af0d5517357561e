package all_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"nonna/commands/commandstest"
)

// Where films show letters for cards, as for emojis, the text beside says which.
func TestLettersForEmojis(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Pictures: true})
	for deal, want := range map[string]string{"🍎🍌🍎🍒 🍌🍎🍒🍎": "\nIn the film: A = 🍎, B = 🍌 and C = 🍒.", "ab ♥️b": ""} {
		shown := fx.PressID(fx.Bob, buttonOf(fx.Ask(fx.Anna, "snap", o{"deal": deal}), filmID).ID)
		if _, letters, _ := strings.Cut(shown.Text, "\n"); want != "" && "\n"+letters != want || want == "" && letters != "" {
			t.Errorf("%s: beside the film is %q, want %q last", deal, shown.Text, want)
		}
	}
}

// Every game has the button, also when a random deal or another answer was asked for. Whoever
// presses it gets the film alone, all the same one, and the message that all see stays as it is.
// After the player's data is deleted, the button says that the game is gone.
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
		id := buttonOf(asked, filmID).ID
		shown := fx.PressID(fx.Bob, id)
		if !shown.Ephemeral || shown.Update || shown.Picture == nil || !bytes.HasPrefix(shown.Picture.Data, []byte("GIF89a")) || shown.Picture.Alt == "" {
			t.Errorf("%s: the film is %v", command, commandstest.Show(shown))
		}
		if again := fx.PressID(fx.Anna, id); shown.Title != asked.Title || len(shown.Rows) > 0 || again.Picture != shown.Picture {
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

// Where no films are made, the button of one is an old button.
func TestWithoutFilms(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	asked := fx.Ask(fx.Anna, "camicia", o{"deal": "2 / 3"})
	if r := fx.PressID(fx.Anna, filmID+":1"); buttonOf(asked, filmID).ID != "" || r.Picture != nil || !r.Ephemeral {
		t.Errorf("%s\n%s", commandstest.Show(asked), commandstest.Show(r))
	}
}
