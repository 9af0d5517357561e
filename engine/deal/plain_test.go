package deal_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/engine/card"
	"nonna/engine/deal"
)

// At a terminal problems stand without markdown, the carets under the place.
func TestPlain(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{
			"2 A / 3 X",
			"“X” is no card: cards are 2 to 10 (or T), J, Q, K, A, and - for any number card\n" +
				"    2 A / 3 X\n" +
				"            ^ line 1, column 9",
		},
		{
			"♠2 \x1b[31m\n/ 3",
			"\n    ♠2 ·[31m\n        ^^^^ line 1, column 5\n",
		},
		{"2 A\u200b7 / 3", "\n    2 A·7 / 3\n       ^ line 1, column 4"},
		{"", "there is no deal in the text: paste one, or leave it out and one is shuffled"},
		{"X\nX/X X X X", "… and 1 more like these"},
	} {
		_, err := deal.Camicia(c.text, card.French)
		var p *deal.Problems
		if !errors.As(err, &p) {
			t.Errorf("%q is a deal, %v", c.text, err)
			continue
		}
		got := p.Plain()
		if strings.Contains(got, "**") || strings.ContainsAny(got, "`\x1b") || strings.HasSuffix(got, "\n") {
			t.Errorf("%q is not plain:\n%s", c.text, got)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%q (-want +got):\n%s", c.text, cmp.Diff(c.want, got))
		}
	}
}
