// Package commandstest asks the commands of all rooms as their users do, and compares
// the replies with recorded ones.
//
// # Goals
//
// A test of a room gives a request and looks at the reply, which passed through the
// router, over a real database of its own. The tests of all rooms are in commands/all: each
// test program with SQLite takes over a second to link.
//
// # Non-goals
//
// The package is no part of the program: only tests import it. Things that one room alone
// needs is in that room's tests.
package commandstest

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/all"
	"nonna/commands/hunts"
	"nonna/commands/picture"
	"nonna/commands/server"
	"nonna/commands/words"
	"nonna/engine"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/storetest"
)

// Config says what differs between fixtures. The zero value is the fixture that most tests use.
type Config struct {
	// Locale is the language of users, "" for English, and GuildLocale that of servers, ""
	// for the same.
	Locale, GuildLocale string
	// Pictures adds them to replies. Drawing takes longer than everything else.
	Pictures bool
	// Games replaces the games of the program, nil for these.
	Games game.List
	// Command makes one more command, if it is set, and Words has the messages of it.
	Command func(commands.Localizer) commands.Command
	Words   fs.FS
	// Log is the router's log, nil for the default one.
	Log *slog.Logger
	// HuntNow says what hunts did since they were saved, nil for nothing.
	HuntNow hunts.Now
	// Store replaces the store, nil for one with an empty database.
	Store *store.Store
}

// Fixture is a server with three members, and a database of its own.
type Fixture struct {
	// Anna, Bob and Carla are members of the server; Carla manages it.
	Anna, Bob, Carla commands.User

	// Locale and GuildLocale are those of the Config.
	Locale, GuildLocale string

	// Seed is that of requests, 42 at first.
	Seed   uint64
	Router *commands.Router
	Store  *store.Store
	// Now is the time of the last request.
	Now time.Time

	T testing.TB
	n int // requests so far
}

// New returns a fixture of the zero Config.
func New(t testing.TB) *Fixture {
	t.Helper()
	return With(t, Config{})
}

