// Program mixes finds how to draw prepared hands so that no hand is good against them: for each
// seat a mix of hands with weights. It plays all pairs of the 17,160 hands that have J, Q, K, A and
// nine number cards, and solves that game in which both choose a hand. It takes some minutes and
// 600 MB of memory, and writes the mixes as JSON:
//
//	go run ./engine/penalty/mixes > engine/penalty/mixes.json
//
// # Method
//
// Both seats play many rounds, each time the hand that would have won most against what the other
// has played: the mixes of what they played come closer and closer to a solution (fictitious play,
// Brown 1951). Later rounds count more, since early hands are played against few others.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"

	"nonna/engine/lanes"
)

const (
	// rounds are played.
	rounds = 1_000_000
	// whole is what the weights of a mix add up to, about.
	whole = 10_000
)

func main() {
	hands := allHands(nil, "", 9, "JQKA")
	var mixes [2]map[string]int
	for seat, shares := range solve(newTables(hands)) {
		mixes[seat] = map[string]int{}
		for hand, share := range shares {
			if weight := int(math.Round(share * whole)); weight > 0 {
				mixes[seat][hands[hand]] = weight
			}
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", " ")
	if err := out.Encode(mixes); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// allHands appends all hands that begin so and go on with some number cards and all courts.
func allHands(list []string, begins string, numbers int, courts string) []string {
	if numbers == 0 && courts == "" {
		return append(list, begins)
	}
	if numbers > 0 {
		list = allHands(list, begins+"-", numbers-1, courts)
	}
	for i := range courts {
		list = allHands(list, begins+courts[i:i+1], numbers, courts[:i]+courts[i+1:])
	}
	return list
}

// table says for each hand of a seat, and each of the other, whether the first wins.
type table [][]bool

// newTables returns the tables of who leads and of who follows.
func newTables(hands []string) (tables [2]table) {
	for seat := range tables {
		tables[seat] = make(table, len(hands))
		for hand := range hands {
			tables[seat][hand] = make([]bool, len(hands))
		}
	}
	var player lanes.Player
	from, to := make([]lanes.Position, len(hands)), make([]lanes.Result, len(hands))
	packs := packAll(hands)
	for leads := range hands {
		for follows := range hands {
			from[follows] = lanes.Position{packs[leads], packs[follows]}
		}
		player.Play(from, to)
		for follows, r := range to {
			tables[0][leads][follows] = r.Winner == 0
			tables[1][follows][leads] = r.Winner != 0
		}
	}
	return tables
}

// packAll returns hands as package lanes plays them.
func packAll(hands []string) []lanes.Hand {
	packs := make([]lanes.Hand, len(hands))
	for i, hand := range hands {
		packs[i] = packed(hand)
	}
	return packs
}

// packed returns a hand as package lanes plays it.
func packed(hand string) lanes.Hand {
	h := lanes.Empty()
	for _, c := range hand {
		h.Push(strings.IndexRune("-JQKA", c))
	}
	return h
}

// solve returns the share of each hand in the mix of each seat, and tells how often the best hand
// wins against the other's mix.
func solve(tables [2]table) (shares [2][]float64) {
	var wins [2][]float64 // of each hand against the other's mix
	for seat, t := range tables {
		shares[seat], wins[seat] = make([]float64, len(t)), make([]float64, len(t))
	}
	for round := range rounds {
		weight := 2 * float64(round+1) / rounds / (rounds + 1) // all together 1
		for seat, t := range tables {
			best := largest(wins[seat])
			shares[seat][best] += weight
			for hand, won := range t[best] {
				if !won {
					wins[1-seat][hand] += weight
				}
			}
		}
	}
	for seat, all := range wins {
		fmt.Fprintf(os.Stderr, "seat %d: the best hand wins %.2f %%\n", seat, all[largest(all)]*100)
	}
	return shares
}

// largest returns the index of the largest number.
func largest(all []float64) int {
	best := 0
	for i, n := range all {
		if n > all[best] {
			best = i
		}
	}
	return best
}
