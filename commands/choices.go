package commands

import (
	"slices"
	"strings"
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

// Matching returns the choices that contain what is being typed, unless there is an error.
func Matching(req Request, choices []Choice, err error) (Reply, error) {
	typed := strings.ToLower(strings.TrimSpace(req.Options.Text(req.Focused)))
	choices = slices.DeleteFunc(choices, func(c Choice) bool {
		return !strings.Contains(strings.ToLower(c.Label), typed) && !strings.Contains(strings.ToLower(c.Value), typed)
	})
	return Reply{Choices: choices[:min(len(choices), MaxChoices)]}, err
}
