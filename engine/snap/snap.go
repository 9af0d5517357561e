package snap

import (
	"fmt"
	"strings"

	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// Deal is the players' piles, each card a text, top card first. Player 1 is
// Piles[0] and starts. Cards are equal when their texts are.
type Deal struct{ Piles [][]string }

// numbered numbers the cards by their texts, from 1, in the order of the deal. It returns
// the piles in numbers, and the text of each number.
func (d Deal) numbered() (piles [][]uint16, faces []string) {
	faces = []string{""} // no card has the number 0
	numbers := map[string]uint16{}
	for _, p := range d.Piles {
		var ids []uint16
		for _, c := range p {
			if numbers[c] == 0 {
				numbers[c] = uint16(len(faces))
				faces = append(faces, c)
			}
			ids = append(ids, numbers[c])
		}
		piles = append(piles, ids)
	}
	return piles, faces
}

// linesTo returns the number of lines of a trace up to a length: one for the deal, one for
// each play and two for each take.
func linesTo(l game.Length) int64 { return 1 + l.Plays + 2*l.Takes }

// Key returns the deal with its cards renamed a, b, c … in the order they first appear:
// deals that differ only in the names of their cards are the same.
func (d Deal) Key() string {
	piles, _ := d.numbered()
	var b strings.Builder
	for i, ids := range piles {
		if i > 0 {
			b.WriteByte('/')
		}
		for j, id := range ids {
			n := id - 1
			if n < 26 {
				b.WriteByte(byte('a' + n))
				continue
			}
			if j > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprint(&b, n)
		}
	}
	return b.String()
}

// Division returns the name of the deals that compete with this one: players x cards
// each.
func (d Deal) Division() string {
	return shape(len(d.Piles), len(d.Piles[0]))
}

func shape(players, cards int) string { return fmt.Sprintf("%dx%d", players, cards) }

// Random deals cards each to players, every card one of kinds letters, all
// equally likely. kinds is at most 26.
func Random(src *shuffle.Source, players, cards, kinds int) Deal {
	d := Deal{Piles: make([][]string, players)}
	for p := range d.Piles {
		for range cards {
			d.Piles[p] = append(d.Piles[p], string(rune('a'+src.Below(uint64(kinds)))))
		}
	}
	return d
}
