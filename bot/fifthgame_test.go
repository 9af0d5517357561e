package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nonna/bot/app"
	"nonna/bot/console"
	"nonna/bot/settle"
	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine"
	"nonna/engine/game"
	"nonna/engine/game/gametest"
	"nonna/store/storetest"
)

// fifth is a server of a program that has a fifth game, High card.
type fifth struct {
	*testing.T
	say    commands.Localizer
	router *commands.Router
	asked  int
}

func newFifth(t *testing.T) *fifth {
	t.Helper()
	games := engine.Games()
	book, err := words.Load(highCardWords())
	if err != nil {
		t.Fatal(err)
	}
	st := storetest.New(t)
	f := &fifth{T: t, say: commands.Localizer{Book: book, Games: append(game.List{highCard()}, games...)}}
	if f.router, err = app.NewRouter(st, f.say, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	return f
}

// ask sends a request from a member who may manage the server.
func (f *fifth) ask(req commands.Request) commands.Reply {
	f.Helper()
	f.asked++
	req.ID, req.At = fmt.Sprint("request ", f.asked), time.Date(2026, 11, 20, 12, f.asked, 0, 0, time.UTC)
	req.User, req.GuildID, req.ChannelID, req.Place = commands.User{ID: uint64(1000 + f.asked), Name: "Anna"}, 7, 8, commands.InGuild
	req.ManageGuild = true
	return f.router.Handle(f.Context(), req)
}

// typed sends a slash command.
func (f *fifth) typed(command, sub string, options commands.Options) commands.Reply {
	f.Helper()
	return f.ask(commands.Request{Kind: commands.Slash, Command: command, Sub: sub, Options: options})
}

// press presses the button with a label.
func (f *fifth) press(r commands.Reply, label string) commands.Reply {
	f.Helper()
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			if b.Label == label {
				return f.ask(commands.Request{Kind: commands.Press, Command: b.ID})
			}
		}
	}
	f.Fatalf("no button %q: %+v", label, r)
	return commands.Reply{}
}

// wants checks that a reply contains texts, in any of its parts.
func (f *fifth) wants(what string, r commands.Reply, texts ...string) {
	f.Helper()
	all := fmt.Sprintf("%+v", r)
	for _, text := range texts {
		if !strings.Contains(all, text) {
			f.Errorf("%s: no %q in %.2000s", what, text, all)
		}
	}
}

// The fifth game keeps the laws of the others.
func TestAFifthGameConforms(t *testing.T) {
	t.Parallel()
	gametest.Laws(t, highCard())
}

