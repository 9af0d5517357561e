// Package notices holds the licenses of all that the program is made of.
//
// # Goals
//
// They go wherever the program goes, as most of them ask: `nonna licenses` prints
// them. A test compares them with what is linked.
//
// # Non-goals
//
// Nothing here judges a license: every text is taken as it is.
package notices

import _ "embed"

//go:generate go run nonna/bot/notices/generate -o notices.txt

// Text is every license, below the names of what it is for.
//
//go:embed notices.txt
var Text string
