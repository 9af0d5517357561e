package camicia

import (
	"context"
	"fmt"
	"slices"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// The bounds of puzzles: A holds from leastHand to mostHand cards and is out within leastLeft
// to mostLeft cards. A swap that lasts at least saved cards longer saves A.
const (
	leastHand, mostHand = 4, 9
	leastLeft, mostLeft = 5, 30
	saved               = 50
)

// mostGames is the most games that are searched for a puzzle. For the hardest days one game in
// some hundreds has one.
const mostGames = 20_000

// puzzleSeed is added to the seeds of puzzles, which so differ from those that people type.
const puzzleSeed = 0x5341564541 // "SAVEA"

// offer is how many swaps a puzzle offers, and how many of them save A.
type offer struct{ swaps, saving int }

// offerOn returns the offer of a weekday: easy at the beginning of the week, and hard at its
// end. With more swaps three tries would be a lottery: see the test of a member who thinks one trick
// ahead.
func offerOn(weekday int) offer {
	switch {
	case weekday < wednesday:
		return offer{5, 2}
	case weekday < saturday:
		return offer{9, 2}
	}
	return offer{8, 1}
}

// The weekdays on which puzzles get harder.
const wednesday, saturday = 2, 5

// puzzle returns a position of a shuffled game where A leads and loses soon, and the swaps
// of two of A's cards that are offered. It takes the first position that fits of the first
// game that has one, in the sequence of games that the day's seed shuffles.
func puzzle(ctx context.Context, day game.Day) (game.Puzzle, error) {
	src := shuffle.New(puzzleSeed + uint64(day))
	o := offerOn(day.Weekday())
	for range mostGames {
		if err := ctx.Err(); err != nil {
			return game.Puzzle{}, err
		}
		shuffled, _ := penalty.Pack(Random(src, card.French).Deal) // a full deck fits
		ends, err := lateLeads(ctx, Deal{shuffled.Deal()})         // without suits and number ranks
		if err != nil {
			return game.Puzzle{}, err
		}
		for _, d := range ends {
			if p, ok, err := o.from(ctx, src, d); err != nil || ok {
				return p, err
			}
		}
	}
	return game.Puzzle{}, fmt.Errorf("no puzzle for day %d in %d games", day, mostGames)
}

// lateLeads plays a game and returns the positions within the bounds at which the loser
// leads, as deals whose loser is A, the earliest first.
func lateLeads(ctx context.Context, d Deal) ([]Deal, error) {
	out, err := d.Deal.Settle(ctx, game.DefaultBudget)
	if err != nil || out.Ending != game.Won {
		return nil, err
	}
	loser := 1 - out.Winner()
	all := slices.Concat(d.Hands...)
	cards := func(ids []uint16) []card.Card {
		hand := make([]card.Card, len(ids))
		for i, id := range ids {
			hand[i] = all[id]
		}
		return hand
	}
	var found []Deal
	err = d.Replay(ctx, out, out.Length.Plays, func(t *penalty.Table, m penalty.Move) {
		left, hand := out.Length.Plays-t.Length.Plays, t.Hand(loser)
		if m.Kind == game.Took && m.Player == loser && left >= leastLeft && left <= mostLeft &&
			len(hand) >= leastHand && len(hand) <= mostHand {
			found = append(found, Deal{penalty.Deal{Deck: d.Deck, Hands: [][]card.Card{cards(hand), cards(t.Hand(1 - loser))}}})
		}
	})
	return found, err
}

// from returns the puzzle of a position, and whether it has one: enough swaps of either kind.
// Those that are drawn all end.
func (o offer) from(ctx context.Context, src *shuffle.Source, d Deal) (game.Puzzle, bool, error) {
	played, err := d.Settle(ctx, game.DefaultBudget)
	if err != nil {
		return game.Puzzle{}, false, err
	}
	left := played.Outcome().Length.Plays
	all, err := d.swaps(ctx, left+saved)
	if err != nil {
		return game.Puzzle{}, false, err
	}
	chosen, ok := o.draw(src, all)
	task := game.Phrase{ID: "camicia.puzzle", Args: game.Args{
		"hand": game.Count("cards", int64(len(d.Hands[0]))), "left": game.Count("cards", left), "enough": game.Count("cards", left+saved),
	}}
	return game.Puzzle{Deal: d, Play: played, Task: task, Choices: chosen}, ok, nil
}

// swaps plays each swap of two unlike cards of A. Those that last at least enough cards save
// A.
func (d Deal) swaps(ctx context.Context, enough int64) ([]game.Choice, error) {
	var all []game.Choice
	hand := d.Hands[0]
	for i := range hand {
		for j := i + 1; j < len(hand); j++ {
			if hand[i] == hand[j] {
				continue
			}
			swapped := slices.Clone(hand)
			swapped[i], swapped[j] = swapped[j], swapped[i]
			c := game.Choice{
				Said: game.Phrase{ID: "camicia.swap", Args: game.Args{
					"first": i + 1, "second": j + 1, "one": hand[i].String(), "other": hand[j].String(),
				}},
				Deal: Deal{penalty.Deal{Deck: d.Deck, Hands: [][]card.Card{swapped, d.Hands[1]}}},
			}
			p, err := c.Deal.Settle(ctx, game.DefaultBudget)
			if err != nil {
				return nil, err
			}
			c.Outcome = p.Outcome()
			c.Saves = !c.Outcome.Ending.Ends() || c.Outcome.Length.Plays >= enough
			all = append(all, c)
		}
	}
	return all, nil
}

// draw draws the swaps to offer, and returns them in their order. It reports false if there
// are too few of one kind, or one of those drawn makes a game without an end.
func (o offer) draw(src *shuffle.Source, all []game.Choice) ([]game.Choice, bool) {
	var kinds [2][]int // those that do not save A, and those that do
	for i, c := range all {
		if c.Saves {
			kinds[1] = append(kinds[1], i)
		} else {
			kinds[0] = append(kinds[0], i)
		}
	}
	if len(kinds[0]) < o.swaps-o.saving || len(kinds[1]) < o.saving {
		return nil, false
	}
	for _, k := range kinds {
		shuffle.Cards(src, k)
	}
	drawn := slices.Concat(kinds[0][:o.swaps-o.saving], kinds[1][:o.saving])
	slices.Sort(drawn)
	var chosen []game.Choice
	for _, i := range drawn {
		if !all[i].Outcome.Ending.Ends() {
			return nil, false
		}
		chosen = append(chosen, all[i])
	}
	return chosen, true
}
