package all_test

import (
	"log/slog"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store/storetest"
)

// A disk that refuses to write is named by every command that changes something, with a
// reference number.
func TestEveryCommandSaysThatItCannotWrite(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Log: slog.New(slog.DiscardHandler)})
	fx.Ask(fx.Carla, "config set", o{"hunt": int64(60)})
	fx.Ask(fx.Anna, "clock", o{"seed": int64(1)}) // so that there is something to delete
	deletion := fx.Ask(fx.Anna, "privacy delete", nil)
	if err := storetest.Unwritable(fx.Store.Path()); err != nil {
		t.Fatal(err)
	}
	for what, ask := range map[string]func() commands.Reply{
		"config set":     func() commands.Reply { return fx.Ask(fx.Carla, "config set", o{"private": true}) },
		"challenge open": func() commands.Reply { return fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4"}) },
		"privacy hide":   func() commands.Reply { return fx.Ask(fx.Anna, "privacy hide", nil) },
		"privacy delete": func() commands.Reply { return fx.Press(fx.Anna, deletion, 0) },
		"hunt start":     func() commands.Reply { return fx.Ask(fx.Anna, "hunt start", nil) },
		"duel":           func() commands.Reply { return fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID}) },
	} {
		got := ask()
		if !got.Ephemeral || !strings.Contains(got.Text, "cannot be written to") || !strings.HasSuffix(got.Text, "Reference: `REFERENCE`") {
			t.Errorf("%s: %s", what, got.Text)
		}
	}
}