// With returns a fixture of a config. Its database is closed when the test ends.
func With(t testing.TB, c Config) *Fixture {
	t.Helper()
	st := c.Store
	if st == nil {
		st = storetest.New(t)
	}
	fx := &Fixture{
		Anna:   commands.User{ID: 1001, Name: "Anna"},
		Bob:    commands.User{ID: 1002, Name: "B*b"},
		Carla:  commands.User{ID: 1003, Name: "Carla_"},
		Locale: c.Locale, GuildLocale: c.GuildLocale, Store: st, Seed: 42, Now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), T: t,
	}
	games := c.Games
	if games == nil {
		games = Games()
	}
	var pictures *picture.Renderer
	switch {
	case c.Pictures && c.Games == nil:
		pictures = loadPictures()
	case c.Pictures:
		pictures = newPictures(games)
	}
	book := Book(t)
	if c.Words != nil {
		var err error
		if book, err = words.Load(c.Words); err != nil {
			t.Fatal(err)
		}
	}
	list, err := all.Commands(all.Config{
		Games: games, Store: st, Words: book, Pictures: pictures, HuntNow: c.HuntNow,
		About: server.About{
			Version: "1.2.3", Started: fx.Now.Add(-time.Hour), Guilds: func() int { return 2 },
			PrivacyURL: "https://nonna.example/privacy",
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if c.Command != nil {
		l := commands.Localizer{Book: book, Games: games}
		list = append(list, l.Localize(c.Command(l)))
	}
	fx.Router, err = commands.NewRouter(commands.Config{
		Commands: list, Words: book, Settings: st.Settings, Log: cmp.Or(c.Log, slog.Default()),
		Now: func() time.Time { return fx.Now }, Reference: func() string { return "REFERENCE" },
		Seed: func(string) uint64 { return fx.Seed },
	})
	if err != nil {
		t.Fatal(err)
	}
	return fx
}

// Send sends a request, a minute after the last one. An answer that takes long is announced as
// the command declares, so the reply must fit that.
func (fx *Fixture) Send(req commands.Request) commands.Reply {
	fx.T.Helper()
	fx.n++
	fx.Now = fx.Now.Add(time.Minute)
	req.ID, req.At = fmt.Sprint("request ", fx.n), fx.Now
	req.Locale, req.GuildLocale = fx.Locale, cmp.Or(fx.GuildLocale, fx.Locale)
	ctx := context.WithoutCancel(fx.T.Context())
	var known, alone bool
	reply := fx.Router.Handle(ctx, req, func(_ context.Context, admitted *commands.Request) error {
		known, alone = fx.Router.Audience(*admitted)
		return nil
	})
	want := req.Locale
	if req.GuildID != 0 && !reply.Ephemeral {
		want = req.GuildLocale
	}
	if got := cmp.Or(reply.Locale, req.Locale); fx.GuildLocale != "" && got != want && reply.Text != "" {
		fx.T.Errorf("%s is answered in %q and not in %q: %s", req.Command, got, want, reply.Text)
	}
	const most = 5 // so that the picture is near the verdict on a phone
	if lines := 1 + strings.Count(reply.Text, "\n") + 1 + len(reply.Fields); reply.Verdict && len(reply.Fields) > 0 && lines > most {
		fx.T.Errorf("%s is answered in %d lines, title and deal included, want %d at most: %s", req.Command, lines, most, Show(reply))
	}
	if known && (reply.Update || alone && !reply.Ephemeral) {
		fx.T.Errorf("%s is declared as a new message, for the user alone: %v; the reply is %+v", req.Command, alone, reply)
	}
	return reply
}

// here sends a request from a channel of the server.
func (fx *Fixture) here(req commands.Request) commands.Reply {
	fx.T.Helper()
	req.GuildID, req.ChannelID, req.Place, req.ManageGuild = 7, 66, commands.InGuild, req.User == fx.Carla
	return fx.Send(req)
}

// Ask sends a typed command, such as "config set".
func (fx *Fixture) Ask(u commands.User, command string, options commands.Options) commands.Reply {
	fx.T.Helper()
	name, sub, _ := strings.Cut(command, " ")
	return fx.here(commands.Request{Kind: commands.Slash, Command: name, Sub: sub, Options: options, User: u})
}

// Suggest asks for suggestions for the focused option of a command.
func (fx *Fixture) Suggest(u commands.User, command, focused string, options commands.Options) commands.Reply {
	fx.T.Helper()
	name, sub, _ := strings.Cut(command, " ")
	return fx.here(commands.Request{Kind: commands.Complete, Command: name, Sub: sub, Focused: focused, Options: options, User: u})
}

// SettleMessage uses the message command on a message.
func (fx *Fixture) SettleMessage(u commands.User, message string) commands.Reply {
	fx.T.Helper()
	return fx.here(commands.Request{Kind: commands.MessageMenu, Command: "Settle", Message: message, User: u})
}

// Press presses the button at an index in the first row of a reply.
func (fx *Fixture) Press(u commands.User, r commands.Reply, n int) commands.Reply {
	fx.T.Helper()
	if len(r.Rows) == 0 || len(r.Rows[0].Buttons) <= n {
		fx.T.Fatalf("no button %d in %s", n, Show(r))
	}
	return fx.PressID(u, r.Rows[0].Buttons[n].ID)
}

// PressID presses a button with an id.
func (fx *Fixture) PressID(u commands.User, id string) commands.Reply {
	fx.T.Helper()
	return fx.here(commands.Request{Kind: commands.Press, Command: id, User: u})
}

// Pick chooses a value in a menu with an id.
func (fx *Fixture) Pick(u commands.User, id, value string) commands.Reply {
	fx.T.Helper()
	return fx.here(commands.Request{Kind: commands.Press, Command: id, Picked: []string{value}, User: u})
}

// Submit sends a form with an id.
func (fx *Fixture) Submit(u commands.User, id string, boxes commands.Options) commands.Reply {
	fx.T.Helper()
	return fx.here(commands.Request{Kind: commands.Submit, Command: id, Options: boxes, User: u})
}

// Bring plays a deal of Snap and returns the text of the reply alone.
func (fx *Fixture) Bring(u commands.User, piles string) commands.Reply {
	fx.T.Helper()
	return commands.Reply{Text: fx.Ask(u, "snap", commands.Options{"deal": piles}).Text}
}

// Record stores a game of a user's without playing it; one without a key has a deal of its own.
func (fx *Fixture) Record(u commands.User, g store.Game) store.Recorded {
	fx.T.Helper()
	fx.n++
	fx.Now = fx.Now.Add(time.Minute)
	g.RequestID, g.UserID, g.UserName, g.PlayedAt = fmt.Sprint("request ", fx.n), u.ID, u.Name, fx.Now
	g.Key = cmp.Or(g.Key, fmt.Sprint("key ", fx.n))
	r, err := fx.Store.Record(fx.T.Context(), g)
	if err != nil {
		fx.T.Fatal(err)
	}
	return r
}

// RecordSnap stores a game of Snap, two players with four cards each, without playing it.
func (fx *Fixture) RecordSnap(u commands.User, plays, takes int64) {
	fx.T.Helper()
	fx.Record(u, store.Game{
		GuildID: 7, Name: "snap", Division: "2x4", Deal: "abca abba", Ending: "won",
		Plays: plays, Takes: takes, Kind: store.Ends,
	})
}

// AnyControl returns an action that answers every control.
func AnyControl(handle commands.Handler) commands.Action {
	return commands.Action{
		Form: true, Read: func(string) (commands.State, bool) { return nil, true },
		Handle: func(ctx context.Context, req commands.Request, _ commands.State) (commands.Reply, error) {
			return handle(ctx, req)
		},
	}
}

// Book returns the messages of the program.
func Book(t testing.TB) *words.Book {
	t.Helper()
	b, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Games returns the games of the program.
func Games() game.List { return loadGames() }

// Localizer returns the localizer of all games.
func Localizer(t testing.TB) commands.Localizer {
	t.Helper()
	return commands.Localizer{Book: Book(t), Games: Games()}
}

// All that every test needs and none changes is made once: with the race detector it
// would take most of the time.
var (
	loadGames = sync.OnceValue(engine.Games)
	// The palette of pictures.
	loadPictures = sync.OnceValue(func() *picture.Renderer { return newPictures(loadGames()) })
	// listed are the commands without a database.
	listed = sync.OnceValues(func() ([]commands.Command, error) {
		b, err := words.Load()
		if err != nil {
			return nil, err
		}
		return all.Commands(all.Config{Games: loadGames(), Words: b})
	})
)

func newPictures(games game.List) *picture.Renderer {
	return picture.New(games, slog.New(slog.DiscardHandler), nil)
}

// List returns the commands without a database, whose options and actions can be looked at.
func List(t testing.TB) []commands.Command {
	t.Helper()
	list, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	return list
}
