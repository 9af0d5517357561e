package app_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/app"
	"nonna/bot/discordtest"
	"nonna/bot/gateway"
	"nonna/engine"
	"nonna/store"
)

// storedGuild makes a database with a game on a server that the bot left long
// ago.
func storedGuild(t *testing.T, path string, guild uint64) {
	t.Helper()
	st, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = st.Record(t.Context(), store.Game{
		RequestID: "game", GuildID: guild, UserID: 6, UserName: "Anna", Game: "snap", Division: "2x2", Deal: "ab ba",
		Key: "k", Ending: "won", Plays: 4, Takes: 1, Kind: store.Ends, PlayedAt: time.Now(),
	})
	if err := errors.Join(err, st.GuildLeft(t.Context(), guild, time.Now()), st.Close()); err != nil {
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

// Without a session it is not known which servers the bot is in.
func TestNothingIsDeletedBeforeThereIsASession(t *testing.T) {
	t.Parallel()
	games, err := engine.Games()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		const here, left = 7, 8
		path := filepath.Join(t.TempDir(), "nonna.db")
		storedGuild(t, path, left)
		a, err := app.Open(t.Context(), app.Config{DB: path, Games: games, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		srv := discordtest.New(t, discordtest.Options{InMemory: true, Guilds: []string{fmt.Sprint(here)}})
		srv.Gateway().Next(discordtest.Connect{Times: -1, Refuse: http.StatusServiceUnavailable})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- a.Serve(ctx, gateway.Config{
				Timing: gateway.Timing{Dead: time.Hour}, Token: srv.Token(), Dial: srv.DialContext, Transport: func() http.RoundTripper { return srv.Transport() },
			})
		}()
		time.Sleep(30 * time.Minute)
		if n := storedGames(t, path); n != 1 {
			t.Errorf("never connected: %d games, want 1", n)
		}
		srv.Heal()
		time.Sleep(10 * time.Minute)
		if n := storedGames(t, path); n != 0 {
			t.Errorf("connected: %d games, want none", n)
		}
		stop()
		if err := errors.Join(<-ended, a.Close()); err != nil {
			t.Error(err)
		}
	})
}
