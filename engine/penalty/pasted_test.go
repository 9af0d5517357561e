package penalty_test

import (
	"testing"

	"nonna/engine/card"
	"nonna/engine/penalty"
)

// TestPasted has what people paste from elsewhere, with the deal or the problems.
func TestPasted(t *testing.T) {
	const record = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
	for _, c := range []struct {
		name, text, want string
		deck             card.Deck
	}{
		{name: "a number without its sign", text: "447247122283566119055", want: record},
		{name: "a short number is cards", text: "23456789", want: "line 1, column 9: one-hand{cards:8}"},
		{name: "a number that is too large", text: "953534134886878245000", want: "line 1, column 1: large-number{last:653534134886878244999}"},
		{name: "courts in words", text: "2 ace 7 / King queen JACK", want: "2 A 7 / K Q J"},
		{name: "suits first", text: "CA D10 h2 / SK", want: "AC TD 2H / KS"},
		{name: "numbered hands", text: "1. 2 A 7\n2. 3 4 5", want: "2 A 7 / 3 4 5"},
		{name: "numbered hands, bracketed", text: "1) 2 A 7\n2) 3 4 5", want: "2 A 7 / 3 4 5"},
		{name: "a list", text: "* 2 A 7\n* 3 4 5", want: "2 A 7 / 3 4 5"},
		{name: "a list with dots", text: "• 2 A 7\n• 3 4 5", want: "2 A 7 / 3 4 5"},
		{name: "courts as numbers", text: "2 11 / 12 13", want: "line 1, column 3: court-number{card:“11” within:}; line 1, column 8: court-number{card:“12” within:}; line 1, column 11: court-number{card:“13” within:}"},
	} {
		d, err := penalty.ReadDeal(c.text, c.deck, 2)
		got := d.String()
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q\nis %s\nwant %s", c.name, c.text, got, c.want)
		}
	}
}
