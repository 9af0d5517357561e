// Package spelling finds the name that a misspelt word was meant to be.
package spelling

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns the name that word most likely misspells, or "": with one
// mistake in a short word, with two in a longer one, or the only name that begins with
// word.
func Nearest(word string, names []string) string {
	limit := 1
	if utf8.RuneCountInString(word) > 4 {
		limit = 2
	}
	if name := Within(word, names, limit); name != "" || word == "" {
		return name
	}
	begins := func(name string) bool { return strings.HasPrefix(name, word) }
	i := slices.IndexFunc(names, begins)
	if i < 0 || slices.ContainsFunc(names[i+1:], begins) {
		return ""
	}
	return names[i]
}

// Within returns the first of the names nearest to word, "" if each differs from it by
// more than limit mistakes.
func Within(word string, names []string, limit int) string {
	best := ""
	for _, n := range names {
		if d := distance(word, n, limit); d <= limit {
			best, limit = n, d-1
		}
	}
	return best
}

// distance counts the mistakes between two words: a letter too many, too few, or wrong,
// or two letters swapped. It may return limit+1 for any count above limit.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	older, old := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(old[j+1]+1, row[j]+1, old[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
		older, old = old, row
	}
	return old[len(b)]
}
