// Package interactions carries requests and replies between Discord and the router: an
// interaction becomes a [nonna/commands.Request], a [nonna/commands.Reply] becomes
// messages within Discord's limits. Package discord speaks to Discord.
//
// # Goals
//
//   - Discord's limits for what depends on data are kept in one place: texts that are
//     too long are cut visibly, files that are too large are named in the reply, and
//     nobody is mentioned unasked.
//   - The three seconds for a first answer are kept in one place: a request that is not
//     answered within [Timing.Defer] is deferred, and its reply comes as an edit.
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
//
// # A request's way through
//
// [Config.MaxRequests] bounds how many requests are worked on at once. The router admits
// a request, then its files are fetched, then it waits for its turn, so that
// [Config.MaxHandlers] handlers run at once; see package turns. Meanwhile another
// goroutine watches the clock, and defers the reply when it is time.
package interactions
