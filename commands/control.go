package commands

import (
	"context"
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// Control is the name of a button, a menu or a form within its command, in lower-case letters,
// and S the state that its ids hold. Messages keep ids for years, so a name keeps its state: with
// other fields it becomes another name, such as "entry2".
type Control[S State] string

// State is what a control needs to know. It is encoded in the control's id and never kept in
// memory, so that controls work after a restart. A State is a struct of numbers, bools and
// strings; only a string that is its last field can contain a colon.
type State any

// None is the state of a control that needs to know nothing.
type None struct{}

// MaxID is Discord's limit for the bytes of an id.
const MaxID = 100

// ID returns the id of a command's control: the names of both and the fields of the state,
// numbers in base 36.
func (c Control[S]) ID(command string, s S) string {
	id := command + ":" + string(c)
	for _, f := range reflect.ValueOf(s).Fields() {
		text := f.String()
		switch {
		case f.Kind() == reflect.Bool:
			text = strconv.FormatBool(f.Bool())[:1]
		case f.CanInt():
			text = strconv.FormatInt(f.Int(), 36)
		case f.CanUint():
			text = strconv.FormatUint(f.Uint(), 36)
		}
		id += ":" + text
	}
	return id
}

// read decodes what follows the command in an id. It reports false for an id of another control.
func (c Control[S]) read(text string) (s S, ok bool) {
	fields := reflect.ValueOf(&s).Elem()
	parts := strings.SplitN(text, ":", 1+fields.NumField())
	ok = parts[0] == string(c) && len(parts) > fields.NumField()
	for i := 0; ok && i < fields.NumField(); i++ {
		ok = readField(parts[1+i], fields.Field(i)) == nil
	}
	return s, ok
}

func readField(text string, f reflect.Value) error {
	switch {
	case f.Kind() == reflect.Bool:
		b, err := strconv.ParseBool(text)
		f.SetBool(b)
		return err
	case f.CanInt():
		n, err := strconv.ParseInt(text, 36, f.Type().Bits())
		f.SetInt(n)
		return err
	case f.CanUint():
		n, err := strconv.ParseUint(text, 36, f.Type().Bits())
		f.SetUint(n)
		return err
	}
	f.SetString(text)
	return nil
}

// ErrOldButton is the error of a button of an older program, or of what is gone.
var ErrOldButton = errors.New("an old button")

// Action answers a [Control]. Whether its answer is a new message or replaces the one with the
// control is up to [Reply.Update].
type Action struct {
	// Name is that of the control.
	Name string
	// Form says that a press opens a form with the same id. The fields below then describe the
	// submitted form.
	Form bool
	// Costly says that a use counts against the limits of typed commands.
	Costly bool
	// Alone reports whether the user alone will see the answer. It is nil where only the reply says
	// who will, as where it replaces the message.
	Alone func(Request, State) bool
	// Read decodes the [Request.State] of the control, and reports false for that of another.
	Read func(state string) (State, bool)
	// Handle answers the request with the state.
	Handle func(context.Context, Request, State) (Reply, error)
}

// On returns the action of a control.
func On[S State](c Control[S], handle func(context.Context, Request, S) (Reply, error), traits ...Trait) Action {
	a := Action{
		Name:   string(c),
		Read:   func(state string) (State, bool) { return c.read(state) },
		Handle: func(ctx context.Context, req Request, s State) (Reply, error) { return handle(ctx, req, s.(S)) },
	}
	for _, trait := range traits {
		trait(&a)
	}
	return a
}

// Trait sets fields of an [Action].
type Trait func(*Action)

// OpensForm sets [Action.Form].
func OpensForm(a *Action) { a.Form = true }

// Costly sets [Action.Costly].
func Costly(a *Action) { a.Costly = true }

// ForAll says that everyone sees the answer. A refusal may be for the user alone all the same.
func ForAll(a *Action) { a.Alone = func(Request, State) bool { return false } }

// ForOne says that the user alone sees the answer.
func ForOne(a *Action) { a.Alone = func(Request, State) bool { return true } }

// ForOneIf says that the user alone sees the answer if a condition holds, and else everyone.
func ForOneIf[S State](alone func(Request, S) bool) Trait {
	return func(a *Action) { a.Alone = func(req Request, s State) bool { return alone(req, s.(S)) } }
}
