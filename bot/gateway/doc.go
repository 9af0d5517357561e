// Package gateway carries requests and replies between Discord and the router: an
// interaction becomes a [nonna/commands.Request], a [nonna/commands.Reply] becomes
// messages within Discord's limits. Package discord speaks to Discord.
//
// # Goals
//
//   - Every limit of Discord's is kept in one place, whatever a handler
//     returns: what is too long is cut visibly, what cannot be sent is left out
//     visibly, and nobody is ever mentioned.
//   - The three seconds for a first answer belong to one middleware: a request
//     that is not answered after [Timing.Defer] is deferred, and its reply comes
//     as an edit.
//   - An interaction that is delivered twice is answered once.
//   - No interaction's address is ever logged: it holds a token.
//
// # Non-goals
//
//   - No sessions, retries or rate limits: see package discord.
//   - No commands: see package commands.
//
// # How Discord counts
//
// Lengths are in Unicode code points: the API is written in Python 3 and counts
// as that does, and the maxLength of its published schema means the same. So a
// 🂡 is one character, and é may be one or two. Files are counted in bytes.
package gateway
