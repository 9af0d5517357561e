package commands

import (
	"slices"
	"strings"
)

const (
	// MaxSuggested is the most characters that Discord takes of a suggestion, of
	// what is shown and of what is filled in alike.
	MaxSuggested = 100
	// MaxChoices is the most suggestions that are shown.
	MaxChoices = 25
	// MaxBoards is the most boards that one request reads.
	MaxBoards = 25
)

// Matching are the choices that hold what is being typed.
func Matching(req Request, choices []Choice) Reply {
	typed := strings.ToLower(strings.TrimSpace(req.Options.Text(req.Focused)))
	choices = slices.DeleteFunc(choices, func(c Choice) bool {
		return !strings.Contains(strings.ToLower(c.Label), typed) && !strings.Contains(strings.ToLower(c.Value), typed)
	})
	return Reply{Choices: choices[:min(len(choices), MaxChoices)]}
}
