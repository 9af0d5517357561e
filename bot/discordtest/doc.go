// Package discordtest is a Discord for tests: a gateway and a REST API on loopback for a
// real bot, strict about Discord's rules, and with faults on demand.
//
// It plays Discord and its users. A test starts a server, lets its bot connect and register
// its commands, uses one, and checks the answer:
//
//	srv := discordtest.New(t, discordtest.Options{})
//	… // the bot uses srv.Token and srv.Transport, and connects
//	answer, err := srv.Slash("ping", discordtest.Text("to", "you")).Wait(ctx)
//	// answer.Message.Content, .Embeds, .Files, …
//
// It works for bots of any library whose HTTP transport can be set: [Server.Transport] sends
// requests for Discord's hosts to the server, whose GET /gateway gives the address of its
// gateway.
//
// # Goals
//
//   - What works here works at Discord. Every request is checked against Discord's
//     published specification, the state, and the few limits that the specification leaves
//     out. Requests that break a rule are refused as at Discord.
//   - A bot that breaks a rule fails its test, even if the test does not check it.
//   - Faults that happen once a month happen on demand.
//   - Tests read as what users do and see.
//
// # Non-goals
//
//   - Not a Discord to run: only version 10 of the routes named by [Route], and the permissions
//     that a test sets; no voice, threads, roles or compression, no events but interactions,
//     and no rate limits except those that a test orders.
//   - The texts of errors and their form are not Discord's; their codes and places in the body are.
//
// # Interactions over HTTP
//
// [Server.SetEndpoint] sends interactions to an address instead of the gateway, signed as at
// Discord, once the address passes Discord's test of it. [Server.Sign] and [Server.Post] post
// whatever else a test wants.
//
// # Actions and results
//
// [Server.Slash], [Server.Autocomplete], [Server.OnMessage], [Server.Press],
// [Server.Select] and [Server.Submit] do what a user does and return an [Interaction] at
// once. They do not send what Discord's client would not offer: an unregistered command, an
// unknown option, a disabled button; [Interaction.Wait] then returns an error. Options of the
// command, place and user are [Opt] values: [Text], [Sub], [InDM], [By].
//
// [Server.Messages] returns the messages in a channel, [Server.Commands] the registered
// commands, [Server.Requests] all requests, [Gateway.Counts] what the gateway counted.
// [Server.Until] waits for any of them.
//
// # Rules
//
// Each [Violation] fails the test; tests that break rules on purpose take them with
// [Server.TakeViolations]. [RuleSpec] stands for everything in the specification. Every other
// [Rule] is a sentence of Discord's; those in rules.json are JSON Schemas that are added to
// the specification.
//
// spec.json is the part of https://github.com/discord/discord-api-spec (MIT, see
// spec.LICENSE) that describes the requests served here. internal/trimspec renews it, and
// adds new routes.
//
// # Faults
//
// [Server.Fail] orders a [Fault] of the REST API or the CDN: statuses, rate limits, delays,
// uploads that are cut, answers that are lost after the work was done. [Server.SilenceHTTP]
// makes connections half-open. [Gateway.Do] does a [Step] to open gateway connections:
// reconnects, invalid sessions, silence, any close code, any text. [Gateway.Next] orders
// faults of later ones, and [Gateway.Dispatch] sends any event.
//
// # Time
//
// All times, such as Discord's three seconds, are measured with [time.Now]. With
// [Options.InMemory] connections are pipes in memory, and the test can run in a
// testing/synctest bubble, where an hour of heartbeats takes milliseconds. Two
// things stop a bubble's clock: the network, and waiting for a [sync.Mutex].
package discordtest
