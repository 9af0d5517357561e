// Package discord speaks to Discord for one bot: sessions with the gateway, calls of the
// REST API, and the endpoint that Discord posts interactions to. It knows no commands;
// package gateway does.
//
// # Goals
//
//   - A [Session] comes back by itself with Resume where Discord allows it, never
//     hangs, and spends no identify that it need not: Discord allows 1,000 a day.
//   - Nothing that the gateway sends can do harm: messages are bounded, every read
//     and every write has a deadline, and a message or an event with a field of
//     another type than Discord documents is passed over whole.
//   - A [Client] waits, retries and paces calls by itself, within the deadlines of
//     their contexts. Of discordgo it uses addresses, types, and what a single call
//     consists of.
//   - An [Endpoint] takes only what Discord signed lately, by Discord's own clock, and no
//     client of it can use up memory or hold up others for long.
//   - What a restart cannot mend ends the program with a status of its own, on
//     which a service manager does not restart it; what hangs ends it with another:
//     see [ExitCode].
//   - No token and no interaction's address is ever logged.
//
// # Non-goals
//
//   - No sharding yet. Discord requires it from 2,500 servers on, and says so by
//     closing with 4011, which ends the program with [ErrSharding]. A client can have
//     several sessions, which identify in turn.
//   - No TLS for an endpoint: it ends at a proxy before it.
//   - No proxy for the gateway's connection; REST honours HTTPS_PROXY.
//
// # A session's life
//
// [Session.Run] keeps one connection at a time. Before each identify it asks how many
// are left today. A connection has a reader, which calls the session's [Handler], a
// goroutine that sends heartbeats, and one that hangs up. Run watches them without
// waiting for any: a heartbeat that is not acknowledged ends the connection, a reader
// that does not return ends the process. Only the end of Run closes the session for good,
// with code 1000: other connections are closed with 4000, which allows a resume.
package discord
