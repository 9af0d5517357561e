package discord

import (
	"strconv"
	"strings"
)

// Uint parses a decimal number, which is how Discord writes ids and sets of bits. It
// returns 0 for anything else. Ids have 63 bits until 2084, and are stored as such numbers.
func Uint(text string) uint64 {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0
	}
	return n
}

// clip shortens a foreign text for the log.
func clip(s string) string {
	const limit = 1000 // bytes
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}
