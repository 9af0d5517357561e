package table

import (
	"context"

	"nonna/store/internal/sqltx"
)

// PuzzleDay is what a user tried at the puzzle of a day.
type PuzzleDay struct {
	// Day is the number of days since 1 January 1970, in UTC.
	Day int64 `json:"days_since_1970"`
	// GuildID is the server of the first try, or 0.
	GuildID uint64 `json:"server_id,string,omitempty"`
	// Tries are the choices tried, in their order, from 0.
	Tries []int `json:"tries"`
	// Plays is the length of the game with which the last try saved the player, 0 if it did not.
	Plays int64 `json:"cards,omitempty"`
}

// Star reports whether the first try saved the player.
func (d PuzzleDay) Star() bool { return d.Plays > 0 && len(d.Tries) == 1 }

// Points returns 3, 2 or 1 for the try that saved the player, and one more for a star; 0 if none
// did.
func (d PuzzleDay) Points() int {
	switch {
	case d.Plays == 0:
		return 0
	case d.Star():
		return 4
	}
	return 4 - len(d.Tries)
}

// ScanPuzzle reads a row of [PuzzleColumns].
func ScanPuzzle(scan func(...any) error) (d PuzzleDay, err error) {
	var tried string
	err = scan(&d.Day, &d.GuildID, &tried, &d.Plays)
	d.Tries = make([]int, len(tried))
	for i := range tried {
		d.Tries[i] = int(tried[i] - 'a')
	}
	return d, err
}

// PuzzleColumns are the columns of a [PuzzleDay].
const PuzzleColumns = `day, guild_id, tried, plays`

// PuzzlesOf returns the days of a user, the oldest first.
func PuzzlesOf(ctx context.Context, tx sqltx.Querier, userID uint64) ([]PuzzleDay, error) {
	return sqltx.List(ctx, tx, ScanPuzzle, `SELECT `+PuzzleColumns+` FROM puzzle_days WHERE user_id = $1 ORDER BY day`, userID)
}
