package all_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/commands/all"
	"nonna/commands/server"
	"nonna/store"
	"nonna/store/setting"
)

// carla manages the server that anna and bob are members of.
var carla = commands.User{ID: 1003, Name: "Carla_"}

// newServer is a fixture whose router knows the server's settings, as the bot's
// does.
func newServer(t *testing.T) *fixture {
	t.Helper()
	return newServerWith(t, "", noPictures())
}

func newServerWith(t *testing.T, locale string, d all.Config) *fixture {
	t.Helper()
	return newServerLogging(t, locale, d, slog.Default())
}

func newServerLogging(t *testing.T, locale string, d all.Config, log *slog.Logger) *fixture {
	t.Helper()
	fx := newFixtureIn(t, locale)
	d.Games, d.Store, d.Seed, d.Words = games(t), fx.store, func() uint64 { return 42 }, book(t)
	d.About = server.About{
		Version: "1.2.3", Started: fx.now.Add(-time.Hour), Guilds: func() int { return 2 },
		PrivacyURL: "https://nonna.example/privacy",
	}
	list, err := all.Commands(d)
	if err != nil {
		t.Fatal(err)
	}
	fx.router, err = commands.NewRouter(list, book(t), fx.store.Settings, log, func() time.Time { return fx.now },
		commands.WithReference(func() string { return "REFERENCE" }), commands.WithLimits(commands.Limits{}))
	if err != nil {
		t.Fatal(err)
	}
	return fx
}

// manage sends a subcommand of /config from who may manage the server.
func (fx *fixture) manage(sub string, options o) commands.Reply {
	fx.t.Helper()
	return fx.send(commands.Request{
		Kind: commands.Slash, Command: "config", Sub: sub, Options: options, User: carla,
		GuildID: 7, Place: commands.InGuild, ManageGuild: true,
	})
}

// press presses a button of a reply.
func (fx *fixture) press(u commands.User, r commands.Reply, n int) commands.Reply {
	fx.t.Helper()
	if len(r.Rows) == 0 || len(r.Rows[0].Buttons) <= n {
		fx.t.Fatalf("no button %d in %s", n, show(r))
	}
	return fx.pressID(u, r.Rows[0].Buttons[n].ID)
}

func (fx *fixture) pressID(u commands.User, id string) commands.Reply {
	fx.t.Helper()
	return fx.send(commands.Request{
		Kind: commands.Press, Command: id, User: u, GuildID: 7, Place: commands.InGuild, ManageGuild: u == carla,
	})
}

// TestAHiddenNameIsNotInReplies looks at what the whole server sees when whoever
// asks keeps their name hidden: also of their own earlier games.
func TestAHiddenNameIsNotInReplies(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	if r := fx.ask(anna, "snap", o{"deal": "ab ba"}); !strings.Contains(r.Footer, anna.Name) {
		t.Errorf("before: %s", show(r))
	}
	if err := fx.store.HideName(t.Context(), anna.ID, true); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command string
		options o
	}{
		{"snap", o{"deal": "ab ba"}},        // her own deal
		{"snap", o{"deal": "abca abba"}},    // first of its division
		{"snap", o{"deal": "fizz buzz"}},    // beaten by the one before
		{"snap", o{"deal": "abba acab"}},    // a record, before: her own
		{"snap", o{"seed": int64(4)}},       // shuffled for her
		{"records", nil},                    // of the server, all hers
		{"leaderboard", o{"game": "snap"}},  // alone
		{"camicia", o{"deal": "2 A / 3 4"}}, // another game
	} {
		if r := fx.ask(anna, c.command, c.options); strings.Contains(show(r), anna.Name) {
			t.Errorf("/%s %v: %s", c.command, c.options, show(r))
		}
	}
}

// suggested asks what fits into an option of /config.
func (fx *fixture) suggested(sub, focused string, options o) commands.Reply {
	fx.t.Helper()
	return fx.send(commands.Request{
		Kind: commands.Complete, Command: "config", Sub: sub, Focused: focused, Options: options, User: carla,
		GuildID: 7, Place: commands.InGuild, ManageGuild: true,
	})
}

