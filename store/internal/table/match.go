package table

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
)

// Round is a round of a match, as matches.rounds has it.
type Round struct {
	// Winner is a seat, -1 if nobody won.
	Winner int `json:"winner"`
	// Hands are the hands from the leader's on.
	Hands []string `json:"hands"`
	// GameID is the game that is recorded of it.
	GameID int64 `json:"game"`
	// Number is its place among the rounds, from 1.
	Number int `json:"-"`
}

// Leader returns the seat that leads a round: the host leads the first, then they take turns.
func Leader(number int) int { return (number - 1) % 2 }

// Hand returns the hand that a seat had, "" if it is not stored.
func (r Round) Hand(seat int) string {
	if i := (seat + Leader(r.Number)) % 2; i < len(r.Hands) {
		return r.Hands[i]
	}
	return ""
}

// ParseRounds reads what matches.rounds holds. The error is [errs.ErrCorrupt], and quotes no hand.
func ParseRounds(text string) (rounds []Round, err error) {
	if json.Unmarshal([]byte(text), &rounds) != nil {
		return nil, fmt.Errorf("%w: its rounds cannot be read", errs.ErrCorrupt)
	}
	for i := range rounds {
		rounds[i].Number = i + 1
	}
	return rounds, nil
}

// FormatRounds returns what matches.rounds holds of rounds.
func FormatRounds(rounds []Round) string {
	text, _ := json.Marshal(append([]Round{}, rounds...)) // none are [], and such values cannot fail
	return string(text)
}

// Seat is a user's seat in a match.
type Seat struct {
	MatchID  int64     `json:"number"`
	GuildID  uint64    `json:"server_id,string"`
	Game     string    `json:"game"`
	OpenedAt time.Time `json:"opened_at"`
	// Hand is the hand that is sealed for a round to come, or "".
	Hand string `json:"sealed_hand,omitempty"`
	// Hands are those of the rounds that were played, in their order.
	Hands []string `json:"hands_played,omitempty"`
	// Rounds is the number of rounds won, and Won says that the match was.
	Rounds int64 `json:"rounds_won"`
	Won    bool  `json:"won"`
}

const seatsOfUser = `
SELECT m.id, m.guild_id, m.game, m.opened_at, m.rounds, COALESCE(m.winner, -1), CASE m.host_id WHEN $1 THEN 0 ELSE 1 END,
  CASE m.host_id WHEN $1 THEN m.host_hand ELSE m.guest_hand END
FROM matches AS m WHERE m.host_id = $1 OR m.guest_id = $1`

// SeatsOf returns the seats of a user, those of the oldest matches first.
func SeatsOf(ctx context.Context, tx sqltx.Querier, userID uint64) ([]Seat, error) {
	all, err := sqltx.List(ctx, tx, scanSeat, seatsOfUser, userID)
	slices.SortFunc(all, func(a, b Seat) int { return cmp.Compare(a.MatchID, b.MatchID) })
	return all, err
}

func scanSeat(scan func(...any) error) (s Seat, err error) {
	var guild, opened int64
	var winner, seat int
	var played string
	if err := scan(&s.MatchID, &guild, &s.Game, &opened, &played, &winner, &seat, &s.Hand); err != nil {
		return s, err
	}
	s.Won, s.GuildID, s.OpenedAt = winner == seat, uint64(guild), time.UnixMilli(opened).UTC()
	rounds, err := ParseRounds(played)
	for _, r := range rounds {
		s.Hands = append(s.Hands, r.Hand(seat))
		if r.Winner == seat {
			s.Rounds++
		}
	}
	return s, err
}
