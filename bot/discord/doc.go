// Package discord speaks to Discord for one bot: sessions with the gateway, calls of the
// REST API, and the endpoint that Discord posts interactions to. It knows no commands;
// package gateway does.
//
// # Goals
//
//   - A session comes back by itself with Resume where Discord allows it, never
//     hangs, and spends no identify that it need not: Discord allows 1,000 a day.
//   - A gateway that is silent or sends nonsense does no harm: messages are bounded, opening
//     and writing have deadlines, and a message that cannot be read is passed over.
//   - A [Client] waits, retries and paces calls by itself, within the deadlines of
//     their contexts. Of discordgo it uses types.
//   - An [Endpoint] takes only what Discord signed lately, by Discord's own clock, and nothing
//     while Discord cannot be answered.
//   - What a restart cannot mend ends the program with a status of its own, on
//     which a service manager does not restart it, see [ExitCode]. What hangs gives no
//     more signs of life, see [Handler].
//   - No token and no interaction's address is ever logged.
//
// # Non-goals
//
//   - No moving of a session to another process: its id is not stored. Who takes a shard
//     over identifies, which costs one of the day's identifies and the seconds until then,
//     in which no answer would have been in time.
//   - No TLS for an endpoint, and no limits of clients: both are for a proxy before it.
//   - No servers by events: REST says which there are, and no intents are asked for.
//
// # Shards
//
// Discord sends the events of a server to the session of its shard: the server's id, shifted
// by 22 bits, modulo the number of shards. [Sessions] keep those of one process: all, or those
// of which it has the lease. Sessions of shards with the same number modulo max_concurrency
// identify in turn, in all processes. One that is not connected is no reason to end the
// process while another is; one that hangs is.
//
// # A session's life
//
// A session keeps one connection at a time. Before each identify it asks how many
// are left today. The session's own goroutine reads the connection and calls its [Handler];
// another sends heartbeats, and one hangs up. A heartbeat that is not acknowledged ends the
// connection. Only the end of Run closes the session for good, with code 1000: other
// connections are closed with 4000, which allows a resume.
package discord
