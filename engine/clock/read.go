package clock

import (
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
	r.Meant = len(hands) == Piles
	hands = r.SortByLabel(hands)
	if !r.Failed() && len(hands) > 0 && hands[0].Label != "" && deal.LabelEnd(hands[0].Label) != "0" { // others begin with 1
		r.Problem(hands[0].Start, hands[0].Start, NoValue, game.Args{"value": deal.Quoted(hands[0].Label + ":")})
	}
	piles := make([][]uint8, len(hands), max(len(hands), Piles))
	for i, h := range hands {
		piles[i] = r.pile(h)
	}
	if !r.Failed() {
		r.check(hands, piles[:cap(piles)])
	}
	var d Deal
	if err := r.Err(); err != nil {
		return d, err
	}
	for i, pile := range piles {
		copy(d[i][:], pile)
	}
	return d, nil
}

// reader reads piles.
type reader struct{ *deal.Reader }

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

// pile reads a pile of values from 0 to 12, or ranks with or without suits: "11", "KD",
// "AQT5".
func (r *reader) pile(h deal.Hand) (pile []uint8) {
	for _, w := range h.Words {
		if n, err := strconv.Atoi(w.Text); err == nil && len(w.Text) <= 2 && n >= 0 && n < Piles {
			pile = append(pile, uint8(n))
			continue
		}
		for rest := w.Text; rest != ""; {
			c, size, ok := deal.ParseCard(rest)
			if !ok || c.Rank < card.Two {
				r.Problem(w.Start, w.End, NoValue, game.Args{"value": deal.Quoted(w.Text)})
				return nil
			}
			pile = append(pile, uint8(c.Rank-card.Two+2)%Piles) // an ace is 1, a king 0
			rest = rest[size:]
		}
	}
	return pile
}

// check notes a pile that does not have four cards, or is one too many, and values that are there five
// times.
func (r *reader) check(hands []deal.Hand, piles [][]uint8) {
	var count [Piles]int
	end := len(strings.TrimRight(r.Clean, " \n\t"))
	for i, pile := range piles {
		place := deal.Place{Start: end, End: end}
		if i < len(hands) {
			place = hands[i].Place
		}
		if i == Piles || len(pile) != Each {
			r.Problem(place.Start, place.End, PileSize, game.Args{"pile": i, "cards": deal.Counted(len(pile), "cards")})
			return
		}
		for _, v := range pile {
			if count[v]++; count[v] > Each {
				r.Problem(place.Start, place.End, FifthValue, game.Args{"value": int(v)})
			}
		}
	}
}
