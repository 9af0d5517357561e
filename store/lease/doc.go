// Package lease lets several processes over one database share what only one of them may
// do at a time: a job, a session with Discord.
//
// A lease is a row with a name, the process that holds it, and a number that grows with
// each sign of life, its beat. No clocks of different machines are compared: a process
// takes a lease over once it has seen the same beat for a whole [Config.Term], by its own
// clock, while it could itself read and write all that time.
//
// # Goals
//
//   - The context of work ends before another process can begin the same work, also where
//     this process can no longer reach the database, or its driver hangs.
//   - An outage of the database moves nothing: the silence of others counts only while this
//     process could beat itself, and who held a lease before the outage holds it afterwards.
//   - A process that ends gives its leases back, so that others need not wait.
//   - A database that no other process can open costs nothing: leases are then held in
//     memory.
//
// # Non-goals
//
//   - No proof against a process that is frozen for longer than a term: until it notices,
//     which takes as long as a timer, it can still write. What is done under a lease must do
//     no harm when it is done twice.
//   - No order among those who wait.
package lease
