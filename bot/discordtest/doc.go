// Package discordtest is a Discord for tests: a gateway and a REST API on
// loopback that a real bot connects to, strict about Discord's limits, and able
// to misbehave on demand.
//
// It plays Discord and the people in it. A test starts a server, lets its bot
// connect, types a command, and reads what the user got:
//
//	srv := discordtest.New(t, discordtest.Options{})
//	session, err := discordgo.New("Bot " + srv.Token())
//	session.Client = srv.Client()
//	err = session.Open()
//	…
//	answer, err := srv.Slash("ping", discordtest.Text("to", "you")).Wait(ctx)
//	// answer.Message.Content, .Embeds, .Files, …
//
// Any bot will do, in any library, as long as its HTTP transport can be set:
// [Server.Transport] takes requests for Discord's hosts to the server, and the
// gateway's address comes from the server's own GET /gateway.
//
// # Goals
//
//   - What passes here passes at Discord. Bodies are checked against every
//     limit in Discord's documentation, and against its published OpenAPI
//     specification where that is at hand; what breaks one is answered with the
//     error that Discord sends, nested "errors" and all.
//   - A bot that broke a rule fails its test, whether or not the test looked:
//     see [Violation].
//   - What goes wrong once a month goes wrong on demand: see [Fault] and
//     [Gateway].
//   - A test reads as what people did and saw: see [Server.Slash] and
//     [Interaction].
//
// # Non-goals
//
// It is no Discord to run: nothing is stored, and there are no permissions
// beyond those a test states, no voice, no threads, no roles. Limits whose
// numbers Discord does not publish, such as those of single routes, are not
// guessed at.
//
// # Doing things
//
// [Server.Slash], [Server.Autocomplete], [Server.OnMessage], [Server.Press],
// [Server.Select] and [Server.Submit] do what a user does and come back at
// once with an [Interaction], whose methods wait for what the bot answers.
// Options of the command, and where and by whom it is used, are [Opt] values:
// [Text], [Sub], [Attach], [By], [InDM], [Locale] and so on.
//
// What Discord's client would not let a user do is not sent: a command that is
// not registered, a required option that is missing, a button that is disabled.
// The interaction then carries the error. [Forged] sends it all the same, since
// a bot must never trust what comes in.
//
// # Time
//
// The first answer has three seconds and the token lives fifteen minutes, by
// [Options.Now]; with a [Clock] a test moves on by hand. For time that passes
// in the bot itself there is [Options.InMemory]: connections are then pipes in
// memory, and the test can run in a testing/synctest bubble, where an hour of
// heartbeats takes milliseconds. Two things stop a bubble's clock: waiting for
// a [sync.Mutex], and the network. discordgo sleeps a second in Close while it
// holds its session's lock, so between closing and reconnecting nothing else of
// a bot may ask for that lock; and where it deadlocks for good, as it does when
// Op 7 comes instead of READY, a test must use TCP and real deadlines.
//
// # Misbehaving
//
// [Server.Fail] orders faults of the REST API: statuses, rate limits, delays,
// connections cut in mid-upload, answers that are lost though the work was
// done. [Gateway.Next] orders how coming connections go wrong, and the other
// methods of [Gateway] act on those that are open: reconnects, invalid
// sessions, silence, missing heartbeat ACKs, any close code. [Interaction.Redeliver]
// and [Gateway.ReplayOnResume] deliver events twice.
//
// # Looking
//
// [Server.Requests] has every request as it came, [Gateway.Counts] what the
// gateway saw, [Server.Commands] what is registered, [Server.Messages] what
// stands in a channel. The server remembers a bounded number of each, so that
// it can be kept busy for as long as a test of memory needs: see [Options.Keep].
//
// # The specification
//
// Discord publishes an OpenAPI specification (github.com/discord/discord-api-spec).
// The file is found as [SpecEnv] says; without it that one check is skipped,
// and the test's log says so. The limits that the specification does not
// express are checked always.
package discordtest
