// Package gateway is Nonna in Discord. It is the only production package that
// imports discordgo: what comes in leaves it as a [nonna/commands.Request],
// what goes out arrives as a [nonna/commands.Reply], and everything between is
// kept here, so that the library can be replaced by writing one package.
//
// # Goals
//
//   - Every limit of Discord's is kept in one place, whatever a handler
//     returns: what is too long is cut visibly, what cannot be sent is left out
//     visibly, and nobody is ever mentioned.
//   - The three seconds for a first answer belong to one middleware: a handler
//     that is not done after [Timing.Defer] is deferred for, and edits later.
//   - An interaction delivered twice is answered once.
//   - The faults of discordgo v0.29.0 are kept away from: it only ever opens
//     one connection at a time and is never asked to reconnect, retry or wait
//     by itself. Session keeping, retries and rate limits are done here, where
//     they see deadlines.
//   - What a restart cannot mend ends the program with a status of its own, on
//     which a service manager does not restart: see [ExitCode].
//   - No token and no interaction's address is ever logged.
//
// # Non-goals
//
//   - No sharding. Discord requires it from 2,500 servers on, and says so by
//     closing with 4011, which ends the program with [ErrSharding].
//   - No proxy for the gateway's connection; REST honours HTTPS_PROXY.
//   - No commands: see package commands.
//
// # How Discord counts
//
// Lengths are in Unicode code points: the API is written in Python 3 and counts
// as that does, and the maxLength of its published schema means the same. So a
// 🂡 is one character, and é may be one or two. Files are counted in bytes.
//
// # A session's life
//
// [Bot.Run] asks who it is, writes its commands if they differ, and keeps a
// connection: before each identify it asks how many are left today, opens under
// a deadline, and watches. The connection itself (type link) stands between
// Discord and the library: it turns silence, Op 7 and Op 9 into an orderly end,
// remembers the close code, which the library throws away, and gives events to
// the bot. The library gets what it needs to keep the session, written anew, and
// nothing that it could trip over. What can be resumed is resumed; what cannot
// gets a new session.
package gateway
