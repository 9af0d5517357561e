// Package discord speaks to Discord for one bot: it calls the REST API. Package session keeps
// sessions with the gateway, and package endpoint takes the interactions that Discord posts; both
// tell a [Handler]. None of them knows commands: package gateway does.
//
// # Goals
//
//   - A [Client] waits, retries and paces calls by itself, within the deadlines of
//     their contexts. It uses the types of discordgo.
//   - A fault that a restart cannot mend ends the program with a status of its own, so that
//     no service manager restarts it, see [ExitCode]. A part that hangs gives no more signs
//     of life, see [Handler].
//   - No token and no interaction's address is ever logged.
//
// # Non-goals
//
//   - No servers by events: REST says which there are.
package discord
