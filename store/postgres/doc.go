// Package postgres keeps a database on a PostgreSQL server, 15 or newer, for those who outgrow
// one machine: any number of processes may use it at the same time.
//
// # Goals
//
//   - What is told to users is true however many processes write: transactions take advisory
//     locks first, in one order, for what they change. Each of their statements then sees all
//     that was committed under the same locks.
//   - A server that restarts, or hands over to its replica, costs a pause: what failed is done
//     again, and each attempt has a deadline, since a frozen server keeps its connections.
//   - Passwords are never part of an error or a log line.
//
// # Non-goals
//
// The package makes no backups and checks no pages or indexes: pg_dump, pgBackRest and
// pg_amcheck do. It knows nothing of games: it runs no query on the tables of the schema but
// those that count ids.
package postgres
