package settle_test

import (
	"errors"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"nonna/bot/settle"
	"nonna/engine/deal"
)

// lateWin ends only after the 10,000 cards that Codewars plays.
const lateWin = "--------------Q----J--------J------J-J-----------J-------/----J----------------------------------J-----------------"

// Problems are shown without markdown, with carets below the place.
func TestProblems(t *testing.T) {
	camicia := options(t, "camicia")
	for _, c := range []struct{ text, want string }{
		{
			"2 A / 3 X",
			"“X” is not a card: the French deck has A, 2 to 10 (or T), J, Q, K, and - (a hyphen) for any number card\n" +
				"    2 A / 3 X\n" +
				"            ^ line 1, column 9",
		},
		{
			"♠2 \x1b[31m\n/ 3",
			"\n    ♠2 ·[31m\n        ^ line 1, column 5",
		},
		{"2 A\u200b7 / 3", "\n    2 A·7 / 3\n       ^ line 1, column 4"},
		{"", "there is no deal in the text: paste one, or leave it out and one is shuffled"},
		{"X\nY/B E G H", "… and 1 more"},
	} {
		_, err := settle.One(t.Context(), c.text, camicia)
		var p *deal.Problems
		if !errors.As(err, &p) {
			t.Errorf("%q is a deal, %v", c.text, err)
			continue
		}
		got := settle.Problems(camicia.Say, p)
		if strings.Contains(got, "**") || strings.ContainsAny(got, "`\x1b") || strings.HasSuffix(got, "\n") {
			t.Errorf("%q is not plain:\n%s", c.text, got)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%q (-want +got):\n%s", c.text, gocmp.Diff(c.want, got))
		}
	}
}
