// Package discordtest is a Discord for tests: a gateway and a REST API on
// loopback that a real bot connects to, strict about Discord's rules, and able
// to misbehave on demand.
//
// It plays Discord and the people in it. A test starts a server, lets its bot
// connect and register its commands, types one, and reads what the user got:
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
//   - What passes here passes at Discord. Every request is checked by Discord's
//     published specification, and for the state and the few limits that it
//     leaves out; what breaks a rule is refused as Discord does.
//   - A bot that broke a rule fails its test, whether or not the test looked.
//   - What goes wrong once a month goes wrong on demand.
//   - A test reads as what people did and saw.
//
// # Non-goals
//
// It is no Discord to run. It knows only the routes named by [Route], one
// shard, and the permissions that a test states; no voice, threads or roles, no
// compression, and no rate limits but those that a test orders. The words of an
// error are not Discord's; its code and the place in the body are.
//
// # Doing and seeing things
//
// [Server.Slash], [Server.Autocomplete], [Server.OnMessage], [Server.Press],
// [Server.Select] and [Server.Submit] do what a user does and come back at once
// with an [Interaction]. What Discord's client would not offer is not sent: a
// command that is not registered, an option that it does not have, a button that
// is disabled; [Interaction.Wait] then returns the error. Options of the command,
// and where and by whom it is used, are [Opt] values: [Text], [Sub], [By], [InDM].
//
// [Server.Messages] is what stands in a channel, [Server.Commands] what is
// registered, [Server.Requests] every request as it came, [Gateway.Counts] what
// the gateway saw. [Server.Until] waits for any of them.
//
// # Rules
//
// New fails the test for each [Violation]; [Server.TakeViolations] takes them
// from a test that breaks rules on purpose. [RuleSpec] is everything that the
// specification says. Each other [Rule] is the sentence of Discord that it holds;
// those of rules.json are JSON Schemas laid over the specification.
//
// The specification is the part of https://github.com/discord/discord-api-spec
// (MIT, see spec.LICENSE) that describes the requests served here. It lies in
// spec.json; to renew it, or when a route was added, see internal/trimspec.
//
// # Faults
//
// [Server.Fail] orders a [Fault] of the REST API or the CDN: statuses, rate
// limits, delays, connections cut in mid-upload, answers that are lost though
// the work was done. [Server.SilenceHTTP] leaves connections half-open.
// [Gateway.Do] does a [Step] to open gateway connections: reconnects, invalid
// sessions, silence, any close code, any frame. [Gateway.Next] orders how coming
// ones go wrong, and [Gateway.Dispatch] sends any event.
//
// # Time
//
// Three seconds, fifteen minutes and all else go by [time.Now]. With
// [Options.InMemory] connections are pipes in memory, and the test can run in a
// testing/synctest bubble, where an hour of heartbeats takes milliseconds. Two
// things stop a bubble's clock: the network, and waiting for a [sync.Mutex].
// discordgo sleeps a second in Close while it holds its session's lock, so
// between closing and reconnecting nothing else of a bot may ask for that lock;
// and where it deadlocks for good, as it does when Op 7 comes instead of READY,
// a test must use TCP and real deadlines.
package discordtest
