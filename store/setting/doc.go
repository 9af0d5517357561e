// Package setting declares the settings of servers.
//
// # Goals
//
// A setting is declared once, in [All]: its command option, storage, check,
// audit lines and documentation follow from the declaration.
//
// # Non-goals
//
// The package stores nothing. [nonna/store.Store.Configure] changes the settings
// of a server, and [nonna/store.Store.Settings] reads them.
package setting
