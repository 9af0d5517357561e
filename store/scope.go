package store

import (
	"fmt"
	"math"
)

// scopeOf returns whose games a game competes with, as boards.scope keeps it:
// the server's id; without a server minus the user's, whose own list it is.
func scopeOf(guildID, userID uint64) (int64, error) {
	if guildID > math.MaxInt64 || userID > math.MaxInt64 {
		return 0, fmt.Errorf("%w: ids have 63 bits, got server %d and user %d", ErrInvalid, guildID, userID)
	}
	if guildID != 0 {
		return int64(guildID), nil
	}
	return -int64(userID), nil
}
