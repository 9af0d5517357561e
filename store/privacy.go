package store

import (
	"context"
	"errors"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// UserData is everything stored about a user. As JSON it is what the user is given; ids are
// texts there, since many programs keep only 53 bits of a number.
type UserData struct {
	UserID uint64 `json:"user_id,string"`
	// NameHidden is the choice made by [Store.HideName].
	NameHidden bool `json:"name_hidden"`
	// Uninvited is the choice made by [Store.Uninvite].
	Uninvited bool `json:"wants_no_invitations"`
	// Names are what the user is called on servers, and in their own list.
	Names []Called `json:"names,omitempty"`
	// Games are all games, the oldest first.
	Games []StoredGame `json:"games,omitempty"`
	// Acts are the user's lines in audit lists, the oldest first.
	Acts []AuditLine `json:"admin_acts,omitempty"`
	// Challenges are those that the user opened, the oldest first.
	Challenges []Challenge `json:"challenges_opened,omitempty"`
	// Hunts are those that the user started and that are still stored, the oldest first.
	Hunts []Hunt `json:"hunts,omitempty"`
	// Seats are those in matches, the oldest first.
	Seats []table.Seat `json:"matches,omitempty"`
	// Puzzles are the days on which the user tried the puzzle, the oldest first.
	Puzzles []table.PuzzleDay `json:"daily_puzzles,omitempty"`
}

const (
	gamesOfUser = `WHERE g.user_id = $1 ORDER BY g.id`

	actsOfUser = `SELECT ` + auditColumns + ` FROM audit WHERE actor_id = $1 ORDER BY id`
)

// UserData returns everything stored about a user, as it is at one moment.
func (s *Store) UserData(ctx context.Context, userID uint64) (UserData, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (UserData, error) {
		data, all := UserData{UserID: userID}, [8]error{}
		_, all[0] = tx.Scan(ctx, choicesOf, []any{userID}, &data.NameHidden, &data.Uninvited)
		data.Names, all[1] = sqltx.List(ctx, tx, scanCalled, namesOf, userID)
		data.Games, all[2] = sqltx.List(ctx, tx, storedGameScanner(userID), selectEntries(storedGame, gamesOfUser), userID)
		data.Acts, all[3] = sqltx.List(ctx, tx, scanAuditLine, actsOfUser, userID)
		data.Challenges, all[4] = tx.challenges(ctx, userID, challengesOfUser, userID)
		data.Hunts, all[5] = tx.hunts(ctx, userID, huntsOfUser, userID)
		data.Seats, all[6] = table.SeatsOf(ctx, tx, userID)
		data.Puzzles, all[7] = table.PuzzlesOf(ctx, tx, userID)
		return data, errors.Join(all[:]...)
	})
}
