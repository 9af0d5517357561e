package gateway_test

import (
	"log/slog"
	"net"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/gateway"
	"nonna/bot/gateway/load"
	"nonna/commands"
)

// BenchmarkPong is the barest program on discordgo, answering "pong": what no
// bot on this library can be faster than.
func BenchmarkPong(b *testing.B) {
	srv := discordtest.New(b, discordtest.Options{AnyCommand: true})
	session, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		b.Fatal(err)
	}
	session.Client, session.Dialer = srv.Client(), &websocket.Dialer{NetDialContext: srv.DialContext}
	session.Identify.Intents = discordgo.IntentsGuilds
	session.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "pong"},
		})
		if err != nil {
			b.Error(err)
		}
	})
	if err := session.Open(); err != nil {
		b.Fatal(err)
	}
	defer session.Close()
	if err := srv.Gateway().WaitReady(within(b)); err != nil {
		b.Fatal(err)
	}
	load.Measure(b, func() *discordtest.Interaction { return srv.Slash("ping") })
}

// BenchmarkAdapterPong is the same answer through this package: what the
// adapter and the router cost by themselves.
func BenchmarkAdapterPong(b *testing.B) {
	srv := discordtest.New(b, discordtest.Options{})
	r := launch(b, srv, []commands.Command{says("ping", commands.Reply{Text: "pong"})}, func(c *gateway.Config) {
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
	r := launch(b, srv, []commands.Command{says("ping", commands.Reply{Text: "pong"})}, func(c *gateway.Config) {
		c.Logger, c.HTTP, c.Ready = slog.New(slog.DiscardHandler), l, func() { close(ready) }
	})
	<-ready
	if err := srv.SetEndpoint(within(b), "http://"+l.Addr().String()+discord.PathInteractions); err != nil {
		b.Fatal(err)
	}
	load.Measure(b, func() *discordtest.Interaction { return r.srv.Slash("ping") })
}
