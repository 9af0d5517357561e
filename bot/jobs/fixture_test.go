package jobs_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/jobs"
	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine"
	"nonna/store"
	"nonna/store/storetest"
)

// fixture is a store with jobs over it, in a bubble of time.
type fixture struct {
	jobs.Config
	t    *testing.T
	path string // of the store's file
	sent *recorder
	// pause is how long the jobs wait for the time: it makes their rounds rare where much time
	// passes.
	pause time.Duration

	mu     sync.Mutex
	guilds map[uint64]bool
	// noList and noWord are the errors with which Discord does not say which servers the bot is
	// in, and whether it is in a single one.
	noList, noWord error
	log            bytes.Buffer
}

// errNoTime is the error of [jobs.Config.Now] while the time is unknown.
var errNoTime = errors.New("nobody knows what time it is")

// newFixture makes a server for each of the ids, with one game. The bot is in all of them.
func newFixture(t *testing.T, guilds ...uint64) *fixture {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nonna.db")
	st, err := storetest.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	book, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := &fixture{t: t, path: path, guilds: map[uint64]bool{}, sent: new(recorder)}
	h.Config = jobs.Config{
		Store: st, Say: commands.Localizer{Book: book, Games: engine.Games()}, Servers: h,
		Messages: jobs.Messages{Send: h.sent.send, Edit: h.sent.edit},
		Now:      func(context.Context) (time.Time, error) { time.Sleep(h.pause); return time.Now(), nil },
		Hold:     func(ctx context.Context, _ string, do func(context.Context)) { do(ctx) },
		Log:      slog.New(slog.NewTextHandler(h, nil)),
	}
	for _, id := range guilds {
		h.play(id)
		h.join(id, true)
	}
	return h
}

// bubble runs a test with a fixture in a bubble, and closes the fixture inside it.
func bubble(t *testing.T, guilds []uint64, f func(*fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newFixture(t, guilds...)
		f(h)
		if err := h.Store.Close(); err != nil {
			t.Error(err)
		}
	})
}

// start runs jobs; end stops them and waits for their end.
func (h *fixture) start(names ...string) (end func()) {
	c := h.Config
	c.Only = names
	ctx, cancel := context.WithCancel(h.t.Context())
	var running sync.WaitGroup
	running.Go(func() { jobs.Run(ctx, c) })
	return func() { cancel(); running.Wait() }
}

// Write takes what is logged.
func (h *fixture) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.log.Write(p)
}

// logged returns what was logged.
func (h *fixture) logged() string {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.log.String()
}

func (h *fixture) play(guild uint64) { h.playBy(guild, 5, "Anna") }

func (h *fixture) playBy(guild, user uint64, name string) {
	h.t.Helper()
	_, err := h.Store.Record(h.t.Context(), store.Game{
		RequestID: fmt.Sprint("request ", guild), GuildID: guild, UserID: user, UserName: name, Name: "camicia",
		Division: "52", Deal: "#1", Key: "k", Ending: "won", Plays: 9, Takes: 1, Kind: store.Ends, PlayedAt: time.Now(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) join(guild uint64, in bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.guilds[guild] = in
}

// Guilds and Knows implement [jobs.Servers].
func (h *fixture) Guilds(context.Context) (all []uint64, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, in := range h.guilds {
		if in {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all, h.noList
}

func (h *fixture) Knows(_ context.Context, guild uint64) (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.guilds[guild] && h.noWord == nil, h.noWord
}

// says sets what Discord does not say of servers.
func (h *fixture) says(noList, noWord error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.noList, h.noWord = noList, noWord
}

// wantLeaving checks of which servers the data is to be deleted.
func (h *fixture) wantLeaving(when string, want ...uint64) {
	h.t.Helper()
	synctest.Wait()
	got, err := h.Store.GuildsLeaving(h.t.Context(), time.Now().Add(2*jobs.Grace), 0, 9)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		h.t.Errorf("%s: the data of servers %v is to be deleted (%v), want %v", when, got, err, want)
	}
}

// damage changes the database in ways that the store never does.
func (h *fixture) damage(texts ...string) {
	h.t.Helper()
	db, err := sql.Open("sqlite", h.path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	for _, text := range texts {
		if _, err := db.ExecContext(h.t.Context(), text); err != nil {
			h.t.Fatalf("%s: %v", text, err)
		}
	}
}
