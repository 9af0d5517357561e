// Package hunting is what the hunts of all games have in common: how a hunt's place is written, how
// finds are settled, and how all deals of a deck are played.
//
// # Non-goals
//
// It tries no positions: the games' own packages do.
package hunting

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nonna/engine/game"
)

// State returns a hunt's place as one line, such as "2x4/4 plays 1 0 256 72 19": the quest, and
// three numbers, beginning with that of the positions tried.
func State(q game.Quest, numbers [3]int64) []byte {
	return fmt.Appendf(nil, "%s %d %d %d", heading(q), numbers[0], numbers[1], numbers[2])
}

// heading returns what the states of a quest begin with.
func heading(q game.Quest) string {
	unit := "plays"
	if q.ByTakes {
		unit = "takes"
	}
	return fmt.Sprintf("%s %s %d %d", q.Deck, unit, q.Seed, q.Worker)
}

// maxTried is the most positions that a state may have: years' work.
const maxTried = 1 << 50

// ReadState is the inverse of State. The numbers are 0 for an empty state. The error says that
// it is damaged, or of another quest.
func ReadState(q game.Quest, state []byte) (n [3]int64, err error) {
	if len(state) == 0 {
		return n, nil
	}
	numbers, ok := strings.CutPrefix(string(state), heading(q)+" ")
	if !ok {
		return n, fmt.Errorf("the state %.100q is not of the hunt %q", state, heading(q))
	}
	_, err = fmt.Sscanf(numbers, "%d %d %d", &n[0], &n[1], &n[2])
	if err != nil || !bytes.Equal(State(q, n), state) || slices.Min(n[:]) < 0 || n[0] > maxTried {
		return n, fmt.Errorf("the state %.100q is damaged: after the hunt %q it has three numbers", state, heading(q))
	}
	return n, nil
}

// Settle settles a deal that was found after step positions, even if the context is over. The
// error is that of the deal.
func Settle(ctx context.Context, d game.Deal, step int64) (game.Hit, error) {
	p, err := d.Settle(context.WithoutCancel(ctx), game.DefaultBudget)
	if err != nil {
		return game.Hit{}, err
	}
	return game.Hit{Deal: d, Play: p, Step: step}, nil
}

// MaxDeals is the most deals that [PlayAll] plays: some hours' work.
const MaxDeals = 10_000_000_000

// Count counts the deals of a deck that were played, and keeps the longest.
type Count struct {
	game.Census
	quest   game.Quest
	longest game.Length // of those that end
}

// Add counts a deal. It reports whether no deal before ends later: then Best.Deal is to be set
// to it.
func (c *Count) Add(l game.Length, ends bool) bool {
	c.Deals++
	switch {
	case !ends:
		c.Loops++
		return false
	case c.Best.Step > 0 && c.quest.Value(l) <= c.quest.Value(c.longest):
		return false
	}
	c.longest, c.Best = l, game.Hit{Step: c.Deals}
	return true
}

// PlayAll plays all deals of a quest's deck: play plays the next ones, for under a second, and
// reports false after the last. Progress, if not nil, is told of them. The error is
// the context's or that of play, or says that the deals are too many.
func PlayAll(ctx context.Context, q game.Quest, all *big.Int, progress func(done, of int64), play func(*Count) (bool, error)) (game.Census, error) {
	if all.Cmp(big.NewInt(MaxDeals)) > 0 {
		return game.Census{}, fmt.Errorf("%s has %v deals; at most %d can all be played", q.Deck, all, int64(MaxDeals))
	}
	c := Count{quest: q}
	for more := true; more; {
		err := ctx.Err()
		if err == nil {
			more, err = play(&c)
		}
		if err != nil {
			return c.Census, err
		}
		if progress != nil {
			progress(c.Deals, all.Int64())
		}
	}
	var err error
	if c.Best.Deal != nil {
		c.Best, err = Settle(ctx, c.Best.Deal, c.Best.Step)
	}
	return c.Census, err
}