// recording is what was asked and answered, as text.
type recording struct{ strings.Builder }

func (s *recording) add(what string, r commands.Reply) { fmt.Fprintf(s, "== %s\n%s\n", what, show(r)) }

// recordReplies compares what is asked and answered with its recording, in each
// language.
func recordReplies(t *testing.T, name string, c all.Config, ask func(*fixture, *recording)) {
	t.Helper()
	everyLanguage(t, func(t *testing.T, locale string) {
		var s recording
		ask(newServerWith(t, locale, c), &s)
		compare(t, locale, name, s.String())
	})
}

// TestConfigInDocs compares the example in docs/settings.md with what is answered.
func TestConfigInDocs(t *testing.T) {
	t.Parallel()
	set := newServer(t).manage("set", o{"cooldown": int64(10), "random": false})
	pageShows(t, "settings.md", set.Text)
}

func TestConfig(t *testing.T) {
	t.Parallel()
	recordReplies(t, "server-config", noPictures(), func(fx *fixture, s *recording) {
		s.add("at first", fx.manage("show", nil))
		s.add("set nothing", fx.manage("set", nil))
		s.add("set two", fx.manage("set", o{"announce": uint64(55), "cooldown": int64(1)}))
		s.add("set the rest", fx.manage("set", o{"language": map[string]string{"en": "it", "it": "en"}[fx.locale], "private": true, "random": false}))
		s.add("records are in the other language now", fx.ask(anna, "records", o{"private": false}))
		s.add("clear one", fx.manage("clear", o{"setting": "language"}))
		s.add("clear all", fx.manage("clear", o{"setting": "all"}))
		s.add("audit", fx.manage("audit", nil))
		s.add("too long a wait", fx.manage("set", o{"cooldown": int64(3601)}))
		s.add("outside servers", fx.send(commands.Request{
			Kind: commands.Slash, Command: "config", Sub: "set", Options: o{"private": true}, User: anna, ManageGuild: true,
		}))
	})
}

// A channel for announcements that is gone is shown as such, until one is chosen, and
// results are told elsewhere.
func TestALostChannelIsShown(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	set := o{"announce": uint64(55)}
	first := fx.manage("set", set)
	fx.challenge(carla, "open", o{"game": "snap", "division": "2x4"})
	if _, err := fx.store.ChannelLost(t.Context(), 7, 55); err != nil {
		t.Fatal(err)
	}
	const want = "⚠️ New records were announced in <#55>, which is gone, or where I may not write. Choose a channel: `/config set announce: …`"
	if r := fx.manage("show", nil); !strings.Contains(r.Text, want) {
		t.Errorf("lost: %s", show(r))
	}
	if r := fx.press(carla, fx.challenge(carla, "end", o{"challenge": "#1"}), 0); !strings.Contains(r.Text, "in <#66>") {
		t.Errorf("a challenge is ended: %s", show(r))
	}
	if r := fx.manage("set", set); r.Text != first.Text {
		t.Errorf("chosen anew: %s", show(r))
	}
}

