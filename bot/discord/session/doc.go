// Package session keeps the sessions of a bot with Discord's gateway, over which interactions
// come.
//
// # Goals
//
//   - A session comes back by itself with Resume where Discord allows it, and spends no identify
//     that it need not: Discord allows 1,000 a day.
//   - A gateway that is silent or sends nonsense does no harm: messages are bounded, opening
//     and writing have deadlines, and a message that cannot be read is passed over.
//
// # Non-goals
//
//   - No moving of a session to another process: its id is not stored. The process that
//     takes a shard over identifies, which costs one of the day's identifies and some seconds
//     without answers.
//   - No intents: interactions come without.
//
// # Shards
//
// Discord sends the events of a server to the session of its shard: the server's id, shifted
// by 22 bits, modulo the number of shards. [Shards] are the sessions of one process: all, or those
// with its lease. Sessions of shards with the same number modulo max_concurrency
// identify in turn, in all processes. One that is not connected is no reason to end the
// process while another is; one that hangs is.
//
// # A session's life
//
// A session keeps one connection at a time. Before each identify it asks how many
// are left today. The session's own goroutine reads the connection and calls the handler;
// another sends heartbeats, and one hangs up. A heartbeat that is not acknowledged ends the
// connection. Only the end of Run closes the session for good, with code 1000: other
// connections are closed with 4000, which allows a resume.
package session
