package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonna/commands/words"
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

// PickedID returns the number that an option has, also behind "#", or that of the only suggestion with
// the typed text, or 0. If there are several, the error is a [Mistake] that names them.
func (o Option) PickedID(ctx context.Context, req Request, p Printer, suggest Handler) (int64, error) {
	typed := strings.TrimPrefix(strings.TrimSpace(o.Text(req)), "#")
	if id, err := strconv.ParseInt(typed, 10, 64); err == nil {
		return id, nil
	}
	req.Focused = o.Name
	found, err := suggest(ctx, req)
	switch {
	case err != nil || len(found.Choices) == 0:
		return 0, err
	case len(found.Choices) == 1:
		return strconv.ParseInt(found.Choices[0].Value, 10, 64)
	}
	named := found.Choices[:min(len(found.Choices), maxProblems)]
	return 0, p.Mistake("router.several", words.Args{"choices": ListChoices(req, named)})
}

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
