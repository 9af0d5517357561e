package gametest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Reading is a text, and the deal that it is read as, or the problems of one that is not a deal.
type Reading [2]string

// CheckReadings checks what is read of texts.
func CheckReadings[D fmt.Stringer](t *testing.T, readings []Reading, read func(text string) (D, error)) {
	t.Helper()
	for _, r := range readings {
		text, want := r[0], r[1]
		d, err := read(text)
		got := fmt.Sprint(err)
		if err == nil {
			got = d.String()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%.80q (-want +got):\n%s", text, diff)
		}
	}
}
