// Package commands defines what users can ask Nonna for: requests, replies and the
// router between them, as values. Adapters connect it to a platform; the rooms below it
// hold the commands.
//
// # Goals
//
//   - Every command is implemented once, for Discord and for the console: a
//     [Handler] is a function from a [Request] to a [Reply], so a test gives a
//     request and compares the reply.
//   - What all commands share is in one place: the [Router] checks permissions,
//     places and rate limits, sets the deadline, and handles errors and panics.
//   - No text that a user typed takes effect in a reply: see [Escape].
//
// # Non-goals
//
//   - No network and no Discord types: limits of length, uploads, retries and
//     the three seconds for an answer are the adapter's.
//   - No rules of games and no SQL: they are in packages engine and store.
//
// # A request's way through
//
// An adapter fills in a [Request] and calls [Router.Handle]. The router finds the [Command], and
// passes the request through the checks that are listed in router_admit.go: whether this user may use
// it here and now, what the adapter does in a [Step], such as to fetch files and to wait for a
// turn, and whether what was filled in fits the command's options. Then it calls the handler. A
// [Mistake] is shown as it is; any other error becomes a reference number, which is in the log
// beside the details. [Router.Audience] says who will see an answer that takes long.
package commands
