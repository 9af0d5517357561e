package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/app"
	"nonna/bot/console"
	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/commands"
	"nonna/engine"
	"nonna/store"
)

// storedGuild stores a game and an ended challenge for a server that the bot left long ago.
func storedGuild(t *testing.T, path string, guild uint64) {
	t.Helper()
	st, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = st.Record(t.Context(), store.Game{
		RequestID: fmt.Sprint("game", guild), GuildID: guild, UserID: 6, UserName: "Anna", Name: "snap", Division: "2x2", Deal: "ab ba",
		Key: "k", Ending: "won", Plays: 4, Takes: 1, Kind: store.Ends, PlayedAt: time.Now(),
	})
	opened := time.Now().AddDate(0, 0, -2)
	_, err2 := st.OpenChallenge(t.Context(), store.Action{RequestID: fmt.Sprint("open", guild), GuildID: guild, ActorID: 5, At: opened}, store.Challenge{
		ChannelID: guild, Game: "snap", Division: "2x2", Kind: store.Ends, By: store.ByPlays, EndsAt: opened.AddDate(0, 0, 1),
	})
	if err := errors.Join(err, err2, st.GuildLeft(t.Context(), guild, time.Now()), st.Close()); err != nil {
		t.Fatal(err)
	}
}

// storedGames counts the games in a database that is in use.
func storedGames(t *testing.T, path string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.QueryRowContext(t.Context(), "SELECT count(*) FROM games").Scan(&n), db.Close()); err != nil {
		t.Fatal(err)
	}
	return n
}

// Jobs wait for a session of a shard, or for Discord's answer where interactions come over HTTP:
// a process that cannot reach Discord is to leave them to others. The console's server is kept,
// although the bot is never in it, and is not announced in Discord.
func TestNothingIsDeletedBeforeThereIsASession(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		guild    uint64
		want     int
		overHTTP bool
		shards   int
	}{
		{"a server", 8, 0, false, 1},
		{"a server, with one shard of two open", 8, 0, false, 2},
		{"the console's", console.Guild, 1, false, 1},
		{"a server, over HTTP", 8, 0, true, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { connectLate(t, tt.guild, tt.want, tt.overHTTP, tt.shards) })
		})
	}
}

// connectLate delays the bot's connection to Discord, with the session of the first of its shards,
// and checks how many games are left of a server that it is not in.
func connectLate(t *testing.T, guild uint64, want int, overHTTP bool, shards int) {
	const here = 7
	games := engine.Games()
	path := filepath.Join(t.TempDir(), "nonna.db")
	storedGuild(t, path, guild)
	a, err := app.Open(t.Context(), app.Config{DB: path, Games: games, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	srv := discordtest.New(t, discordtest.Options{InMemory: true, Guilds: []string{fmt.Sprint(here)}, Shards: shards})
	down := discordtest.Connect{Times: -1, Refuse: http.StatusServiceUnavailable}
	srv.Gateway().Next(down)
	cfg := interactions.Config{Config: discord.Config{
		Token: srv.Token(), Dial: srv.DialContext, Transport: func() http.RoundTripper { return srv.Transport() }, GiveUpAfter: time.Hour,
	}}
	if overHTTP {
		cfg.HTTP = discordtest.NewPipes()
		srv.Fail(discordtest.Fault{Route: discordtest.RouteMyApp, Times: -1, Status: http.StatusServiceUnavailable})
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Serve(ctx, cfg) }()
	time.Sleep(30 * time.Minute)
	if n := storedGames(t, path); n != 1 {
		t.Errorf("never connected: %d games, want 1", n)
	}
	srv.Heal()
	if shards > 1 {
		srv.Gateway().Next(discordtest.Connect{}, down)
	}
	time.Sleep(10 * time.Minute)
	if n := storedGames(t, path); n != want {
		t.Errorf("connected: %d games, want %d", n, want)
	}
	if said := srv.Requests(discordtest.RouteMessageCreate); guild == console.Guild && len(said) > 0 {
		t.Errorf("%d announcements of the console's server were sent to Discord", len(said))
	}
	stop()
	if err := errors.Join(<-ended, a.Close()); err != nil {
		t.Error(err)
	}
}

// Announcements of the console's server are shown there, unless a bot uses the database, by whose
// time they are made.
func TestAnnouncementsAtTheConsole(t *testing.T) {
	t.Parallel()
	games := engine.Games()
	for _, guilds := range [][]uint64{{console.Guild}, {console.Guild, 8}} {
		path := filepath.Join(t.TempDir(), "nonna.db")
		for _, guild := range guilds {
			storedGuild(t, path, guild)
		}
		a, err := app.Open(t.Context(), app.Config{DB: path, Games: games, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for range 2 {
			a.Announce(t.Context(), "it", func(r commands.Reply) { said = append(said, r.Title) })
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		want := 1
		if len(guilds) > 1 {
			want = 0
		}
		if len(said) != want || want > 0 && !strings.HasPrefix(said[0], "🏁 Sfida terminata: Snap") {
			t.Errorf("with servers %v: %q is announced", guilds, said)
		}
	}
}

// A game that was asked for before the end of a challenge is recorded before the result is
// final, however long it waited for its turn.
func TestNoRequestTakesLongerThanLateGames(t *testing.T) {
	t.Parallel()
	const (
		taken = 3 * time.Second // after which Discord takes no first answer
		slack = 20 * time.Second
	)
	if longest := taken + interactions.MaxWait + commands.DefaultDeadline; longest+slack > store.LateGames {
		t.Errorf("a request may take %v, and a challenge waits %v for it", longest, store.LateGames)
	}
}
