package discordtest_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
)

// ofShard returns the id of a server whose events come to a shard of three.
func ofShard(shard int) string { return fmt.Sprint((33 + shard) << 22) }

// asShard is the data of an identify as a shard.
func asShard(srv *discordtest.Server, id, count int) map[string]any {
	data := identify(srv)
	data["shard"] = [2]int{id, count}
	return data
}

// A session hears of its shard's servers alone, and shard 0 of everything without one.
func TestEventsComeToTheirShard(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{AnyCommand: true, Guilds: []string{ofShard(0), ofShard(1), ofShard(2)}})
	var bots []*rawBot
	for shard := range 3 {
		b := dialRaw(t, srv)
		b.send(2, asShard(srv, shard, 3))
		var ready struct {
			Shard  [2]int
			Guilds []struct{ ID string }
		}
		if err := json.Unmarshal(b.next(0, "READY").Data, &ready); err != nil || ready.Shard != [2]int{shard, 3} {
			t.Errorf("shard %d is told that it is %v, %v", shard, ready.Shard, err)
		}
		if len(ready.Guilds) != 1 || ready.Guilds[0].ID != ofShard(shard) {
			t.Errorf("shard %d is told of %v", shard, ready.Guilds)
		}
		bots = append(bots, b)
	}
	if got := fmt.Sprint(srv.Gateway().Shards()); got != "[0/3 1/3 2/3]" {
		t.Errorf("connected are %s", got)
	}
	for shard, b := range bots {
		srv.Slash("ping", discordtest.InGuild(ofShard(shard), discordtest.DefaultChannelID))
		srv.Slash("ping", discordtest.InDM())
		want := map[bool]int{true: 2, false: 1}[shard == 0] // direct messages too
		srv.Gateway().Do(discordtest.Reconnect(), shard)
		for heard := 0; ; heard++ {
			if m := <-b.got; m.Op == 7 {
				if heard != want {
					t.Errorf("shard %d hears of %d interactions, want %d", shard, heard, want)
				}
				break
			}
		}
	}
}

// A shard that does not exist, and a session with too many servers, are not let in.
func TestWrongShards(t *testing.T) {
	t.Parallel()
	opts := discordtest.Options{}
	for i := range 2501 {
		opts.Guilds = append(opts.Guilds, fmt.Sprint((i+1)<<22))
	}
	srv := discordtest.New(t, opts)
	for _, tt := range []struct{ id, count, code int }{{0, 0, 4010}, {2, 2, 4010}, {-1, 2, 4010}, {0, 1, 4011}} {
		b := dialRaw(t, srv)
		b.send(2, asShard(srv, tt.id, tt.count))
		b.wantClose(tt.code)
	}
	b := dialRaw(t, srv)
	b.send(2, asShard(srv, 1, 2))
	b.next(0, "READY")
}

// Shards whose numbers differ by a multiple of max_concurrency identify one after the other.
func TestIdentifiesTooSoon(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(t, discordtest.Options{InMemory: true, IdentifyEvery: 5 * time.Second, Concurrency: 2})
		for _, tt := range []struct {
			shard  int
			after  time.Duration
			answer int
		}{{0, 0, 0}, {1, 0, 0}, {2, 4 * time.Second, 9}, {2, time.Second, 0}, {3, 0, 0}, {0, 0, 9}} {
			time.Sleep(tt.after)
			b := dialRaw(t, srv)
			b.send(2, asShard(srv, tt.shard, 4))
			event := "READY"
			if tt.answer == 9 {
				event = ""
			}
			b.next(tt.answer, event)
		}
		if c := srv.Gateway().Counts(); c.TooSoon != 2 || c.Readies != 4 {
			t.Errorf("%d identifies came too soon and %d were granted", c.TooSoon, c.Readies)
		}
	})
}
