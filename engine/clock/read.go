package clock

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// ReadDeal reads a deal: 13 piles of 4 values, pile 0 first, top card first. The error is
// a [*deal.Problems].
//
// Values are 0 to 12, or ranks as on the clock's face: A is 1, J 11, Q 12, and K is 0, the
// pile in the middle. Of 52 values in a row, the first four are pile 0, and so on.
func ReadDeal(text string) (Deal, error) { return read(text, false) }

// read reads a deal, with split only one with a separator of piles.
func read(text string, split bool) (Deal, error) {
	r := &reader{deal.Open(text)}
	hands, _ := r.Hands()
	if len(hands) == 1 && !split {
		hands = inFours(hands[0])
	}
	piles := r.piles(hands)
	if !r.Failed() {
		r.check(piles)
	}
	r.Meant = len(hands) == Piles
	var d Deal
	if err := r.Err(); err != nil {
		return d, err
	}
	for p, pile := range piles {
		for i, v := range pile {
			d[p][i] = uint8(v.value)
		}
	}
	return d, nil
}

// reader reads piles.
type reader struct{ *deal.Reader }

// value is the value of a card, with its place in the text.
type value struct {
	deal.Place
	value int
}

// inFours deals a row of values four to a pile, or words of four a pile each.
func inFours(row deal.Hand) []deal.Hand {
	if len(row.Words) == Piles {
		return deal.EachWord(row.Words)
	}
	var piles []deal.Hand
	for words := range slices.Chunk(row.Words, Each) {
		piles = append(piles, deal.HandOf(words))
	}
	return piles
}

// piles reads the piles, each at the place that its label names: "0:" to "12:", or ranks,
// where A is 1, J 11, Q 12 and K, or 13, the pile in the middle.
func (r *reader) piles(hands []deal.Hand) [][]value {
	piles := make([][]value, len(hands), max(len(hands), Piles))
	seen := map[int]bool{}
	for i, h := range hands {
		at := i
		if hands[0].Label != "" {
			var ok bool
			if at, ok = pileOf(h.Label); !ok || seen[at] {
				r.Problem(h.Start, h.Start, NoPile, game.Args{"label": deal.Quoted(h.Label)})
				return nil
			}
			piles = piles[:max(len(piles), Piles)]
		}
		seen[at], piles[at] = true, r.pile(h)
	}
	return piles
}

// pileOf returns the pile that a label names.
func pileOf(label string) (int, bool) {
	name := deal.LabelEnd(label)
	if n, err := strconv.Atoi(name); err == nil {
		return n % Piles, n <= Piles // 13 is the king's pile, where hours count from 1
	}
	rank, size := deal.ParseRank(name)
	return valueOf(rank), rank >= card.Two && size == len(name)
}

// pile reads a pile of values from 0 to 12, or ranks with or without suits: "11", "KD",
// "AQT5".
func (r *reader) pile(h deal.Hand) []value {
	pile := make([]value, 0, Each)
	for _, w := range h.Words {
		if n, err := strconv.Atoi(w.Text); err == nil && len(w.Text) <= 2 && n >= 0 && n < Piles {
			pile = append(pile, value{w.Place, n})
			continue
		}
		for rest := w.Text; rest != ""; {
			c, size, ok := deal.ParseCard(rest)
			if !ok || c.Rank < card.Two {
				r.Problem(w.Start, w.End, NoValue, game.Args{"value": deal.Quoted(w.Text)})
				return nil
			}
			pile = append(pile, value{w.Place, valueOf(c.Rank)})
			rest = rest[size:]
		}
	}
	return pile
}

// valueOf returns the value of a rank on the clock's face, from a two on: an ace is 1, a king 0.
func valueOf(rank card.Rank) int { return (int(rank) - int(card.Two) + 2) % Piles }

// check notes what keeps piles from being the whole deck.
func (r *reader) check(piles [][]value) {
	end := len(strings.TrimRight(r.Clean, " \n\t"))
	if len(piles) > Piles {
		r.Problem(end, end, PileCount, game.Args{"piles": deal.Counted(len(piles), "clock-piles")})
		return
	}
	var count [Piles]int
	for i, pile := range piles {
		if len(pile) != Each {
			place := deal.Place{Start: end, End: end}
			if len(pile) > 0 {
				place = deal.Place{Start: pile[0].Start, End: pile[len(pile)-1].End}
			}
			r.Problem(place.Start, place.End, PileSize, game.Args{"pile": i, "cards": deal.Counted(len(pile), "cards")})
			continue
		}
		for _, v := range pile {
			if count[v.value]++; count[v.value] > Each {
				r.Problem(v.Start, v.End, FifthValue, game.Args{"value": v.value})
			}
		}
	}
	if len(piles) < Piles {
		r.Problem(end, end, PileCount, game.Args{"piles": deal.Counted(len(piles), "clock-piles")})
	}
}

// String returns the deal as [ReadDeal] reads it: 13 piles of values.
func (d Deal) String() string {
	piles := make([]string, len(d))
	for i, p := range d {
		piles[i] = strings.Trim(fmt.Sprint(p), "[]")
	}
	return strings.Join(piles, " / ")
}

// Short returns the deal as [ReadDeal] reads it, in half the bytes: a letter a card as on
// the clock's face, "AT5K" for 1 10 5 0.
func (d Deal) Short() string {
	const face = "KA23456789TJQ"
	piles := make([]string, len(d))
	for i, p := range d {
		for _, v := range p {
			piles[i] += face[v : v+1]
		}
	}
	return strings.Join(piles, "/")
}
