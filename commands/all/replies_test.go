package all_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/all"
	"nonna/store/setting"
)

// o shortens the tables below.
type o = commands.Options

// TestReplies holds the whole reply to each kind of request.
func TestReplies(t *testing.T) {
	t.Parallel()
	const long = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
	for name, c := range map[string]struct {
		command string
		options o
	}{
		"camicia-13-cards":        {"camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"}},
		"camicia-loop":            {"camicia", o{"deal": "J 2 3 / 4 J 5"}},
		"camicia-jsonl":           {"camicia", o{"deal": "J 2 3 / 4 J 5", "trace": "jsonl"}},
		"camicia-no-trace":        {"camicia", o{"deal": "J/3J", "trace": "none", "private": true}},
		"camicia-shuffled":        {"camicia", nil},
		"camicia-seed":            {"camicia", o{"seed": int64(7)}},
		"camicia-italian":         {"camicia", o{"deck": "italian", "seed": int64(7)}},
		"camicia-record":          {"camicia", o{"deal": long}},
		"camicia-record-number":   {"camicia", o{"deal": "#447247122283566119055"}},
		"camicia-endless-record":  {"camicia", o{"deal": "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"}},
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
		"leaderboard-empty":       {"leaderboard", o{"game": "snap"}},
		"help":                    {"help", nil},
		"help-camicia":            {"help", o{"game": "camicia"}},
		"help-clock":              {"help", o{"game": "clock"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			everyLanguage(t, func(t *testing.T, locale string) {
				compare(t, locale, name, show(newDrawingFixture(t, locale).ask(anna, c.command, c.options)))
			})
		})
	}
}

// TestMistakesStoreNothing asks with bad deals and looks at what is remembered.
func TestMistakesStoreNothing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for _, c := range []struct {
		command string
		options o
	}{
		{"camicia", o{"deal": "2 X / 3"}},
		{"camicia", o{"deal": "2 A 7"}},
		{"camicia", o{"deal": "2 /"}},
		{"snap", o{"deal": "abc ab"}},
		{"clock", o{"deal": "1 2 3"}},
		{"beggar", o{"deal": "TD"}},
		{"camicia", o{"file": commands.Attachment{Name: "a.txt", Data: []byte(strings.Repeat("J-", 1<<19))}}},
	} {
		r := fx.ask(anna, c.command, c.options)
		if !r.Ephemeral || len(r.Files) > 0 || !strings.Contains(r.Text, "nothing was stored") {
			t.Errorf("/%s %v: %s", c.command, c.options, show(r))
		}
	}
	games, err := fx.store.Latest(t.Context(), anna.ID, "", 10)
	if err != nil || len(games) != 0 {
		t.Errorf("%v, %v, want nothing stored", games, err)
	}
}

// TestAGameThatIsNotRecorded loses the database's file, and with it all that
// would be written.
func TestAGameThatIsNotRecorded(t *testing.T) {
	t.Parallel()
	everyLanguage(t, func(t *testing.T, locale string) {
		fx := newFixtureIn(t, locale)
		if err := os.Remove(fx.store.Path()); err != nil {
			t.Fatal(err)
		}
		compare(t, locale, "not-recorded", show(fx.ask(anna, "snap", o{"deal": "abca abba", "trace": "none"})))
	})
}

// TestBoard plays games in a server and shows its board as two members see it.
func TestBoard(t *testing.T) {
	t.Parallel()
	everyLanguage(t, board)
}

func board(t *testing.T, locale string) {
	fx := newDrawingFixture(t, locale)
	var b strings.Builder
	note := func(r commands.Reply) { fmt.Fprintf(&b, "%s\n", show(r)) }
	fx.ask(anna, "snap", o{"deal": "abca abba", "trace": "none"})
	note(fx.ask(bob, "snap", o{"deal": "abba acab", "trace": "none"}))  // a record
	note(fx.ask(bob, "snap", o{"deal": "abca abba", "trace": "none"}))  // Anna's deal
	note(fx.ask(anna, "snap", o{"deal": "xyzx xyyx", "trace": "none"})) // the same under other names
	note(fx.ask(anna, "snap", o{"deal": "fizz buzz", "trace": "none"})) // a place
	note(fx.ask(anna, "leaderboard", o{"game": "snap"}))
	note(fx.ask(bob, "leaderboard", o{"game": "snap", "by": "tricks"}))
	note(fx.ask(anna, "leaderboard", o{"game": "snap", "by": "loops", "period": "week"}))
	note(fx.send(commands.Request{Kind: commands.Complete, Command: "leaderboard", Options: o{"game": "snap", "division": "2"}, Focused: "division", User: anna, GuildID: 7, Place: commands.InGuild}))
	compare(t, locale, "board", b.String())
}

