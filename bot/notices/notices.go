// Package notices holds the licenses of everything in the program.
//
// # Goals
//
//   - The licenses come with the program, as most of them require: `nonna licenses` prints
//     them. A test compares them with what is linked.
//
// # Non-goals
//
//   - No judgement of licenses: every text is taken unchanged.
package notices

import _ "embed"

//go:generate go run nonna/bot/notices/generate -o notices.txt

// Text holds every license, each below the names of the modules that it is for.
//
//go:embed notices.txt
var Text string
