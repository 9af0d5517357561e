// Package turns says whose turn it is when many ask at once: a [Gate] bounds how much
// work there is, and a [Queue] how much of it runs, and in what order.
//
// # Goals
//
//   - Fair to servers and to members: a heavy user delays only themselves.
//   - A shutdown waits for the work that was let in, and for no more.
//
// # Non-goals
//
//   - No Discord and no commands: servers and members are numbers, work is whatever
//     the caller does.
package turns
