package discordtest_test

import (
	"context"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discordtest"
)

// testContext bounds what a test waits for: only a broken one waits so long.
func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// newSession makes an unopened discordgo session that talks to srv.
func newSession(t *testing.T, srv *discordtest.Server) *discordgo.Session {
	t.Helper()
	bot, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		t.Fatal(err)
	}
	bot.Client = srv.Client()
	bot.Dialer = srv.Dialer()
	bot.Identify.Intents = discordgo.IntentsGuilds
	return bot
}

// open connects the session and waits until it is running.
func open(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
	t.Helper()
	if err := bot.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bot.Close() })
	// The first heartbeat is sent by a goroutine that Open leaves behind; what
	// a test does next must not meet it half-way.
	started := func(c discordtest.Counts) bool { return c.Live > 0 && c.Heartbeats > 0 }
	if err := srv.Gateway().Wait(testContext(t), started); err != nil {
		t.Fatal(err)
	}
}

func TestARealSessionRegistersAndAnswers(t *testing.T) {
	srv := discordtest.New(t, discordtest.Options{})
	bot := newSession(t, srv)
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		said := i.ApplicationCommandData().Options[0].StringValue()
		_ = s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "pong " + said},
		})
	})
	open(t, srv, bot)
	_, err := bot.ApplicationCommandBulkOverwrite(discordtest.AppID, "", []*discordgo.ApplicationCommand{{
		Name: "ping", Description: "Answers",
		Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionString, Name: "text", Description: "What", Required: true,
		}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := srv.Slash("ping", discordtest.Text("text", "you")).Wait(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	if answer.Message.Content != "pong you" {
		t.Errorf("answered %q", answer.Message.Content)
	}
}
