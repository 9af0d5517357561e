package store

import (
	"context"
	"fmt"
	"math"

	"nonna/store/internal/sqltx"
)

// UserData is everything stored about a user.
type UserData struct {
	UserID uint64
	// NameHidden is what [Store.HideName] was last told.
	NameHidden bool
	// Games are all games, oldest first, with the names they were played under.
	Games []StoredGame
	// Acts are what the user did to boards, settings and challenges, oldest first.
	Acts []AuditLine
	// Challenges are those that the user opened, oldest first.
	Challenges []Challenge
	// Entered are the challenges that the games count in, in the games' order.
	Entered []Entered
}

// Entered is a game in a challenge.
type Entered struct {
	GameID, ChallengeID int64
	// Best says that it is the player's best game of the challenge now.
	Best bool
	// Rank and Of are the place that the player was told: see [ChallengePlace].
	Rank, Of int64
}

const (
	setNameHidden = `
INSERT INTO people (user_id, name_hidden) VALUES ($1, $2)
ON CONFLICT (user_id) DO UPDATE SET name_hidden = excluded.name_hidden`

	nameHidden = `SELECT name_hidden FROM people WHERE user_id = $1`

	gamesOfUser = `SELECT ` + storedGameColumns + ` FROM ` + entryTables + ` WHERE g.user_id = $1 ORDER BY g.id`

	enteredByUser = `
SELECT g.id, e.challenge_id, e.best, e.rank, e.places
FROM games AS g JOIN challenge_games AS e ON e.game_id = g.id WHERE g.user_id = $1 ORDER BY g.id`

	actsOfUser = `SELECT ` + auditColumns + ` FROM audit WHERE actor_id = $1 ORDER BY id`
)

// HideName keeps a user's name off everything that others read but the audit list
// of a server's admins, or shows it again: on past games as on future ones.
func (s *Store) HideName(ctx context.Context, userID uint64, hidden bool) error {
	if err := checkUser(userID); err != nil {
		return err
	}
	return s.exec(ctx, setNameHidden, int64(userID), hidden)
}

// NameHidden tells what [Store.HideName] was last told of a user, false for
// nothing.
func (s *Store) NameHidden(ctx context.Context, userID uint64) (bool, error) {
	if err := checkUser(userID); err != nil {
		return false, err
	}
	var hidden bool
	err := s.view(ctx, func(tx txn) error {
		_, err := tx.Scan(ctx, nameHidden, []any{int64(userID)}, &hidden)
		return err
	})
	return hidden, err
}

// UserData returns everything stored about a user, all of one moment.
func (s *Store) UserData(ctx context.Context, userID uint64) (UserData, error) {
	data := UserData{UserID: userID}
	if err := checkUser(userID); err != nil {
		return data, err
	}
	user := int64(userID)
	err := s.view(ctx, func(tx txn) (err error) {
		if _, err := tx.Scan(ctx, nameHidden, []any{user}, &data.NameHidden); err != nil {
			return err
		}
		if data.Games, err = sqltx.List(ctx, tx.Tx, storedGameScanner(user), gamesOfUser, user); err != nil {
			return err
		}
		if data.Acts, err = sqltx.List(ctx, tx.Tx, scanAuditLine, actsOfUser, user); err != nil {
			return err
		}
		if data.Challenges, err = sqltx.List(ctx, tx.Tx, challengeScanner(user), challengesOfUser, user); err != nil {
			return err
		}
		data.Entered, err = sqltx.List(ctx, tx.Tx, scanEntered, enteredByUser, user)
		return err
	})
	return data, err
}

func scanEntered(scan func(...any) error) (e Entered, err error) {
	err = scan(&e.GameID, &e.ChallengeID, &e.Best, &e.Rank, &e.Of)
	return e, err
}

func checkUser(userID uint64) error {
	if userID > math.MaxInt64 {
		return fmt.Errorf("%w: user id %d has more than 63 bits", ErrInvalid, userID)
	}
	return nil
}
