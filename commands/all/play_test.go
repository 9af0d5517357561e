package all_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/commands/commandstest"
)

// TestReplies records the whole reply to each kind of request.
func TestReplies(t *testing.T) {
	t.Parallel()
	const long = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
	for name, c := range map[string]struct {
		command string
		options o
	}{
		"camicia-13-cards":        {"camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"}},
		"camicia-loop":            {"camicia", o{"deal": "J 2 3 / 4 J 5"}},
		"camicia-shuffled":        {"camicia", nil},
		"camicia-seed":            {"camicia", o{"seed": int64(7)}},
		"camicia-italian":         {"camicia", o{"deck": "italian", "seed": int64(7)}},
		"camicia-italian-record":  {"camicia", o{"deck": "italian", "deal": "-JK--QKK-QQ---K--J--/------J-----------QJ"}},
		"camicia-record":          {"camicia", o{"deal": long}},
		"camicia-record-number":   {"camicia", o{"deal": "#447247122283566119055"}},
		"camicia-endless-record":  {"camicia", o{"deal": "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"}},
		"camicia-hunted":          {"camicia", o{"deal": "-QQ------------QJ-A---J-Q-/---------K-KJA-A----AJ--KK"}},
		"camicia-hunted-swapped":  {"camicia", o{"deal": "---------K-KJA-A----AJ--KK/-QQ------------QJ-A---J-Q-"}},
		"camicia-record-swapped":  {"camicia", o{"deal": "-----A----KJ-K--------A---/---AJ--Q---------QAKQJJ-QK"}},
		"camicia-five-kings":      {"camicia", o{"deal": "K--AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"}},
		"camicia-file":            {"camicia", o{"file": commands.Attachment{Name: "deal.txt", Data: []byte("Player A: 2 A\nPlayer B: 3")}}},
		"camicia-empty-file":      {"camicia", o{"file": commands.Attachment{Name: "deal`.txt", Data: []byte(" \n")}}},
		"camicia-deal-and-seed":   {"camicia", o{"deal": "2/3", "seed": int64(1)}},
		"camicia-unreadable-card": {"camicia", o{"deal": "2 X 7 / 3 @everyone"}},
		"camicia-empty-hand":      {"camicia", o{"deal": "2 A / "}},
		"camicia-one-player":      {"camicia", o{"deal": "2 A 7"}},
		"camicia-a-megabyte":      {"camicia", o{"file": commands.Attachment{Name: "big.txt", Data: []byte(strings.Repeat("2 A ", 1<<18))}}},
		"snap-loop":               {"snap", o{"deal": "bdad acbc abba"}},
		"snap-win":                {"snap", o{"deal": "abca abba"}},
		"snap-stuck":              {"snap", o{"deal": "abba acab"}},
		"snap-unequal":            {"snap", o{"deal": "abca abb"}},
		"snap-shuffled":           {"snap", o{"players": int64(2), "cards": int64(5)}},
		"clock-won":               {"clock", o{"deal": "11 11 7 7 / 8 6 5 0 / 2 10 9 1 / 12 3 0 6 / 8 7 4 8 / 3 10 5 12 / 11 7 1 10 / 3 1 6 0 / 2 3 0 6 / 5 10 5 4 / 12 9 11 2 / 9 4 12 4 / 1 9 8 2"}},
		"clock-shuffled":          {"clock", nil},
		"beggar-three":            {"beggar", o{"deal": "TD AC / 5H 4D / JS KC 2H"}},
		"beggar-loop":             {"beggar", o{"deal": "J 2 3 / 4 J 5"}},
		"beggar-shuffled":         {"beggar", o{"players": int64(5)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
				fx := commandstest.With(t, commandstest.Config{Locale: locale, Pictures: true})
				commandstest.Compare(t, locale, name, commandstest.Show(fx.Ask(fx.Anna, c.command, c.options)))
			})
		})
	}
}

// TestFormsAndAgainCountAsCommands plays by typing, by a form and by Again: each counts
// against the server's cooldown.
func TestFormsAndAgainCountAsCommands(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Carla, "config set", o{"cooldown": int64(3600)})
	asks := []func() commands.Reply{
		func() commands.Reply { return fx.Ask(fx.Anna, "snap", nil) },
		func() commands.Reply {
			return fx.Submit(fx.Anna, "snap:form:", o{"deal": "ab ba"})
		},
		func() commands.Reply {
			return fx.PressID(fx.Anna, "snap:again:f:")
		},
	}
	for i, first := range asks {
		fx.Now = fx.Now.Add(24 * time.Hour)
		if r := first(); !commandstest.IsSettled(r) {
			t.Fatalf("way %d: %s", i, commandstest.Show(r))
		}
		for j, next := range asks {
			if r := next(); commandstest.IsSettled(r) || !strings.Contains(r.Text, "<t:") {
				t.Errorf("way %d right after way %d: %s", j, i, commandstest.Show(r))
			}
		}
		if r := fx.PressID(fx.Anna, "snap:form:"); r.Form == nil {
			t.Errorf("after way %d no form can be opened: %s", i, commandstest.Show(r))
		}
	}
}

// TestAgainAsksForTheSame presses Again below shuffled deals of all kinds: the new deal
// is of the same kind, as private as the first, and has the same trace.
func TestAgainAsksForTheSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command string
		options o
		want    string // in the new deal, or in its reply
	}{
		{"camicia", o{"deck": "italian", "seed": int64(7)}, "deck: italian"},
		{"camicia", o{"private": true}, "for the asker alone"},
		{"snap", o{"players": int64(64), "cards": int64(3)}, "players: 64 cards: 3"},
		{"beggar", o{"players": int64(52)}, "players: 52"},
		{"clock", nil, "/clock seed: 42"},
	} {
		fx := commandstest.New(t)
		r := fx.Ask(fx.Anna, c.command, c.options)
		i := slices.IndexFunc(r.Rows[0].Buttons, func(b commands.Button) bool { return strings.HasPrefix(b.ID, c.command+":a") })
		again := fx.Press(fx.Anna, r, i)
		if !commandstest.IsSettled(again) || !strings.Contains(commandstest.Show(again), c.want) {
			t.Errorf("/%s %v: %q is not in\n%s", c.command, c.options, c.want, commandstest.Show(again))
		}
		if again.Ephemeral != r.Ephemeral || len(again.Files) != len(r.Files) {
			t.Errorf("/%s %v: private %v with %d files, then %v with %d", c.command, c.options,
				r.Ephemeral, len(r.Files), again.Ephemeral, len(again.Files))
		}
	}
}

// A game is stored as private only if the user asked for that, not if the server answers
// privately: such a server can still announce records.
func TestGamesAreStoredAsTheyWereAskedFor(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	game := func(private ...bool) commands.Reply {
		options := o{}
		for _, p := range private {
			options["private"] = p
		}
		return fx.Ask(fx.Anna, "camicia", options)
	}
	again := func(r commands.Reply) { fx.Press(fx.Anna, r, 1) }
	again(game())
	again(game(true))
	fx.Ask(fx.Carla, "config set", o{"private": true})
	again(game())
	game(true)
	game(false)
	data, err := fx.Store.UserData(t.Context(), fx.Anna.ID)
	if err != nil {
		t.Fatal(err)
	}
	var got []bool
	for _, g := range data.Games {
		got = append(got, g.Private)
	}
	if diff := gocmp.Diff([]bool{false, false, true, true, false, false, true, false}, got); diff != "" {
		t.Error(diff)
	}
}
