package discordtest_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discordtest"
)

// A bot that answers "pong" is started, asked and checked. In a test, [New] closes the
// server and reports violations.
func Example() {
	srv := discordtest.NewServer(discordtest.Options{})
	defer srv.Close()

	session, _ := discordgo.New("Bot " + srv.Token())
	session.Client = srv.Client()
	session.Identify.Intents = discordgo.IntentsGuilds
	session.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		_ = s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{
				Content: "pong, " + i.Member.User.GlobalName,
				Flags:   discordgo.MessageFlagsEphemeral,
			},
		})
	})
	if err := session.Open(); err != nil {
		log.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	ping := &discordgo.ApplicationCommand{Name: "ping", Description: "Answers at once"}
	if _, err := session.ApplicationCommandBulkOverwrite(discordtest.AppID, "", []*discordgo.ApplicationCommand{ping}); err != nil {
		log.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	answer, err := srv.Slash("ping", discordtest.By("1400000000000000007", "Bo")).Wait(ctx)
	fmt.Println(answer.Message.Content, err)
	fmt.Println("only Bo sees it:", answer.Message.Ephemeral())
	fmt.Println("rules broken:", len(srv.TakeViolations()))
	// Output:
	// pong, Bo <nil>
	// only Bo sees it: true
	// rules broken: 0
}
