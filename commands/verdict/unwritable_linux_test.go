package verdict_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store/storetest"
)

// A verdict is told and the failure logged when the system refuses to write. Later games
// are recorded.
func TestAVerdictIsToldOnADiskThatRefusesToWrite(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	fx := commandstest.With(t, commandstest.Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	played := func() string { return fx.Bring(fx.Anna, "abca abba").Text }
	if err := storetest.Unwritable(fx.Store.Path()); err != nil {
		t.Fatal(err)
	}
	if got := played(); !strings.Contains(got, "**Player 1 wins** after 24 plays") || !strings.Contains(got, "not recorded: my database cannot be written to") {
		t.Errorf("answered %q", got)
	}
	if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "level=ERROR") || !strings.Contains(got, "(778)") {
		t.Errorf("logged %q, want one line with SQLite's code", got)
	}
	if err := storetest.Writable(fx.Store.Path()); err != nil {
		t.Fatal(err)
	}
	if got := fx.Ask(fx.Anna, "snap", commands.Options{"deal": "abca abba"}); strings.Contains(got.Text, "not recorded") || !strings.Contains(commandstest.Show(got), "button \"Replay\"") {
		t.Errorf("then %s", commandstest.Show(got))
	}
}
