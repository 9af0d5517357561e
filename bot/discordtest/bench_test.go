package discordtest_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discordtest"
)

// BenchmarkServer measures what the server itself costs: one slash command and
// its answer, through a real discordgo session on loopback.
func BenchmarkServer(b *testing.B) {
	srv := discordtest.New(b, discordtest.Options{AnyCommand: true, Keep: 256})
	bot, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		b.Fatal(err)
	}
	bot.Client = srv.Client()
	bot.Identify.Intents = discordgo.IntentsGuilds
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "pong"},
		}); err != nil {
			b.Error(err)
		}
	})
	if err := bot.Open(); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = bot.Close() }()
	if err := srv.Gateway().WaitReady(b.Context()); err != nil {
		b.Fatal(err)
	}
	b.Run("one at a time", func(b *testing.B) { ask(b, srv, 1) })
	for _, n := range []int{16, 64} {
		b.Run(strconv.Itoa(n)+" at a time", func(b *testing.B) { ask(b, srv, n) })
	}
}

// ask keeps n interactions going until b.N were answered.
func ask(b *testing.B, srv *discordtest.Server, n int) {
	ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
	defer cancel()
	b.SetParallelism(n)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := srv.Slash("ping").Wait(ctx); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "replies/s")
}
