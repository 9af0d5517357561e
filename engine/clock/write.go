package clock

import (
	"fmt"
	"strings"
)

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