// TestPages goes through the pages of a board by its buttons, and opens an
// entry by its menu.
func TestPages(t *testing.T) {
	t.Parallel()
	everyLanguage(t, pages)
}

func pages(t *testing.T, locale string) {
	fx := newFixtureIn(t, locale)
	for seed := range 23 {
		fx.ask(anna, "camicia", o{"seed": int64(seed + 1), "trace": "none"})
	}
	fx.ask(bob, "camicia", o{"seed": int64(100), "trace": "none"})
	var b strings.Builder
	r := fx.ask(bob, "leaderboard", o{"game": "camicia"})
	for range 3 {
		fmt.Fprintf(&b, "%s\n", show(r))
		next := r.Rows[1].Buttons[1]
		if next.Disabled {
			break
		}
		r = fx.send(commands.Request{Kind: commands.Press, Command: next.ID, User: bob, GuildID: 7, Place: commands.InGuild})
	}
	menu := r.Rows[0].Menu
	fmt.Fprintf(&b, "%s\n", show(fx.send(commands.Request{Kind: commands.Press, Command: menu.ID, Picked: []string{menu.Choices[0].Value}, User: bob, GuildID: 7, Place: commands.InGuild})))
	compare(t, locale, "pages", b.String())
}

// TestForgedButtons presses what nobody was given.
func TestForgedButtons(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for _, id := range []string{
		"leaderboard", "leaderboard:", "leaderboard:b", "leaderboard:b:camicia", "leaderboard:e", "leaderboard:e:1",
		"leaderboard:b:camicia:0:0:-1:52", "leaderboard:b:chess:0:0:0:52", "leaderboard:bzz:camicia:0:0:0:52",
		"leaderboard:b-1:camicia:0:0:0:52", "leaderboard:bx!:camicia:0:0:0:52", "leaderboard:z:camicia:0:0:0:52",
		"snap:x", "snap:a", "snap:a::players=9999", "snap:a::deck=italian", "clock:a::players=2", "snap:a::cards=x",
		"camicia:a::deck=swiss", "camicia:a:many:", "camicia:a:text:deal=2", "camicia:a::seed=9 deck",
		"replay", "replay:", "replay:m", "replay:m:1:0", "replay:m:0:0:0", "replay:m:1:-5:0", "replay:m:zzzzzzzzzzzzzzz:0:0",
		"replay:m:77:0:0", "replay:t:77", "replay:t:x!", "help:h:chess", "help", "help:h",
	} {
		r := fx.send(commands.Request{Kind: commands.Press, Command: id, Picked: []string{"'; DROP TABLE games"}, User: anna, GuildID: 7, Place: commands.InGuild})
		if strings.Contains(r.Text, "REFERENCE") || r.Text == "" {
			t.Errorf("%s: %s", id, show(r))
		}
	}
}

// TestSettleMessage settles deals that stand in messages.
func TestSettleMessage(t *testing.T) {
	t.Parallel()
	everyLanguage(t, settleMessage)
}

func settleMessage(t *testing.T, locale string) {
	var b strings.Builder
	for _, message := range []string{
		"look what I got: ---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A--- lol",
		"who wins ```\nabca\nabba\n```?",
		`[["TD","AC"],["5H"],["2S"]]`,
		"is JQ/K2 better than KQ/J2 ?",
		"good night",
		"4 1 5 / 2 6 7",
		"11/12",
		"see `4 1 5 / 2 6 7`",
		"asso 2 3 / 4 5",
		"2 X 7 vs 3 4 5",
		"who is `<:nonna:1><:nonno:1> <:nonno:1><:nonna:1>`?",
		"hello world",
	} {
		r := newDrawingFixture(t, locale).send(commands.Request{Kind: commands.MessageMenu, Command: "Settle", Message: message, User: anna, GuildID: 7, Place: commands.InGuild})
		fmt.Fprintf(&b, "%s\n", show(r))
	}
	compare(t, locale, "settle-message", b.String())
}

