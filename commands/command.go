package commands

import (
	"context"
	"fmt"
)

// Handler answers a request. It is a function from a value to a value: it
// never talks to Discord. A mistake of the user's is returned as an error that
// implements [Mistake] (see [Mistakef]) and becomes one clear ephemeral
// message; every other error is ours and becomes a reference number.
// Nothing is stored when an error is returned.
type Handler func(ctx context.Context, req Request) (Reply, error)

// Command is something users can ask for.
type Command struct {
	Spec Spec
	// Run answers the command; nil for one that has nothing but Actions.
	Run Handler
	// Suggest answers a [Complete]; nil for no suggestions.
	Suggest Handler
	// Actions answer its buttons, menus and forms, each those of one letter.
	Actions []Action
}

// Mistake is an error that the user can mend: its text is written for them, in
// markdown, and is shown as it is.
type Mistake interface {
	error
	// UserText says what was found, where, and what would be right.
	UserText() string
}

// Mistakef makes a [Mistake] of a text for the user. Arguments that come from
// the user must pass through [Escape].
func Mistakef(format string, args ...any) error {
	return mistake(fmt.Sprintf(format, args...))
}

type mistake string

func (m mistake) Error() string    { return string(m) }
func (m mistake) UserText() string { return string(m) }
