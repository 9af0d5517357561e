package commands

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// MaxSuggested is Discord's limit for the characters of a suggestion, both of its
	// label and of its value.
	MaxSuggested = 100
	// MaxChoices is Discord's limit for the number of suggestions.
	MaxChoices = 25
	// MaxBoards limits the boards that one request reads.
	MaxBoards = 25
)

// Matching returns the choices that contain what is being typed, unless there is an error:
// without those that are too long, and those with the value of an earlier one. "8344" finds
// "8,344".
func Matching(req Request, choices []Choice, err error) (Reply, error) {
	typed := strings.ToLower(strings.TrimSpace(req.Options.Text(req.Focused)))
	ungrouped := strings.NewReplacer(",", "", ".", "")
	seen := map[string]bool{}
	choices = slices.DeleteFunc(choices, func(c Choice) bool {
		value, label := strings.ToLower(c.Value), strings.ToLower(c.Label)
		skip := seen[value] || utf8.RuneCountInString(value) > MaxSuggested ||
			!strings.Contains(value, typed) && !strings.Contains(label, typed) && !strings.Contains(ungrouped.Replace(label), typed)
		seen[value] = true
		return skip
	})
	return Reply{Choices: choices[:min(len(choices), MaxChoices)]}, err
}
