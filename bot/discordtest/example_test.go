package discordtest_test

import (
	"context"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discordtest"
)

// A bot that answers "pong" is started, asked, and judged. In a test, [New]
// does the closing and the judging.
func Example() {
	srv, err := discordtest.NewServer(discordtest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = srv.Close() }()

	session, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		fmt.Println(err)
		return
	}
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
		fmt.Println(err)
		return
	}
	defer func() { _ = session.Close() }()
	_, err = session.ApplicationCommandCreate(discordtest.AppID, "", &discordgo.ApplicationCommand{
		Name: "ping", Description: "Answers at once",
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	answer, err := srv.Slash("ping", discordtest.By(discordtest.NewUser("1400000000000000007", "Bo"))).Wait(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Message.Content)
	fmt.Println("only Bo sees it:", answer.Message.Ephemeral())
	fmt.Println("rules broken:", len(srv.TakeViolations()))
	// Output:
	// pong, Bo
	// only Bo sees it: true
	// rules broken: 0
}
