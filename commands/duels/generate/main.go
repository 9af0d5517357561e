// Program generate finds how to draw prepared hands so that no hand is good against them: for each
// seat a mix of hands with weights. It plays all pairs of the 17,160 hands that have J, Q, K, A and
// nine number cards, and solves that game in which both choose a hand. It takes some minutes, and
// writes the mixes as JSON:
//
//	go run ./commands/duels/generate > engine/penalty/mixes.json
//
// # Method
//
// Of the game with few hands for each seat a solution is found by regret matching (Tammelin's
// RM+ with linear averages, 2014). The hands that are best against it, of all, are added, until
// none is much better than those that are there: the double oracle of McMahan, Gordon and Blum
// (2003).
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"nonna/engine/lanes"
)

const (
	// iterations of regret matching are made for each solution.
	iterations = 3000
	// added is how many hands are added to each seat at a time.
	added = 8
	// enough is how much more than the value of the game a hand may win.
	enough = 0.002
	// whole is what the weights of a mix add up to, about.
	whole = 10_000
)

func main() {
	hands := allHands(nil, "", 9, "JQKA")
	seats := solve(newTable(hands))
	mixes := make([]map[string]int, len(seats))
	for i, s := range seats {
		mixes[i] = map[string]int{}
		for n, hand := range s.hands {
			if weight := int(math.Round(s.mix[n] * whole)); weight > 0 {
				mixes[i][hands[hand]] = weight
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

// table says for each hand of the first seat, who leads, and each of the other whether the first
// wins.
type table [][]bool

func newTable(hands []string) table {
	t := make(table, len(hands))
	var player lanes.Player
	from, to := make([]lanes.Position, len(hands)), make([]lanes.Result, len(hands))
	for leads := range hands {
		for follows := range hands {
			from[follows] = lanes.Position{packed(hands[leads]), packed(hands[follows])}
		}
		player.Play(from, to)
		t[leads] = make([]bool, len(hands))
		for follows, r := range to {
			t[leads][follows] = r.Winner == 0
		}
	}
	return t
}

// packed returns a hand as package lanes plays it.
func packed(hand string) lanes.Hand {
	h := lanes.Empty()
	for _, c := range hand {
		h.Push(strings.IndexRune("-JQKA", c))
	}
	return h
}

// wins returns 1 if a hand of a seat wins against one of the other, else 0.
func (t table) wins(seat, hand, against int) float64 {
	if seat == 1 {
		hand, against = against, hand
	}
	if t[hand][against] == (seat == 0) {
		return 1
	}
	return 0
}

// seat is the hands that one of the players may have, and how they are mixed.
type seat struct {
	hands        []int
	mix          []float64
	regrets, sum []float64
}

// solve returns the two seats with mixes against which hardly any hand does better than the
// value of the game.
func solve(t table) [2]seat {
	seats := [2]seat{{hands: []int{0}}, {hands: []int{0}}}
	for {
		solveFew(t, &seats)
		var best [2]float64
		var better [2][]int
		for me := range seats {
			best[me], better[me] = bestAgainst(t, me, seats[1-me])
		}
		fmt.Fprintf(os.Stderr, "%d and %d hands: the best win %.4f and %.4f\n", len(seats[0].hands), len(seats[1].hands), best[0], best[1])
		if best[0]+best[1] < 1+enough {
			return seats
		}
		for me := range seats {
			seats[me].hands = append(seats[me].hands, better[me]...)
		}
	}
}

// bestAgainst returns how often the best hand of a seat wins against the other's mix, and the
// best hands that the seat does not have yet.
func bestAgainst(t table, me int, other seat) (float64, []int) {
	chances := make([]float64, len(t))
	order := make([]int, len(t))
	for hand := range t {
		order[hand] = hand
		for n, against := range other.hands {
			chances[hand] += other.mix[n] * t.wins(me, hand, against)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return int(math.Copysign(1, chances[b]-chances[a])) })
	return chances[order[0]], order[:added]
}

// solveFew mixes the hands that the seats have.
func solveFew(t table, seats *[2]seat) {
	for me := range seats {
		s := &seats[me]
		slices.Sort(s.hands)
		s.hands = slices.Compact(s.hands)
		s.regrets, s.sum, s.mix = make([]float64, len(s.hands)), make([]float64, len(s.hands)), make([]float64, len(s.hands))
		s.normalize(s.regrets)
	}
	payoffs := make([][]float64, len(seats[0].hands))
	for i, hand := range seats[0].hands {
		payoffs[i] = make([]float64, len(seats[1].hands))
		for j, against := range seats[1].hands {
			payoffs[i][j] = t.wins(0, hand, against)
		}
	}
	chances := [2][]float64{make([]float64, len(seats[0].hands)), make([]float64, len(seats[1].hands))}
	for i := range iterations {
		clear(chances[1])
		for n, row := range payoffs {
			chances[0][n] = 0
			for m, win := range row {
				chances[0][n] += win * seats[1].mix[m]
				chances[1][m] -= win * seats[0].mix[n]
			}
		}
		for me := range seats {
			seats[me].learn(chances[me], float64(i))
		}
	}
	for me := range seats {
		seats[me].normalize(seats[me].sum)
	}
}

// learn changes the mix by what each hand would have won, and sums up the mixes, the later the
// more.
func (s *seat) learn(chances []float64, weight float64) {
	value := 0.0
	for n, chance := range chances {
		value += chance * s.mix[n]
		s.sum[n] += weight * s.mix[n]
	}
	for n, chance := range chances {
		s.regrets[n] = max(0, s.regrets[n]+chance-value)
	}
	s.normalize(s.regrets)
}

// normalize makes the mix proportional to weights; all hands are alike if they have none.
func (s *seat) normalize(weights []float64) {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	for n, w := range weights {
		s.mix[n] = 1 / float64(len(weights))
		if sum > 0 {
			s.mix[n] = w / sum
		}
	}
}
