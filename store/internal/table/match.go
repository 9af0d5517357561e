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
}

// ParseRounds reads what matches.rounds holds. The error is [errs.ErrCorrupt], and quotes no hand.
func ParseRounds(text string) (rounds []Round, err error) {
	if json.Unmarshal([]byte(text), &rounds) != nil {
		return nil, fmt.Errorf("%w: its rounds cannot be read", errs.ErrCorrupt)
	}
	return rounds, nil
}

// FormatRounds returns what matches.rounds holds of rounds.
func FormatRounds(rounds []Round) string {
	text, _ := json.Marshal(rounds) // such values cannot fail
	return string(text)
}
