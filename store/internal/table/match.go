package table

import (
	"encoding/json"
	"fmt"

	"nonna/store/internal/errs"
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
