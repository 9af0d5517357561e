package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/app"
	"nonna/bot/discord"
	"nonna/bot/discord/session"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/bot/jobs"
	"nonna/engine"
	"nonna/store/lease"
)

// leaseNames are the names of which leases were asked for.
type leaseNames struct {
	mu  sync.Mutex
	all map[string]bool
}

func (n *leaseNames) add(names ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, name := range names {
		n.all[name] = true
	}
}

// hold is [session.Sharding.Hold].
func (n *leaseNames) hold(ctx context.Context, name string, do func(context.Context) error) error {
	n.add(name)
	return do(ctx)
}

// share is [session.Sharding.Share], and has the name under which processes share the others.
func (n *leaseNames) share(ctx context.Context, names []string, do func(ctx context.Context, name string)) {
	n.add(append(names, "sharing "+strings.Join(names, ", "))...)
	var running sync.WaitGroup
	for _, name := range names {
		running.Go(func() { do(ctx, name) })
	}
	running.Wait()
}

// usedNames returns the names that a bot with so many shards asks for, each of which may identify at
// once, and those of all jobs: the console adds to theirs.
func usedNames(t *testing.T, shards int) map[string]bool {
	t.Helper()
	names := &leaseNames{all: map[string]bool{lease.Alive: true}}
	jobs.Run(t.Context(), jobs.Config{Hold: func(_ context.Context, name string, _ func(context.Context)) {
		names.add(name, name+" of the console")
	}})
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(t, discordtest.Options{InMemory: true, Shards: shards, Concurrency: shards})
		log := slog.New(slog.DiscardHandler)
		say, err := app.NewLocalizer(engine.Games())
		if err != nil {
			t.Fatal(err)
		}
		router, err := app.NewRouter(nil, say, log)
		if err != nil {
			t.Fatal(err)
		}
		bot, err := interactions.New(interactions.Config{
			Config: discord.Config{
				Token: srv.Token(), Logger: log, Dial: srv.DialContext, Transport: func() http.RoundTripper { return srv.Transport() },
			},
			Router: router, Sharding: session.Sharding{Hold: names.hold, Share: names.share},
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- bot.Run(ctx) }()
		time.Sleep(time.Minute)
		if live := len(srv.Gateway().Shards()); live != shards {
			t.Errorf("connected are %d of %d", live, shards)
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return names.all
}

// No two names of leases that the bot uses have one key, however many shards Discord gives it. The
// names are those that it asks for.
func TestNoTwoNamesCollide(t *testing.T) {
	t.Parallel()
	names := usedNames(t, 64)
	for _, name := range []string{"commands", "identify 0", "identify 63", "shard 63 of 64", "job finisher", "job hunter of the console"} {
		if !names[name] {
			t.Errorf("%q was not asked for, of %q", name, slices.Sorted(maps.Keys(names)))
		}
	}
	for _, of := range []int{1, 2, 3, 6, 16, 256, 1024} {
		var shards []string
		for shard := range of {
			shards = append(shards, fmt.Sprintf("shard %d of %d", shard, of))
		}
		for _, name := range append(shards, "sharing "+strings.Join(shards, ", ")) {
			names[name] = true
		}
	}
	keys := map[int32]string{}
	for name := range names {
		k := lease.Key(name)
		if other, ok := keys[k]; ok {
			t.Errorf("%q and %q have the key %d", name, other, k)
		}
		keys[k] = name
	}
}