// Whether a game was asked for privately is what its player said, not what their
// server wants of answers: that server may well announce records.
func TestGamesAreStoredAsTheyWereAskedFor(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	game := func(private ...bool) commands.Reply {
		options := o{"trace": "none"}
		for _, p := range private {
			options["private"] = p
		}
		return fx.ask(anna, "camicia", options)
	}
	again := func(r commands.Reply) { fx.pressID(anna, r.Rows[0].Buttons[1].ID) }
	again(game())
	again(game(true))
	fx.manage("set", o{"private": true})
	again(game())
	game(true)
	game(false)
	data, err := fx.store.UserData(t.Context(), anna.ID)
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

// PRIVACY.md promises that the log holds nothing that people typed, nor is a deal
// there that cannot be read.
func TestTheLogHoldsNothingTyped(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	fx := newServerLogging(t, "", noPictures(), slog.New(slog.NewTextHandler(&log, nil)))
	unreadable := fx.record(anna, store.Game{GuildID: 7, Game: "camicia", Division: "52", Deal: "typed secret", Kind: store.Ends})
	if r := fx.pressID(anna, commands.ID(commands.ReplayCommand, commands.ReplayState{Game: unreadable.ID})); !strings.Contains(r.Text, "REFERENCE") {
		t.Errorf("a stored deal that cannot be read: %s", show(r))
	}
	if text := log.String(); !strings.Contains(text, "stored game 1") || strings.Contains(text, "typed") || strings.Contains(text, "secret") {
		t.Errorf("logged: %s", text)
	}
}

// What was chosen holds for games and boards from then on.
func TestSettingsHold(t *testing.T) {
	t.Parallel()
	recordReplies(t, "server-settings", all.Config{}, func(fx *fixture, s *recording) {
		random, typed := o{"seed": int64(7), "trace": "none"}, o{"deal": "abca abba", "trace": "none"}
		fx.ask(anna, "snap", random)
		fx.ask(anna, "snap", o{"seed": int64(7), "players": int64(2), "cards": int64(4), "trace": "none"})
		fx.manage("set", o{"private": true, "random": false})
		r := fx.ask(anna, "camicia", o{"seed": int64(7), "trace": "none"})
		s.add("a shuffled deal", r)
		again := r.Rows[0].Buttons[1].ID
		s.add("the same again is private too", commands.Reply{Ephemeral: fx.pressID(anna, again).Ephemeral})
		s.add("a deal brought, in public", fx.ask(bob, "snap", o{"deal": "abba acab", "trace": "none", "private": false}))
		s.add("another, beside a shuffled one from before", fx.ask(bob, "snap", typed))
		s.add("its board", fx.ask(bob, "leaderboard", o{"game": "snap", "division": "2x4"}))
		s.add("the board without shuffled deals", fx.ask(anna, "leaderboard", o{"game": "camicia"}))
		fx.manage("clear", o{"setting": "all"})
		s.add("the board with them", fx.ask(anna, "leaderboard", o{"game": "snap", "division": "3x4"}))
		s.add("a shuffled deal, in public", fx.ask(anna, "camicia", o{"seed": int64(8), "trace": "none"}))
	})
}

// A private server answers in private also from what it showed in public before,
// and its setting is none that somebody filled in.
func TestPrivateServers(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	public := fx.ask(anna, "camicia", o{"seed": int64(9), "trace": "none"})
	fx.manage("set", o{"private": true})
	for what, r := range map[string]commands.Reply{
		"the same again":    fx.pressID(anna, public.Rows[0].Buttons[1].ID),
		"a settled message": fx.send(commands.Request{Kind: commands.MessageMenu, Command: "Settle", Message: "2 A 7 / 3 4 5", User: anna, GuildID: 7, Place: commands.InGuild}),
		"the records":       fx.ask(anna, "records", nil),
	} {
		if !r.Ephemeral {
			t.Errorf("%s: in public: %s", what, show(r))
		}
	}
	if r := fx.manage("set", nil); strings.Contains(r.Text, "Saved") {
		t.Errorf("nothing was set: %s", show(r))
	}
	fx.manage("set", o{"private": false})
	fx.manage("set", o{"cooldown": int64(5)})
	if c, err := fx.store.Settings(t.Context(), 7); err != nil || c.Private {
		t.Errorf("settings %+v, %v", c, err)
	}
}

// Every path to /config is closed to who may not manage the server.
func TestConfigNeedsManageGuild(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	fx.ask(anna, "snap", o{"deal": "abca abba"})
	question := fx.manage("hide", o{"entry": "1"})
	for _, sub := range []string{"show", "set", "clear", "hide", "restore", "reset", "audit"} {
		r := fx.send(commands.Request{
			Kind: commands.Slash, Command: "config", Sub: sub, User: anna, GuildID: 7, Place: commands.InGuild,
			Options: o{"private": true, "entry": "1"},
		})
		if !strings.Contains(r.Text, "Only members who may manage this server") {
			t.Errorf("/config %s: %s", sub, show(r))
		}
	}
	if r := fx.press(anna, question, 0); !strings.Contains(r.Text, "Only members who may manage this server") {
		t.Errorf("the button: %s", show(r))
	}
	if r := fx.send(commands.Request{
		Kind: commands.Complete, Command: "config", Sub: "hide", Focused: "entry", User: anna, GuildID: 7, Place: commands.InGuild,
	}); len(r.Choices) > 0 {
		t.Errorf("suggestions: %s", show(r))
	}
	if got, err := fx.store.Settings(t.Context(), 7); err != nil || got != (setting.Values{}) {
		t.Errorf("settings are %+v, %v", got, err)
	}
	if page, err := fx.store.Audit(t.Context(), 7, 0, store.PageQuery{Limit: 9}); err != nil || len(page.Lines) > 0 {
		t.Errorf("done was %+v, %v", page, err)
	}
}

func TestAdminsLookAfterTheBoards(t *testing.T) {
	t.Parallel()
	recordReplies(t, "server-admin", noPictures(), func(fx *fixture, s *recording) {
		fx.ask(anna, "snap", o{"deal": "abca abba", "trace": "none"})
		fx.ask(bob, "snap", o{"deal": "abba acab", "trace": "none"})
		s.add("what can be hidden", fx.suggested("hide", "entry", nil))
		s.add("by name", fx.suggested("hide", "entry", o{"entry": "b*"}))
		ask := fx.manage("hide", o{"entry": "#2"})
		s.add("hide", ask)
		s.add("no", fx.press(carla, ask, 1))
		s.add("yes", fx.press(carla, ask, 0))
		s.add("the board", fx.ask(anna, "leaderboard", o{"game": "snap"}))
		s.add("what can be restored", fx.suggested("restore", "entry", nil))
		ask = fx.manage("restore", o{"entry": "2"})
		s.add("restore", ask)
		s.add("yes", fx.press(carla, ask, 0))
		s.add("nothing left to restore", fx.suggested("restore", "entry", nil))
		s.add("what can be reset", fx.suggested("reset", "division", o{"game": "snap"}))
		ask = fx.manage("reset", o{"game": "snap", "division": "2x4"})
		s.add("reset", ask)
		s.add("yes", fx.press(carla, ask, 0))
		s.add("and again", fx.press(carla, ask, 0))
		s.add("no board any more", fx.manage("reset", o{"game": "snap", "division": "2x4"}))
		s.add("no entry any more", fx.press(carla, commands.Reply{Rows: []commands.Row{{Buttons: []commands.Button{
			{ID: commands.ID("config", server.EntryState{Confirm: commands.Confirm{Until: fx.now.Add(time.Minute).Unix()}, Entry: 2})},
		}}}}, 0))
		s.add("audit", fx.manage("audit", nil))
	})
}

func TestTheAuditListHasPages(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	fx.ask(anna, "snap", o{"deal": "abca abba", "trace": "none"})
	for i := range 20 {
		sub := []string{"hide", "restore"}[i%2]
		fx.press(carla, fx.manage(sub, o{"entry": "1"}), 0)
	}
	first := fx.manage("audit", nil)
	second := fx.press(carla, first, 1)
	for i, r := range []commands.Reply{first, second} {
		if got, want := strings.Count(r.Text, "\n")+1, []int{15, 5}[i]; got != want {
			t.Errorf("page %d has %d lines, want %d: %s", i, got, want, show(r))
		}
	}
	if !second.Update || !second.Rows[0].Buttons[1].Disabled {
		t.Errorf("the last page: %s", show(second))
	}
	if back := fx.press(carla, second, 0); back.Text != first.Text || !back.Rows[0].Buttons[0].Disabled {
		t.Errorf("back to the first page: %s", show(back))
	}
}

// What a button confirms is forgotten after ten minutes.
func TestConfirmationsExpire(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	fx.ask(anna, "snap", o{"deal": "abca abba", "trace": "none"})
	for _, ask := range []commands.Reply{
		fx.manage("hide", o{"entry": "1"}),
		fx.manage("reset", o{"game": "snap", "division": "2x4"}),
		fx.send(commands.Request{Kind: commands.Slash, Command: "privacy", Sub: "delete", User: carla, GuildID: 7, Place: commands.InGuild}),
	} {
		fx.now = fx.now.Add(11 * time.Minute)
		if r := fx.press(carla, ask, 0); !strings.Contains(r.Text, "expired") || !r.Update {
			t.Errorf("answered %s", show(r))
		}
	}
	if page, err := fx.store.Audit(t.Context(), 7, 0, store.PageQuery{Limit: 9}); err != nil || len(page.Lines) > 0 {
		t.Errorf("done was %+v, %v", page, err)
	}
}

// TestForgedConfirmations presses buttons that nobody was given.
func TestForgedConfirmations(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	fx.ask(anna, "snap", o{"deal": "abca abba", "trace": "none"})
	good := fx.manage("hide", o{"entry": "1"}).Rows[0].Buttons[0].ID
	until := strings.Split(good, ":")[2]
	confirm := commands.Confirm{Until: fx.now.Unix()}
	for _, id := range []string{
		"config", "config:", "config:e", "config:e:" + until, "config:e2:" + until + ":1", "config:e:zzzzzzzzzz:1",
		"config:e:zzzzzzzzzzzzzzzzzzzzzz:1", "config:e::1", "config:e:" + until + ":é", "config:e:" + until + ":",
		"config:e:" + until + ":99999999999999999999", "config:e:" + until + ":-1", "config:e:" + until + ":77", "config:d:" + until + ":1",
		"config:r:" + until, "config:r:" + until + ":snap", "config:r2:" + until + ":snap:2x4",
		commands.ID("config", server.ResetState{Confirm: confirm, Game: "clock", Division: "52"}),
		commands.ID("config", server.ResetState{Confirm: confirm, Game: "snap", Division: "'; DROP TABLE games"}),
		commands.ID("config", server.ResetState{Confirm: commands.NewConfirm(commands.Request{At: fx.now.Add(time.Hour)}), Game: "snap", Division: "2x4"}),
		"config:a:é", "config:a:-5", "config:a:0", "config:d:" + until + ":1003",
		"privacy", "privacy:", "privacy:d:" + until + ":", "privacy:e:" + until + ":1003",
		commands.ID("privacy", server.DeleteState{Confirm: confirm, User: anna.ID}),
	} {
		r := fx.pressID(carla, id)
		if strings.Contains(r.Text, "REFERENCE") || r.Text == "" || !r.Ephemeral {
			t.Errorf("%s: %s", id, show(r))
		}
	}
	if page := fx.ask(anna, "leaderboard", o{"game": "snap"}); !strings.Contains(page.Text, "🥇") {
		t.Errorf("the board: %s", show(page))
	}
}

// An admin cannot act on what belongs to another server, though it be their own
// game.
func TestAdminsStayOnTheirServer(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	fx.send(commands.Request{
		Kind: commands.Slash, Command: "snap", Options: o{"deal": "abca abba"}, User: carla, GuildID: 8, Place: commands.InGuild,
	})
	for _, entry := range []string{"1", "2", "-1", "x", ""} {
		if r := fx.manage("hide", o{"entry": entry}); len(r.Rows) > 0 || !r.Ephemeral {
			t.Errorf("entry %q: %s", entry, show(r))
		}
	}
}

func TestRecordsStandBesideThePublished(t *testing.T) {
	t.Parallel()
	recordReplies(t, "server-records", noPictures(), func(fx *fixture, s *recording) {
		s.add("nobody played", fx.ask(anna, "records", nil))
		fx.ask(anna, "camicia", o{"seed": int64(7), "trace": "none"})
		fx.ask(bob, "camicia", o{"seed": int64(8), "trace": "none"})
		fx.ask(bob, "snap", o{"deal": "abba acab", "trace": "none"})
		fx.ask(bob, "snap", o{"deal": "bdad acbc abba", "trace": "none"})
		s.add("some did", fx.ask(anna, "records", nil))
		s.add("my own list", fx.send(commands.Request{Kind: commands.Slash, Command: "records", User: anna, Place: commands.InDM}))
	})
}

func TestMe(t *testing.T) {
	t.Parallel()
	recordReplies(t, "server-me", all.Config{}, func(fx *fixture, s *recording) {
		s.add("never played", fx.ask(anna, "me", nil))
		for seed := range 30 {
			fx.ask(anna, "clock", o{"seed": int64(seed + 1), "trace": "none"})
		}
		fx.now = fx.now.Add(24 * time.Hour)
		fx.ask(bob, "snap", o{"deal": "abba acab", "trace": "none"})
		fx.ask(anna, "snap", o{"deal": "abca abba", "trace": "none"})
		fx.send(commands.Request{
			Kind: commands.Slash, Command: "snap", Options: o{"deal": "fizz buzz"}, User: anna, GuildID: 8, Place: commands.InGuild,
		})
		s.add("played", fx.ask(anna, "me", nil))
		s.add("in a direct message", fx.send(commands.Request{Kind: commands.Slash, Command: "me", User: anna, Place: commands.InDM}))
	})
}

// /me tells the longest game of each kind where the asker stands on no board
// too.
func TestMeTellsTheLongest(t *testing.T) {
	t.Parallel()
	recordReplies(t, "server-me-longest", all.Config{}, func(fx *fixture, s *recording) {
		fx.past("camicia", "won", 8344, 1164)
		fx.past("camicia", "won", 568, 78)
		fx.past("camicia", "loop", 474, 66)
		fx.past("snap", "stuck", 7, 0)
		fx.past("snap", "won", 66, 5)
		fx.past("beggar", "undecided", 8_000_000, 1_200_000)
		s.add("on another server", fx.ask(anna, "me", nil))
	})
}

// The longest is told however long ago it was, and the picture says how much of
// all it shows.
func TestMeWithManyGames(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plays 500 games")
	}
	fx := newServerWith(t, "", all.Config{})
	fx.past("clock", "won", 52, 0)
	fx.past("snap", "stuck", 9001, 1300)
	fx.past("camicia", "loop", 20_000, 2800)
	for range store.MaxLatest {
		fx.past("camicia", "won", 100, 14)
	}
	r := fx.ask(anna, "me", nil)
	for _, want := range []string{"the latest 500 games of 502", "Before these, the longest lasted 9,001 plays."} {
		if !strings.Contains(r.Picture.Alt, want) {
			t.Errorf("%q is not said: %s", want, r.Picture.Alt)
		}
	}
	if want := "Snap: 9,001 plays, 1,300 takes"; !strings.Contains(r.Fields[0].Value, want) {
		t.Errorf("%q is not said: %s", want, show(r))
	}
}