// TestHelpIsTrue runs every example that the help shows with an answer.
func TestHelpIsTrue(t *testing.T) {
	t.Parallel()
	everyLanguage(t, helpIsTrue)
}

func helpIsTrue(t *testing.T, locale string) {
	fx := newFixtureIn(t, locale)
	ran := 0
	for _, game := range []string{"camicia", "beggar", "snap", "clock"} {
		text := fx.ask(anna, "help", o{"game": game}).Text
		before, answer, ok := strings.Cut(text, "\n→ ")
		if !ok {
			continue
		}
		typed := strings.Trim(before[strings.LastIndex(before, "\n")+1:], "`")
		_, value, _ := strings.Cut(typed, ": ") // the name before it is of the language
		if got := fx.ask(anna, game, o{"deal": value}).Text; !strings.HasPrefix(got, answer) {
			t.Errorf("%s answers %s, the help says %s", typed, got, answer)
		}
		ran++
	}
	if ran < 3 {
		t.Errorf("%d examples with answers, want at least 3", ran)
	}
}

// TestFormsAndAgainCountAsCommands plays by typing, by a form and by Again: all of
// them are games, and the limits of a user and of a server hold for each.
func TestFormsAndAgainCountAsCommands(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	list, err := all.Commands(all.Config{Games: games(t), Store: fx.store, Words: book(t)})
	if err != nil {
		t.Fatal(err)
	}
	now := fx.now
	hourly := func(context.Context, uint64) (setting.Values, error) { return setting.Values{Cooldown: time.Hour}, nil }
	fx.router, err = commands.NewRouter(list, book(t), hourly, slog.Default(), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	asks := []func() commands.Reply{
		func() commands.Reply { return fx.ask(anna, "snap", o{"trace": "none"}) },
		func() commands.Reply {
			return fx.submit(anna, commands.ID("snap", commands.TypedState{}), o{"box0": "ab", "box1": "ba"})
		},
		func() commands.Reply {
			return fx.pressID(anna, commands.ID("snap", commands.AgainState{Trace: "none"}))
		},
	}
	for i, first := range asks {
		now = now.Add(24 * time.Hour)
		if r := first(); !settled(r) {
			t.Fatalf("way %d: %s", i, show(r))
		}
		for j, next := range asks {
			if r := next(); settled(r) || !strings.Contains(r.Text, "<t:") {
				t.Errorf("way %d right after way %d: %s", j, i, show(r))
			}
		}
		if r := fx.pressID(anna, commands.ID("snap", commands.FormState{})); r.Form == nil {
			t.Errorf("after way %d no form can be opened: %s", i, show(r))
		}
	}
}

// TestHelpPages turns the pages of the help, and presses a page that is not.
func TestHelpPages(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	first := fx.ask(anna, "help", nil)
	pages := first.Rows[0].Buttons
	for _, b := range pages[1:] {
		r := fx.pressID(anna, b.ID)
		if r.Title != b.Label || !r.Update || !r.Ephemeral || len(r.Rows) != 2 {
			t.Errorf("%s: %s", b.ID, show(r))
		}
	}
	if r := fx.pressID(anna, pages[0].ID); r.Text != first.Text {
		t.Errorf("%s: %s", pages[0].ID, show(r))
	}
}

// TestReplay walks through games by the buttons of their replies, as somebody
// does who finds them long after.
func TestReplay(t *testing.T) {
	t.Parallel()
	everyLanguage(t, replay)
}

func replay(t *testing.T, locale string) {
	var b strings.Builder
	for _, c := range []struct {
		command string
		options o
		press   []int // buttons in the order of the rows
	}{
		{"camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "trace": "none"}, []int{3, 5, 4, 6, 2, 0}},
		{"snap", o{"deal": "abca abba", "trace": "none"}, []int{5, 5, 6}},
		{"beggar", o{"deal": "TD AC / 5H 4D / JS KC 2H", "trace": "none"}, []int{4, 6}},
		{"clock", o{"seed": int64(4), "trace": "none"}, []int{5, 6}},
		{"camicia", o{"deck": "italian", "deal": "1 4 / 5 2", "trace": "none"}, []int{3}},
	} {
		fx := newDrawingFixture(t, locale)
		r := fx.ask(anna, c.command, c.options)
		press := func(id string) {
			r = fx.send(commands.Request{Kind: commands.Press, Command: id, User: bob, GuildID: 7, Place: commands.InGuild})
			fmt.Fprintf(&b, "%s\n", show(r))
		}
		fmt.Fprintf(&b, "%s\n", show(r))
		press(r.Rows[0].Buttons[0].ID)
		for _, n := range c.press {
			press(append(slices.Clone(r.Rows[0].Buttons), r.Rows[1].Buttons...)[n].ID)
		}
	}
	compare(t, locale, "replay", b.String())
}

// TestButtonsOfReplies presses Again, Board and Trace.
func TestButtonsOfReplies(t *testing.T) {
	t.Parallel()
	everyLanguage(t, buttonsOfReplies)
}

func buttonsOfReplies(t *testing.T, locale string) {
	fx := newDrawingFixture(t, locale)
	var b strings.Builder
	r := fx.ask(anna, "snap", o{"players": int64(2), "cards": int64(5), "trace": "none"})
	fmt.Fprintf(&b, "%s\n", show(r))
	for _, btn := range r.Rows[0].Buttons[1:] {
		fmt.Fprintf(&b, "%s:\n%s\n", btn.Label, show(fx.send(commands.Request{Kind: commands.Press, Command: btn.ID, User: anna, GuildID: 7, Place: commands.InGuild})))
	}
	compare(t, locale, "buttons", b.String())
}

// TestAgainAsksForTheSame presses Again below shuffled deals of all kinds: a new
// deal of the same kind comes, as private as the first, with the same trace.
func TestAgainAsksForTheSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command string
		options o
		want    string // in the new deal, or in its reply
	}{
		{"camicia", o{"deck": "italian", "seed": int64(7), "trace": "none"}, "deck: italian"},
		{"camicia", o{"private": true, "trace": "jsonl"}, "jsonl"},
		{"snap", o{"players": int64(64), "cards": int64(64)}, "players: 64 cards: 64"},
		{"beggar", o{"players": int64(52)}, "players: 52"},
		{"clock", nil, "/clock seed: 42"},
	} {
		fx := newFixture(t)
		r := fx.ask(anna, c.command, c.options)
		i := slices.IndexFunc(r.Rows[0].Buttons, func(b commands.Button) bool { return strings.HasPrefix(b.ID, c.command+":a") })
		again := fx.pressID(anna, r.Rows[0].Buttons[i].ID)
		if !settled(again) || !strings.Contains(show(again), c.want) {
			t.Errorf("/%s %v: %q is not in\n%s", c.command, c.options, c.want, show(again))
		}
		if again.Ephemeral != r.Ephemeral || len(again.Files) != len(r.Files) {
			t.Errorf("/%s %v: private %v with %d files, then %v with %d", c.command, c.options,
				r.Ephemeral, len(r.Files), again.Ephemeral, len(again.Files))
		}
	}
}

// A replay counts what its result counts: cards, or plays, and no takes between
// them. Each step forth and back is one.
func TestAReplayCountsCards(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	r := fx.ask(anna, "snap", o{"deal": "abba acab", "trace": "none"})
	if !strings.Contains(r.Text, "after 71 plays and 19 takes") {
		t.Fatalf("%s", show(r))
	}
	r = fx.pressID(anna, r.Rows[0].Buttons[0].ID)
	taken := 0
	for at := range 72 {
		if want := fmt.Sprintf("%d of 71 plays", at); r.Footer != want {
			t.Fatalf("at %s, want %s", r.Footer, want)
		}
		taken += strings.Count(r.Text, " took the pile")
		if at > 0 {
			if back := fx.pressID(anna, r.Rows[0].Buttons[2].ID); back.Footer != fmt.Sprintf("%d of 71 plays", at-1) {
				t.Fatalf("back from %d: %s", at, back.Footer)
			}
		}
		if at < 71 {
			r = fx.pressID(anna, r.Rows[0].Buttons[3].ID)
		}
	}
	if taken != 19 || !r.Rows[0].Buttons[3].Disabled {
		t.Errorf("%d takes were told, want 19; the last: %s", taken, show(r))
	}
}
