package hunt

import (
	"fmt"
	"strings"
)

// State returns the hunter's place in its hunt: the quest, the number of positions tried,
// and the lengths of the longest deal and of the longest path. It is one line.
func (h *Hunter) State() []byte {
	return fmt.Appendf(nil, "%s %d %d %d", h.quest, h.tried, h.best, h.path)
}

// String returns the quest as states have it: "36+4+4+4+4 cards 1 0".
func (q Quest) String() string {
	unit := "cards"
	if q.ByTricks {
		unit = "tricks"
	}
	return fmt.Sprintf("%v %s %d %d", q.Deck, unit, q.Seed, q.Worker)
}

// maxTried is the most positions that a state may have: years' work.
const maxTried = 1 << 50

// setState is the inverse of State.
func (h *Hunter) setState(state string) error {
	numbers, ok := strings.CutPrefix(state, h.quest.String()+" ")
	if !ok {
		return fmt.Errorf("the state %.100q is not of the hunt %q", state, h.quest)
	}
	_, err := fmt.Sscanf(numbers, "%d %d %d", &h.tried, &h.best, &h.path)
	if err != nil || string(h.State()) != state || h.tried < 0 || h.tried > maxTried || h.best < 0 || h.path < 0 {
		return fmt.Errorf("the state %.100q is damaged: after the hunt %q it has three numbers", state, h.quest)
	}
	return nil
}
