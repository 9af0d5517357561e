package spelling_test

import (
	"testing"

	"nonna/bot/spelling"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"camicia", "clock", "config", "snap"}
	for word, want := range map[string]string{
		"snap": "snap", "snp": "snap", "sanp": "snap", "snaap": "snap", "snip": "snap",
		"camcai": "camicia", "confg": "config", "con": "config", "cl": "clock",
		"c": "", "": "", "sp": "", "sxxp": "", "canasta": "", "snapshot": "",
	} {
		if got := spelling.Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	names := []string{"deal", "seed", "seat"}
	for word, want := range map[string]string{"seed": "seed", "sead": "seed", "deel": "deal", "de": "", "": ""} {
		if got := spelling.Within(word, names, 1); got != want {
			t.Errorf("Within(%q) = %q, want %q", word, got, want)
		}
	}
}
