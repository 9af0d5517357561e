// Package lease lets several processes over one database share what only one of them may
// do at a time: a job, a session with Discord.
//
// A lease is an advisory lock of the one connection to the server that a process keeps for
// them. The server gives the locks of a connection up when it ends, and ends one that has said
// nothing for [Config.Term]. No clocks are compared, and nothing is stored.
//
// # Goals
//
//   - The context of work ends before this process gives its connection up, and before the
//     server does because of silence. A process that was killed is followed within a beat.
//   - An outage of the database moves no session: who held it before takes it first.
//   - A database that no other process can open costs nothing: leases are then held in
//     memory.
//
// # Non-goals
//
//   - No proof against a session that the server ended, or a process that is frozen for longer
//     than a term: until it notices, which takes up to a beat, it can still write. Work done
//     under a lease must do no harm when it is done twice.
//   - No order among those who wait.
package lease
