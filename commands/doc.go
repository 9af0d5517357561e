// Package commands is what users can ask Nonna for: the shape of each command
// and its answer, as values. It stands between the adapters, which know a
// platform, and the engine and the store, which know the games.
//
// # Goals
//
//   - One implementation of every command, for Discord and for the console
//     alike: a [Handler] is a function from a [Request] to a [Reply], and
//     testing one is "give a request, compare the reply".
//   - One place for what all commands share: the [Router] holds permissions,
//     places, rate limits, the deadline, and what happens when a handler fails
//     or panics.
//   - Nothing said by a user can take effect in a reply: see [Escape].
//
// # Non-goals
//
//   - No network and no Discord types: lengths, uploads, retries and the three
//     seconds in which Discord wants its answer belong to the adapter.
//   - No rules of any game and no SQL: those are the engine's and the store's.
//
// # A request's way through
//
// An adapter fills in a [Request] and calls [Router.Admit]. The router finds the
// [Command], checks whether this user may use it here and now, and reads the settings of
// the server. The adapter fetches files and waits for a turn, and calls [Router.Run]: the
// router checks what was filled in against the command's [Spec], and calls the handler.
// An error that implements [Mistake] becomes its own text; any other becomes a reference
// number, which is in the log beside the details. Where there is nothing to fetch and to
// wait for, [Router.Handle] does both.
package commands