// A game of one file, with its words and a line in the list, works everywhere.
func TestAFifthGame(t *testing.T) {
	t.Parallel()
	const won = "**A wins** after 4 flips and 2 duels."
	f := newFifth(t)
	opened := f.typed("challenge", "open", commands.Options{"game": "high"})
	f.wants("a challenge", opened, "High card, 52 cards, 26 each, by flips", "/high deal: …")
	f.wants("a challenge of small deals", f.typed("challenge", "open", commands.Options{"game": "high", "division": "2:2"}), "4 cards, 2 each")

	first := f.typed("high", "", commands.Options{"deal": "5 9 / 3 4"})
	f.wants("deal:", first, "High card", won, "🏁 Challenge by flips", "5 9 / 3 4", "high-won-4-flips.txt")
	if first.Picture == nil || !bytes.HasPrefix(first.Picture.Data, []byte("\x89PNG")) {
		t.Errorf("picture: %+v", first.Picture)
	} else if !strings.Contains(first.Picture.Alt, "High card") || first.Picture.Name != "high-won-4-flips.png" {
		t.Errorf("picture %s: %s", first.Picture.Name, first.Picture.Alt)
	}
	if len(first.Files) != 1 || len(first.Files[0].Data) == 0 {
		t.Errorf("trace: %+v", first.Files)
	}
	f.wants("file:", f.typed("high", "", commands.Options{"file": commands.Attachment{Name: "deal.txt", Data: []byte("3 4 / 5 9")}}),
		"**B wins**", "🏁 Challenge by flips")
	f.wants("a tie", f.typed("high", "", commands.Options{"deal": "5 / 5"}), "**A wins** after 2 flips and 1 duel.")
	f.wants("an endless deal", f.typed("high", "", commands.Options{"deal": "2 / 2 3"}), "**It never ends**: it repeats every 8 flips.", "high-loop-8-flips")
	if comeback := f.typed("high", "", commands.Options{"deal": "2 3 9 8 / 5 6 4 7"}).Picture; !strings.Contains(comeback.Alt, "down to 2 cards at flip 4") {
		t.Errorf("a comeback: %s", comeback.Alt)
	}
	// Some shuffles of so plain a game take longer than a handler has, where the machine is slow.
	f.wants("a shuffle", f.typed("high", "", commands.Options{"seed": int64(1)}), "`/high seed: 1`", "Again")
	f.wants("a mistake", f.typed("high", "", commands.Options{"deal": "5 X / 3 4"}), "`X` is not a card")
	f.wants("suggestions", f.ask(commands.Request{
		Kind: commands.Complete, Command: "high", Focused: "deal", Options: commands.Options{"deal": ""},
	}), "Example: 5 9 / 3 4")
	f.wants("a message", f.ask(commands.Request{Kind: commands.MessageMenu, Command: "Settle", Message: "high card: 5 9 7 / 3 4 2"}), "High card", "**A wins**")

	replay := f.press(first, "Replay")
	f.wants("a replay", replay, "The deal.", "A      2  5 9", "Next duel")
	f.wants("the next duel", f.press(replay, "Next duel"), "A took 2 cards.", "A      3  9 5 3")
	f.wants("the end", f.press(replay, "⏭"), won)
	f.wants("a board", f.typed("leaderboard", "", commands.Options{"game": "high", "division": "2:2"}), "Longest games of High card, 4 cards, 2 each", "**4 flips**, 2 duels")
	f.wants("the board of a button", f.press(first, "Board"), "Longest games of High card")
	f.wants("what counts", f.typed("leaderboard", "", commands.Options{"game": "high", "by": "luck"}), "can be `flips`, `duels`, `endless`")
	f.wants("records", f.typed("records", "", nil), "**High card, 4 cards, 2 each**")
	f.wants("challenges", f.typed("challenge", "show", nil), "High card, 4 cards, 2 each, by flips", "**4 flips**")
	page := f.typed("help", "", commands.Options{"game": "high"})
	f.wants("help", page, "Two players show their top cards", "/high deal: 5 9 / 3 4")
	if form := f.press(page, "Type it in").Form; form == nil || len(form.Inputs) != 1 {
		t.Errorf("form: %+v", form)
	}
	f.wants("all games", f.typed("help", "", nil), "/high deal: 5 9 / 3 4")
}

// The fifth game works on the command line and at the console, in both languages.
func TestAFifthGameWithoutDiscord(t *testing.T) {
	t.Parallel()
	f := newFifth(t)
	for locale, want := range map[string]string{"en": "A wins after 4 flips and 2 duels.", "it": "Vince A dopo 4 carte scoperte e 2 duelli."} {
		say := f.say.Book.In(locale)
		a, err := settle.One(t.Context(), "5 9 / 3 4", settle.Options{Game: f.say.Games.ByName("highcard"), Budget: 100, Say: say})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Text(say); !strings.HasPrefix(got, want) {
			t.Errorf("settle: %q, want %q", got, want)
		}
		if b, err := settle.JSON(a.Report()); err != nil || string(b) != `{"ending":"won","flips":4,"game":"high"}`+"\n" {
			t.Errorf("settle --json: %s, %v", b, err)
		}
		var out bytes.Buffer
		err = console.Run(t.Context(), console.Config{
			Router: f.router, Lines: console.Pipe(strings.NewReader("/high deal: 5 9 / 3 4\n")), Out: &out, Traces: t.TempDir(), Words: say,
		})
		if err != nil || !strings.Contains(out.String(), want) || !strings.Contains(out.String(), "high-won-4-flips.png") {
			t.Errorf("console: %v\n%s", err, &out)
		}
	}
}
