package commands

import (
	"context"
	"time"
)

// confirmTime is how long a button that confirms something works: longer than
// anybody thinks about it, and short enough that what it would change is still
// what was shown.
const confirmTime = 10 * time.Minute

// Confirm stands in the state of a button that confirms something.
type Confirm struct {
	// Until is the second until which it counts.
	Until int64
}

// NewConfirm is for a question that is asked in answer to a request.
func NewConfirm(req Request) Confirm { return Confirm{req.At.Add(confirmTime).Unix()} }

// Valid tells whether the button can have been made by now.
func (c Confirm) Valid(req Request) bool {
	return !time.Unix(c.Until, 0).After(req.At.Add(confirmTime))
}

// Late tells whether the time to confirm is over.
func (c Confirm) Late(req Request) bool { return req.At.After(time.Unix(c.Until, 0)) }

// CancelState is the button beside one that confirms.
type CancelState struct{}

// Letter implements [State].
func (CancelState) Letter() byte { return 'x' }

// Valid implements [State].
func (CancelState) Valid(Request) bool { return true }

// ConfirmButtons are the one that confirms and the one that does not.
func ConfirmButtons(p Printer, command string, s State, yes string) []Row {
	return []Row{{Buttons: []Button{
		{ID: ID(command, s), Label: yes, Style: Danger},
		{ID: ID(command, CancelState{}), Label: p.Say("confirm.cancel", nil)},
	}}}
}

// OnCancel answers the button that does not confirm.
func OnCancel(t Localizer) Action {
	return On(func(_ context.Context, req Request, _ CancelState) (Reply, error) {
		return confirmed(t.Private(req).Say("confirm.cancelled", nil)), nil
	})
}

// OnConfirm makes the action of a button that confirms: do says what it did, in
// place of the question.
func OnConfirm[S interface {
	State
	Late(Request) bool
}](t Localizer, do func(context.Context, Request, S) (string, error),
) Action {
	return On(func(ctx context.Context, req Request, s S) (Reply, error) {
		if s.Late(req) {
			return confirmed(t.Private(req).Say("confirm.late", nil)), nil
		}
		text, err := do(ctx, req, s)
		return confirmed(text), err
	})
}

func confirmed(text string) Reply { return Reply{Text: text, Ephemeral: true, Update: true} }
