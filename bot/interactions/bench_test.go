package interactions_test

import (
	"log/slog"
	"net"
	"testing"

	"nonna/bot/discord/endpoint"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/bot/interactions/load"
	"nonna/commands"
)

// BenchmarkAdapterPong is a program that answers "pong": what this package and the router cost by
// themselves.
func BenchmarkAdapterPong(b *testing.B) {
	srv := discordtest.New(b, discordtest.Options{})
	r := launch(b, srv, []commands.Command{says("ping", commands.Reply{Text: "pong"})}, func(c *interactions.Config) {
		c.Logger = slog.New(slog.DiscardHandler)
	})
	if err := srv.Gateway().WaitReady(within(b)); err != nil {
		b.Fatal(err)
	}
	load.Measure(b, func() *discordtest.Interaction { return r.srv.Slash("ping") })
}

// BenchmarkAdapterPongHTTP is BenchmarkAdapterPong with interactions over HTTP.
func BenchmarkAdapterPongHTTP(b *testing.B) {
	srv := discordtest.New(b, discordtest.Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ready := make(chan struct{})
	r := launch(b, srv, []commands.Command{says("ping", commands.Reply{Text: "pong"})}, func(c *interactions.Config) {
		c.Logger, c.HTTP, c.Ready = slog.New(slog.DiscardHandler), l, func() { close(ready) }
	})
	<-ready
	if err := srv.SetEndpoint(within(b), "http://"+l.Addr().String()+endpoint.Path); err != nil {
		b.Fatal(err)
	}
	load.Measure(b, func() *discordtest.Interaction { return r.srv.Slash("ping") })
}
