package commands

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// State is what a button, a menu or a form does, with everything needed to do it. It is
// encoded in the control's id and never kept in memory, so that controls work after a
// restart. A State is a struct of numbers, bools and strings, or of such structs; only
// the last string can contain a colon.
type State interface {
	// Letter identifies the state among those of its command. A struct that changes gets
	// another letter.
	Letter() byte
}

// MaxID is Discord's limit for the bytes of an id.
const MaxID = 100

// ID returns the id of a command's control: the command's name, the letter with all bools
// as one number, and the other fields in order, numbers in base 36.
func ID(command string, s State) string {
	var bools uint64
	parts := []string{command, ""}
	for i, f := range fields(reflect.ValueOf(s)) {
		switch {
		case f.Kind() == reflect.Bool && f.Bool():
			bools |= 1 << i
		case f.Kind() == reflect.Bool:
		case f.CanInt():
			parts = append(parts, strconv.FormatInt(f.Int(), 36))
		case f.CanUint():
			parts = append(parts, strconv.FormatUint(f.Uint(), 36))
		default:
			parts = append(parts, f.String())
		}
	}
	parts[1] = string(s.Letter())
	if bools != 0 {
		parts[1] += strconv.FormatUint(bools, 36)
	}
	return strings.Join(parts, ":")
}

// SplitID splits the id of a button, menu or form at its first colon into the name of
// its command and the state. Nothing is checked: users can forge ids.
func SplitID(id string) (command, state string) {
	command, state, _ = strings.Cut(id, ":")
	return command, state
}

// fields returns the fields of a struct and of the structs in it, the bools first, so that
// these are encoded as one number.
func fields(v reflect.Value) []reflect.Value {
	var list []reflect.Value
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Struct {
			list = append(list, fields(f)...)
		} else {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b reflect.Value) int { return boolsFirst(a) - boolsFirst(b) })
	return list
}

// boolsFirst returns 0 for a bool and 1 for other values.
func boolsFirst(v reflect.Value) int {
	if v.Kind() == reflect.Bool {
		return 0
	}
	return 1
}

// decode reads the state of an id into a struct, and reports whether it is of that
// type.
func decode(state string, into reflect.Value, letter byte) bool {
	all := fields(into)
	others := slices.IndexFunc(all, func(f reflect.Value) bool { return f.Kind() != reflect.Bool })
	if others < 0 {
		others = len(all)
	}
	parts := strings.SplitN(state, ":", len(all)-others+1)
	if len(parts) != len(all)-others+1 || parts[0] == "" || parts[0][0] != letter || !decodeBools(parts[0][1:], all[:others]) {
		return false
	}
	for i, f := range all[others:] {
		if !decodeField(parts[i+1], f) {
			return false
		}
	}
	return true
}

func decodeBools(text string, into []reflect.Value) bool {
	if text == "" {
		return true
	}
	bools, err := strconv.ParseUint(text, 36, 64)
	for i, f := range into {
		f.SetBool(bools>>i&1 == 1)
	}
	return err == nil && bools>>len(into) == 0
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

// ErrOldButton is the error of a button whose state is outdated or forged.
var ErrOldButton = errors.New("an old or forged button")

// Action answers the controls whose ids hold states of one letter.
type Action struct {
	Letter byte
	// Kind is [Press] or [Submit], the only kind of request that is answered; 0
	// for both.
	Kind Kind
	// Posts, if set, says that the answer is a new message, and returns whether its user alone
	// sees it, as far as that is known before: an answer that takes long is announced so. A
	// refusal may be for the user alone all the same.
	Posts func(Request, State) (private bool)
	// Costly says that the action counts against the limits of typed commands.
	Costly bool
	// Handle answers the request, whose State it has yet to check.
	Handle Handler
	// Read decodes a state, and reports whether it is one of the action's.
	Read func(state string) (State, bool)
}

// On returns the action of a button or a menu. A request with a state that cannot be
// decoded, or is not valid, gets [ErrOldButton].
func On[S State](handle func(context.Context, Request, S) (Reply, error)) Action {
	var zero S
	read := func(state string) (s S, ok bool) {
		ok = decode(state, reflect.ValueOf(&s).Elem(), s.Letter())
		return s, ok
	}
	return Action{
		Letter: zero.Letter(), Kind: Press,
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

// Posting returns the action as one whose answer is a new message; see [Action.Posts].
func (a Action) Posting(private func(Request, State) bool) Action {
	a.Posts = private
	return a
}

// ForOne is [Action.Posts] of a new message for the user alone.
func ForOne(Request, State) bool { return true }

// ForAll is [Action.Posts] of a new message for all.
func ForAll(Request, State) bool { return false }

// OnCostly is [On] for a button that counts against the limits of typed commands.
func OnCostly[S State](handle func(context.Context, Request, S) (Reply, error)) Action {
	a := On(handle)
	a.Costly = true
	return a
}

// OnForm is [OnCostly] for a form that is sent.
func OnForm[S State](handle func(context.Context, Request, S) (Reply, error)) Action {
	a := OnCostly(handle)
	a.Kind = Submit
	return a
}
