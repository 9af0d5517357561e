package commands

import (
	"context"
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// State is what a button, a menu or a form does, with everything needed to do it. It is
// encoded in the control's id and never kept in memory, so that controls work after a
// restart. A State is a struct of numbers, bools and strings; only the last string can
// contain a colon.
type State any

// letterOf returns the letter of a state in ids, by which [NewRouter] tells it from others of its
// command.
func letterOf(t reflect.Type) string { return strings.ToLower(t.Name()[:1]) }

// MaxID is Discord's limit for the bytes of an id.
const MaxID = 100

// ID returns the id of a command's control: the command's name, the letter with all bools
// as one number, and the other fields in order, numbers in base 36.
func ID(command string, s State) string {
	v := reflect.ValueOf(s)
	bools, others := fields(v)
	var on uint64
	for i, f := range bools {
		if f.Bool() {
			on |= 1 << i
		}
	}
	parts := []string{command, letterOf(v.Type())}
	if on != 0 {
		parts[1] += strconv.FormatUint(on, 36)
	}
	for _, f := range others {
		switch {
		case f.CanInt():
			parts = append(parts, strconv.FormatInt(f.Int(), 36))
		case f.CanUint():
			parts = append(parts, strconv.FormatUint(f.Uint(), 36))
		default:
			parts = append(parts, f.String())
		}
	}
	return strings.Join(parts, ":")
}

// SplitID splits the id of a button, menu or form at its first colon into the name of
// its command and the state. The message may be older than the program.
func SplitID(id string) (command, state string) {
	command, state, _ = strings.Cut(id, ":")
	return command, state
}

// fields returns the fields of a struct: the bools, and the others.
func fields(v reflect.Value) (bools, others []reflect.Value) {
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Bool {
			bools = append(bools, f)
		} else {
			others = append(others, f)
		}
	}
	return bools, others
}

// decode reads the state of an id into a struct, and reports whether it is of that
// type.
func decode(state string, into reflect.Value) bool {
	bools, others := fields(into)
	parts := strings.SplitN(state, ":", len(others)+1)
	number, ok := strings.CutPrefix(parts[0], letterOf(into.Type()))
	on, err := strconv.ParseUint("0"+number, 36, 64)
	if !ok || err != nil || len(parts) <= len(others) {
		return false
	}
	for i, f := range bools {
		f.SetBool(on>>i&1 == 1)
	}
	for i, f := range others {
		ok = ok && decodeField(parts[i+1], f)
	}
	return ok
}

func decodeField(text string, into reflect.Value) bool {
	var err error
	switch {
	case into.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 36, into.Type().Bits())
		into.SetInt(n)
	case into.CanUint():
		var n uint64
		n, err = strconv.ParseUint(text, 36, into.Type().Bits())
		into.SetUint(n)
	default:
		into.SetString(text)
	}
	return err == nil
}

// ErrOldButton is the error of a button of an older program, or of what is gone.
var ErrOldButton = errors.New("an old button")

// Action answers the controls whose ids hold states of one letter.
type Action struct {
	Letter string
	// Form says that a button opens a form, which has the button's id. What follows is then said
	// of the form that is sent.
	Form bool
	// Posts, if set, says that the answer is a new message, and returns whether its user alone
	// sees it, as far as that is known before: an answer that takes long is announced so. A
	// refusal may be for the user alone all the same. Such an action counts against the limits of
	// typed commands, unless it is Free.
	Posts func(Request, State) (private bool)
	Free  bool
	// Handle answers the request.
	Handle Handler
	// Read decodes a state, and reports whether it is one of the action's.
	Read func(state string) (State, bool)
}

// On returns the action of a button or a menu. Its handler replaces the message by
// [Reply.Update]; [Action.Posting] is for one that answers by a new message. A request with a
// state that cannot be decoded gets [ErrOldButton].
func On[S State](handle func(context.Context, Request, S) (Reply, error)) Action {
	read := func(state string) (s S, ok bool) {
		ok = decode(state, reflect.ValueOf(&s).Elem())
		return s, ok
	}
	return Action{
		Letter: letterOf(reflect.TypeFor[S]()),
		Handle: func(ctx context.Context, req Request) (Reply, error) {
			s, ok := read(req.State)
			if !ok {
				return Reply{}, ErrOldButton
			}
			return handle(ctx, req, s)
		},
		Read: func(state string) (State, bool) { return read(state) },
	}
}

// OnForm is [On] for a button that opens a form, and for that form.
func OnForm[S State](handle func(context.Context, Request, S) (Reply, error)) Action {
	a := On(handle)
	a.Form = true
	return a
}

// Posting returns the action as one whose answer is a new message; see [Action.Posts].
func (a Action) Posting(private func(Request, State) bool) Action {
	a.Posts = private
	return a
}

// Freely returns the action as one that counts against no limit of commands.
func (a Action) Freely() Action {
	a.Free = true
	return a
}

// ForOne is [Action.Posts] of a new message for the user alone.
func ForOne(Request, State) bool { return true }

// ForAll is [Action.Posts] of a new message for all.
func ForAll(Request, State) bool { return false }
