package all_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"nonna/commands/commandstest"
	"nonna/store"
)

// TestReplay walks through games by the buttons of their replies.
func TestReplay(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, replay)
}

func replay(t *testing.T, locale string) {
	var b strings.Builder
	for _, c := range []struct {
		command string
		options o
		press   []int // buttons in the order of the rows
	}{
		{"camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"}, []int{3, 6, 4, 5, 2, 7, 0}},
		{"snap", o{"deal": "abca abba"}, []int{6, 7, 7, 5}},
		{"beggar", o{"deal": "TD AC / 5H 4D / JS KC 2H"}, []int{4, 5}},
		{"clock", o{"seed": int64(4)}, []int{6, 5}},
		{"camicia", o{"deck": "italian", "deal": "1 4 / 5 2"}, []int{3}},
		{"camicia", o{"deal": "#472460898658889399111"}, []int{7, 7, 4, 1, 8}},
	} {
		fx := commandstest.With(t, commandstest.Config{Locale: locale, Pictures: true})
		r := fx.Ask(fx.Anna, c.command, c.options)
		press := func(id string) {
			r = fx.PressID(fx.Bob, id)
			fmt.Fprintf(&b, "%s\n", commandstest.Show(r))
		}
		fmt.Fprintf(&b, "%s\n", commandstest.Show(r))
		press(r.Rows[0].Buttons[0].ID)
		for _, n := range c.press {
			press(slices.Concat(r.Rows[0].Buttons, r.Rows[1].Buttons, r.Rows[2].Buttons)[n].ID)
		}
	}
	commandstest.Compare(t, locale, "replay", b.String())
}

// A replay counts what its result counts: cards, or plays, without the takes between
// them. Each step forward or back is one.
func TestAReplayCountsCards(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	r := fx.Ask(fx.Anna, "snap", o{"deal": "abba acab"})
	if !strings.Contains(r.Text, "after 71 plays and 19 takes") {
		t.Fatalf("%s", commandstest.Show(r))
	}
	r = fx.Press(fx.Anna, r, 0)
	taken := 0
	for at := range 72 {
		if want := fmt.Sprintf("%d of 71 plays", at); r.Footer != want {
			t.Fatalf("at %s, want %s", r.Footer, want)
		}
		taken += strings.Count(r.Text, " took the pile")
		if at > 0 {
			if back := fx.Press(fx.Anna, r, 2); back.Footer != fmt.Sprintf("%d of 71 plays", at-1) {
				t.Fatalf("back from %d: %s", at, back.Footer)
			}
		}
		if at < 71 {
			r = fx.PressID(fx.Anna, r.Rows[1].Buttons[0].ID)
		}
	}
	if taken != 19 || !r.Rows[1].Buttons[0].Disabled {
		t.Errorf("%d takes were told, want 19; the last: %s", taken, commandstest.Show(r))
	}
}

// PRIVACY.md promises that the log holds nothing that people typed, not even a stored
// deal that cannot be read.
func TestTheLogHoldsNothingTyped(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	fx := commandstest.With(t, commandstest.Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	unreadable := fx.Record(fx.Anna, store.Game{GuildID: 7, Name: "camicia", Division: "52", Deal: "typed secret", Kind: store.Ends})
	if r := fx.PressID(fx.Anna, fmt.Sprint("replay:replay:", unreadable.ID, ":0:0")); !strings.Contains(r.Text, "REFERENCE") {
		t.Errorf("a stored deal that cannot be read: %s", commandstest.Show(r))
	}
	if text := log.String(); !strings.Contains(text, "stored game 1") || strings.Contains(text, "typed") || strings.Contains(text, "secret") {
		t.Errorf("logged: %s", text)
	}
}

// The form leads to any moment, takes numbers as people write them, and what cannot be read
// leaves the moment as it is.
func TestAReplayGoesToANumber(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	r := fx.Ask(fx.Anna, "camicia", o{"deal": "#472460898658889399111"})
	r = fx.Press(fx.Anna, r, 0)
	buttons := r.Rows[2].Buttons
	opened := fx.PressID(fx.Bob, buttons[len(buttons)-1].ID)
	if opened.Form == nil || len(opened.Form.Inputs) != 1 || opened.Form.Inputs[0].Label != "A number from 0 to 474 cards" {
		t.Fatalf("opened %s", commandstest.Show(opened))
	}
	for typed, want := range map[string]string{
		"0": "0 of", "34": "34 of", " 0100 ": "100 of", "474": "474 of", "475": "474 of", "1,000": "474 of",
		"1.000.000": "474 of", "99999999999999999999": "474 of", "3 4": "34 of",
	} {
		r := fx.Submit(fx.Bob, opened.Form.ID, o{opened.Form.Inputs[0].ID: typed})
		if r.Footer != want+" 474 cards" || !r.Update || !r.Ephemeral {
			t.Errorf("%q led to %s", typed, commandstest.Show(r))
		}
	}
	for _, typed := range []string{"", "x", "-1", "1e3", "٣", "#"} {
		r := fx.Submit(fx.Bob, opened.Form.ID, o{opened.Form.Inputs[0].ID: typed})
		if r.Text != "This is not a number. Type one from 0 to 474 cards." || r.Update || !r.Ephemeral {
			t.Errorf("%q led to %s", typed, commandstest.Show(r))
		}
	}
}
