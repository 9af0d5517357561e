// Package jobs does the work that outlives a request: announcements, hunts,
// deletions.
//
// # Goals
//
//   - Work is stored before it is done, so a restart resumes it, and no lost event loses
//     it.
//   - Of several processes that share a database one does a job, and another goes on with it:
//     what is done twice then, in the moment between, does no harm.
//   - A panic is an error like any other: of one announcement or one hunt where it can be, else of
//     a round, which is tried again.
//   - All jobs are in one list, [List], and work in rounds, each at a time that the caller tells.
//
// # Non-goals
//
//   - No connection to Discord: jobs get functions to send with.
//   - No answers to requests.
package jobs
