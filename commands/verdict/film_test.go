package verdict_test

import (
	"bytes"
	"image/gif"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

// Whoever presses Film gets it alone, with a description, and the message that all see
// stays as it is. Those who press it for the same game get the same film.
func TestFilm(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale, Pictures: true})
		r := fx.Ask(fx.Anna, "camicia", o{"deal": "J 2 3 / 4 J 5", "trace": "none"})
		var id string
		for _, b := range r.Rows[0].Buttons {
			if command, state := commands.SplitID(b.ID); command == "replay" && state[0] == 'f' {
				id = b.ID
			}
		}
		first, second := fx.PressID(fx.Bob, id), fx.PressID(fx.Anna, id)
		if !first.Ephemeral || first.Update || first.Picture == nil || first.Picture.Alt == "" || first.Picture != second.Picture {
			t.Fatalf("the film is %v, and %v", commandstest.Show(first), commandstest.Show(second))
		}
		if all, err := gif.DecodeAll(bytes.NewReader(first.Picture.Data)); err != nil || len(all.Image) < 8 {
			t.Errorf("no film: %v", err)
		}
	})
}
