package commands

import (
	"context"
	"fmt"
)

// Handler answers a request. It never talks to Discord. An error that implements
// [Mistake] (see [Mistakef]) is the user's: they are shown its text, privately. Any other
// error is the program's: they are shown a reference number. A handler that returns an
// error has stored nothing.
type Handler func(ctx context.Context, req Request) (Reply, error)

// Command is a command with everything that answers it.
type Command struct {
	Spec Spec
	// Run answers the command; it is nil for a command that has only Actions.
	Run Handler
	// Suggest answers a [Complete]; nil for no suggestions.
	Suggest Handler
	// NoCooldown says that the cooldown of a server does not apply.
	NoCooldown bool
	// Actions answer its buttons, menus and forms: one for each letter of a [State].
	Actions []Action
}

// Mistake is an error that the user can correct. Its text is shown to them, as
// markdown.
type Mistake interface {
	error
	// UserText says what is wrong, where, and what would be right.
	UserText() string
}

// Failure is an error that is logged as any other, and answered with a text of its own.
type Failure struct {
	Text string
	Err  error
}

// Error returns the text of Err.
func (f Failure) Error() string { return f.Err.Error() }

// Unwrap returns Err.
func (f Failure) Unwrap() error { return f.Err }

// Mistakef returns a [Mistake] with a formatted text. Arguments that users typed must
// have passed through [Escape].
func Mistakef(format string, args ...any) error {
	return mistake(fmt.Sprintf(format, args...))
}

type mistake string

func (m mistake) Error() string    { return string(m) }
func (m mistake) UserText() string { return string(m) }