// A published record is nobody's own, so it is no longest game either.
func TestMeLeavesPublishedRecordsOut(t *testing.T) {
	t.Parallel()
	fx := newDrawingFixture(t, "")
	const nessler = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
	const below = "Published deals are not counted below."
	fx.ask(bob, "camicia", o{"seed": int64(7), "trace": "none"})
	if r := fx.ask(bob, "me", nil); strings.Contains(r.Text, below) {
		t.Errorf("without a record: %s", show(r))
	}
	fx.ask(anna, "camicia", o{"deal": nessler, "trace": "none"})
	if r := fx.ask(anna, "me", nil); r.Picture != nil || len(r.Fields) > 0 || !strings.Contains(r.Text, "Camicia 1") || !strings.Contains(r.Text, below) {
		t.Errorf("after a record alone: %s", show(r))
	}
	fx.ask(anna, "camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "trace": "none"})
	r := fx.ask(anna, "me", nil)
	text := show(r)
	if r.Picture == nil || !strings.Contains(r.Text, below) || strings.Contains(text, "8,344") || strings.Contains(text, "latest") || !strings.Contains(text, "13 cards") {
		t.Errorf("after another game: %s", text)
	}
}

// A game that the program has no longer does not keep the others from being drawn.
func TestMeDrawsWithoutGamesThatThereAreNot(t *testing.T) {
	t.Parallel()
	fx := newDrawingFixture(t, "")
	fx.record(anna, store.Game{Game: "chess", Division: "64", Deal: "e4", Key: "e4", Ending: "won", Plays: 80})
	if r := fx.ask(anna, "me", nil); r.Picture != nil {
		t.Errorf("after chess alone: %s", show(r))
	}
	fx.ask(anna, "camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "trace": "none"})
	if r := fx.ask(anna, "me", nil); r.Picture == nil {
		t.Errorf("after another game: %s", show(r))
	}
}

// Places in /me are those of the board that the server shows.
func TestMeTellsPlacesOfTheBoardThatIsShown(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	fx.ask(bob, "camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "trace": "none"})
	fx.ask(anna, "camicia", o{"seed": int64(7), "trace": "none"})
	fx.ask(anna, "camicia", o{"deal": "#447247122283566119056", "trace": "none"})
	if r := fx.ask(anna, "me", nil); !strings.Contains(show(r), "of 2 with") {
		t.Errorf("with shuffled deals: %s", show(r))
	}
	fx.manage("set", o{"random": false})
	if r := fx.ask(anna, "me", nil); strings.Contains(show(r), "of 2 with") || !strings.Contains(show(r), "of 1 with") {
		t.Errorf("without: %s", show(r))
	}
}

// Places where somebody is the only one are told only if there are no others, and
// ten at most, within what Discord shows of a field.
func TestMeTellsAFewPlaces(t *testing.T) {
	t.Parallel()
	everyLanguage(t, func(t *testing.T, locale string) {
		fx := newFixtureIn(t, locale)
		places := func() []string {
			r := fx.ask(anna, "me", nil)
			last := r.Fields[len(r.Fields)-1].Value
			if n := utf8.RuneCountInString(last); n > 1024 {
				t.Errorf("%d characters: Discord shows 1024", n)
			}
			return strings.Split(last, "\n")
		}
		more := map[string][]string{"en": {"and 2 more", "and others"}, "it": {"e altre 2", "e altre"}}[locale]
		one := map[string]string{"en": "place 1 of 1 ", "it": "posto 1 su 1 "}[locale]
		add := func(from, to, entries int) {
			for n := from; n < to; n++ {
				for i := range entries {
					fx.enter(anna, "snap", fmt.Sprintf("2x%d", n), fmt.Sprint(n, "/", i))
				}
			}
		}
		add(0, 3, 1)
		if got := places(); len(got) != 3 || !strings.Contains(got[0], one) {
			t.Errorf("the only one everywhere: %q", got)
		}
		add(10, 20, 2)
		if got := places(); len(got) != 10 || strings.Contains(strings.Join(got, " "), one) {
			t.Errorf("the only one on some: %q", got)
		}
		add(20, 22, 2)
		if got := places(); len(got) != 11 || got[10] != more[0] {
			t.Errorf("twelve: %q", got)
		}
		add(30, 50, 2)
		if got := places(); len(got) != 11 || got[10] != more[1] {
			t.Errorf("more boards than are read: %q", got)
		}
		for n := range 12 {
			for i := range 3 {
				fx.enter(anna, "beggar", fmt.Sprintf("36+4J+4Q+4K+4A %d:9:%d:9", 17-n, 17+n), fmt.Sprint(n, "/", i))
			}
		}
		if got := places(); len(got) < 6 || len(got) > 10 || got[len(got)-1] != more[1] {
			t.Errorf("long names: %q", got)
		}
	})
}

// past records a game that anna played on another server.
func (fx *fixture) past(game, ending string, cards, tricks int64) {
	fx.t.Helper()
	fx.record(anna, store.Game{GuildID: 8, Game: game, Ending: ending, Plays: cards, Takes: tricks})
}

func TestAbout(t *testing.T) {
	t.Parallel()
	recordReplies(t, "server-about", noPictures(), func(fx *fixture, s *recording) {
		s.add("about", fx.ask(anna, "about", nil))
		list, err := all.Commands(all.Config{Games: games(t), Words: book(t)})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			if c.Spec.Name != "about" {
				continue
			}
			r, err := c.Run(context.Background(), commands.Request{Kind: commands.Slash, Command: "about"})
			if err != nil {
				t.Fatal(err)
			}
			s.add("nothing is known", r)
		}
	})
}
