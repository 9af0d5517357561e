package deal_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestOutsiders has texts that others wrote. Most of them are easily read as another deal. Each line is
// a text, the right answer or "refused", and the kind.
func TestOutsiders(t *testing.T) {
	games := games(t)
	text, err := os.ReadFile("testdata/outsiders.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		message, err := strconv.Unquote(fields[0])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		got := "refused"
		if found, err := find(games, message); err == nil {
			got = described(found)
		}
		if want := fields[1]; got != want {
			t.Errorf("%s: %q: found %s, want %s", fields[2], message, got, want)
		}
	}
}
