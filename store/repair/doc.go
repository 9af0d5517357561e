// Package repair checks a database and mends it.
//
// # Goals
//
//   - [Check] reports whether everything that the database derives from its games
//     agrees with them: boards and lengths. It can run while the bot uses the database.
//   - [CheckAndResettle] compares the stored games with the results of their deals, which a
//     function of the caller computes.
//   - [Open] rebuilds the indexes. [Database.Resettle] and [Database.Rebuild] mend what
//     these find, except for what [Report.Restore] says.
//
// # Non-goals
//
// The package knows no rules of games. Damage to the file itself is not mended: restore
// a backup with [Restore].
package repair
