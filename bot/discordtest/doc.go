// Package discordtest is a Discord for tests: a gateway and a REST API on
// loopback that a real bot connects to, strict about Discord's limits and able
// to misbehave on demand.
//
// It plays the part of Discord and of the people in it. A test starts a
// server, lets its bot connect, types a command, and reads what the bot
// answered:
//
//	srv := discordtest.New(t, discordtest.Options{})
//	bot, _ := discordgo.New("Bot " + srv.Token())
//	bot.Client = srv.Client()
//	bot.Open()
//	defer bot.Close()
//	…
//	answer, err := srv.Slash("ping", discordtest.Text("to", "you")).Wait(ctx)
//	// answer.Message.Content == "pong"
//
// The test fails at its end when the bot broke a rule, whether or not the test
// looked: see [Server.Violations].
package discordtest
