package store

import (
	"context"
	"time"

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
	Seats []Seat `json:"matches,omitempty"`
	// Puzzles are the days on which the user tried the puzzle, the oldest first.
	Puzzles []PuzzleDay `json:"daily_puzzles,omitempty"`
	// Entered are the games in challenges, in the order of Games.
	Entered []Entered `json:"challenges_entered,omitempty"`
}

// Entered is a game in a challenge.
type Entered struct {
	GameID      int64 `json:"game_number"`
	ChallengeID int64 `json:"challenge_number"`
	// Best reports whether it is the player's best game of the challenge.
	Best bool `json:"best"`
}

// Seat is a user's seat in a match, see package match.
type Seat struct {
	MatchID  int64     `json:"number"`
	GuildID  uint64    `json:"server_id,string"`
	Game     string    `json:"game"`
	OpenedAt time.Time `json:"opened_at"`
	// Hand is the hand that is sealed for a round to come, "" if there is none.
	Hand string `json:"sealed_hand,omitempty"`
	// Hands are those of the rounds that were played, in their order.
	Hands []string `json:"hands_played,omitempty"`
	// Rounds is the number of rounds won, and Won says that the match was.
	Rounds int64 `json:"rounds_won"`
	Won    bool  `json:"won"`
}

// PuzzleDay is what a user tried at the puzzle of a day, see package daily.
type PuzzleDay = table.PuzzleDay

const (
	seatsOfUser = `
SELECT m.id, m.guild_id, m.game, m.opened_at, s.hand, s.seat, m.rounds, COALESCE(m.winner = s.seat, FALSE)
FROM match_seats AS s JOIN matches AS m ON m.id = s.match_id WHERE s.user_id = $1 ORDER BY s.match_id`

	puzzlesOfUser = `SELECT ` + table.PuzzleColumns + ` FROM puzzle_days AS d WHERE d.user_id = $1 ORDER BY d.day`

	gamesOfUser = `WHERE g.user_id = $1 ORDER BY g.id`

	actsOfUser = `SELECT ` + auditColumns + ` FROM audit WHERE actor_id = $1 ORDER BY id`
)

// UserData returns everything stored about a user, as it is at one moment.
func (s *Store) UserData(ctx context.Context, userID uint64) (UserData, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (data UserData, err error) {
		data.UserID = userID
		for _, read := range []func(context.Context, Tx, *UserData) error{
			readChoices, readNames, readGames, readActs, readChallenges, readHunts, readSeats, readPuzzles,
		} {
			if err := read(ctx, tx, &data); err != nil {
				return data, err
			}
		}
		return data, nil
	})
}

func readChoices(ctx context.Context, tx Tx, data *UserData) error {
	_, err := tx.Scan(ctx, choicesOf, []any{data.UserID}, &data.NameHidden, &data.Uninvited)
	return err
}

func readNames(ctx context.Context, tx Tx, data *UserData) (err error) {
	data.Names, err = sqltx.List(ctx, tx, scanCalled, namesOf, data.UserID)
	return err
}

func readGames(ctx context.Context, tx Tx, data *UserData) (err error) {
	data.Games, err = sqltx.List(ctx, tx, storedGameScanner(data.UserID), selectEntries(storedGame, gamesOfUser), data.UserID)
	return err
}

func readActs(ctx context.Context, tx Tx, data *UserData) (err error) {
	data.Acts, err = sqltx.List(ctx, tx, scanAuditLine, actsOfUser, data.UserID)
	return err
}

func readChallenges(ctx context.Context, tx Tx, data *UserData) (err error) {
	if data.Challenges, err = tx.challenges(ctx, data.UserID, challengesOfUser, data.UserID); err != nil {
		return err
	}
	data.Entered, err = tx.enteredBy(ctx, data.UserID)
	return err
}

func readHunts(ctx context.Context, tx Tx, data *UserData) (err error) {
	data.Hunts, err = tx.hunts(ctx, data.UserID, huntsOfUser, data.UserID)
	return err
}

func readSeats(ctx context.Context, tx Tx, data *UserData) (err error) {
	data.Seats, err = sqltx.List(ctx, tx, scanSeat, seatsOfUser, data.UserID)
	return err
}

func readPuzzles(ctx context.Context, tx Tx, data *UserData) (err error) {
	data.Puzzles, err = sqltx.List(ctx, tx, table.ScanPuzzle, puzzlesOfUser, data.UserID)
	return err
}

func scanSeat(scan func(...any) error) (s Seat, err error) {
	var guild, opened int64
	var seat int
	var played string
	if err := scan(&s.MatchID, &guild, &s.Game, &opened, &s.Hand, &seat, &played, &s.Won); err != nil {
		return s, err
	}
	s.GuildID, s.OpenedAt = uint64(guild), fromMilli(opened)
	rounds, err := table.ParseRounds(played)
	for _, r := range rounds {
		s.Hands = append(s.Hands, r.Hand(seat))
		if r.Winner == seat {
			s.Rounds++
		}
	}
	return s, err
}
