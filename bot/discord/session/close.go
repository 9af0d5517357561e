package session

import (
	"fmt"

	"nonna/bot/discord"
)

// closeError is the code of a close frame from the gateway. It wraps the reason why the program
// ends, if the bot may not come back; see [discord.ExitCode].
type closeError int

// ending is what a close code means.
type ending struct {
	means string
	// isLost says that the session cannot be resumed: the next connection identifies.
	isLost bool
	// final is why the bot may not come back, nil where it may.
	final error
}

// closeCodes is Discord's table of close codes. After any other the session is resumed.
//
//nolint:gochecknoglobals // a table that is never written
var closeCodes = map[closeError]ending{
	4000: {means: "unknown error"},
	4001: {means: "unknown opcode"},
	4002: {means: "a message that it cannot read"},
	4003: {means: "not authenticated", isLost: true},
	4004: {means: "authentication failed", isLost: true, final: discord.ErrBadToken},
	4005: {means: "already authenticated"},
	4007: {means: "invalid sequence number", isLost: true},
	4008: {means: "too many messages"},
	4009: {means: "the session timed out", isLost: true},
	4010: {means: "invalid shard", isLost: true, final: discord.ErrSharding},
	4011: {means: "sharding required", isLost: true, final: discord.ErrSharding},
	4012: {means: "invalid version of the gateway", isLost: true, final: discord.ErrVersion},
	4013: {means: "invalid intents", isLost: true, final: discord.ErrVersion},
	4014: {means: "disallowed intents", isLost: true, final: discord.ErrVersion},
}

// Error returns the code, and what it means.
func (c closeError) Error() string {
	switch end := closeCodes[c]; {
	case end.final != nil:
		return fmt.Sprintf("%v (close code %d: %s)", end.final, int(c), end.means)
	case end.means != "":
		return fmt.Sprintf("the gateway closed with code %d: %s", int(c), end.means)
	}
	return fmt.Sprintf("the gateway closed with code %d", int(c))
}

// Unwrap returns why the bot may not come back, nil where it may.
func (c closeError) Unwrap() error { return closeCodes[c].final }
