package penalty_test

import (
	"strings"
	"testing"

	"nonna/engine"
	"nonna/engine/lanes"
)

// Of all hands none wins more than 52 % against the mix of who leads, nor against that of who
// follows.
func TestNoHandIsGoodAgainstTheMixes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plays 13 million games")
	}
	hands := allHands(nil, "", 9, "JQKA")
	if len(hands) != 17_160 {
		t.Fatalf("there are %d hands", len(hands))
	}
	from, to := make([]lanes.Position, len(hands)), make([]lanes.Result, len(hands))
	packs := packAll(hands)
	var player lanes.Player
	for hers, mix := range engine.Games().ByName("camicia").SecretHands.Mixes {
		wins, whole := make([]int, len(hands)), 0
		for hand, weight := range mix {
			own := packed(hand)
			for i := range packs {
				from[i][hers], from[i][1-hers] = own, packs[i]
			}
			player.Play(from, to)
			for i, r := range to {
				if int(r.Winner) == 1-hers {
					wins[i] += weight
				}
			}
			whole += weight
		}
		best := 0
		for i := range wins {
			if wins[i] > wins[best] {
				best = i
			}
		}
		t.Logf("seat %d, %d hands: the best against it, %s, wins %.2f %%", hers, len(mix), hands[best], float64(wins[best])*100/float64(whole))
		if wins[best]*100 > whole*52 || len(mix) < 200 {
			t.Errorf("against the %d hands of seat %d %s wins %d of %d", len(mix), hers, hands[best], wins[best], whole)
		}
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
