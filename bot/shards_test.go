package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nonna/bot/discordtest"
)

// The bot answers on the servers of all shards, and its figures and monitors show each.
func TestShards(t *testing.T) {
	t.Parallel()
	opts := discordtest.Options{Patient: true, Shards: 3, Concurrency: 3}
	for shard := range 6 {
		opts.Guilds = append(opts.Guilds, fmt.Sprint((3+shard)<<22))
	}
	srv := discordtest.New(t, opts)
	address := freeAddress(t)
	ctx, _ := launch(t, srv, "NONNA_METRICS="+address)
	await(ctx, t, "http://"+address+"/metrics", `^nonna_guilds 6$`, `^nonna_gateway_connected 1$`)
	for i, guild := range opts.Guilds { // a member each: one would soon be asked to wait
		a, err := srv.Slash("about", discordtest.InGuild(guild, discordtest.DefaultChannelID), discordtest.By(fmt.Sprint(8000+i), "Anna")).Wait(ctx)
		if err != nil || !strings.Contains(fmt.Sprint(a.Message), "On 6 servers") {
			t.Errorf("on server %s: %+v, %v", guild, a, err)
		}
	}
	await(ctx, t, "http://"+address+"/readyz", `^ok$`)
	await(ctx, t, "http://"+address+"/metrics", `^nonna_gateway_connected 1$`,
		`^# TYPE nonna_shard_connected gauge\nnonna_shard_connected{shard="0"} 1$`, `^nonna_shard_connected{shard="2"} 1$`)

	srv.Gateway().Next(discordtest.Connect{Times: -1, Refuse: http.StatusServiceUnavailable})
	srv.Gateway().Do(discordtest.Cut(), 1)
	const down = "the bot is not connected to Discord on all shards: 2 of 3 are"
	await(ctx, t, "http://"+address+"/readyz", `^`+down+`$`)
	await(ctx, t, "http://"+address+"/metrics", `^nonna_gateway_connected 0$`, `^nonna_shard_connected{shard="1"} 0$`)
	if status, said := runAt(t, srv, []string{"NONNA_METRICS=" + address}, "health"); status != 1 || said != "nonna: "+down+"\n" {
		t.Errorf("health: status %d, %s", status, said)
	}
	if _, err := srv.Slash("about", discordtest.InGuild(opts.Guilds[0], discordtest.DefaultChannelID)).Wait(ctx); err != nil {
		t.Errorf("on a server of another shard: %v", err)
	}
}
