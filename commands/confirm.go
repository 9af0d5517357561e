package commands

import (
	"context"
	"time"
)

// confirmTime is how long a confirmation button works: enough time to decide, and short
// enough that the button still changes what the message shows.
const confirmTime = 10 * time.Minute

// Confirm is part of the state of a confirmation button.
type Confirm struct {
	// Until is the last second, in Unix time, in which the button works.
	Until int64
}

// NewConfirm returns the Confirm of a question that answers a request.
func NewConfirm(req Request) Confirm { return Confirm{req.At.Add(confirmTime).Unix()} }

// Valid reports whether the button can have been made before the request.
func (c Confirm) Valid(req Request) bool {
	return !time.Unix(c.Until, 0).After(req.At.Add(confirmTime))
}

// Expired reports whether the time to confirm is over.
func (c Confirm) Expired(req Request) bool { return req.At.After(time.Unix(c.Until, 0)) }

// CancelState is the button beside a confirmation button.
type CancelState struct{}

// Letter implements [State].
func (CancelState) Letter() byte { return 'x' }

// Valid implements [State].
func (CancelState) Valid(Request) bool { return true }

// ConfirmButtons returns a confirmation button with the label yes, and one to cancel.
func ConfirmButtons(p Printer, command string, s State, yes string) []Row {
	return []Row{{Buttons: []Button{
		{ID: ID(command, s), Label: yes, Style: Danger},
		{ID: ID(command, CancelState{}), Label: p.Say("confirm.cancel", nil)},
	}}}
}

// OnCancel returns the action of the button to cancel.
func OnCancel(l Localizer) Action {
	return On(func(_ context.Context, req Request, _ CancelState) (Reply, error) {
		return confirmed(l.Private(req).Say("confirm.cancelled", nil)), nil
	})
}

// OnConfirm returns the action of a confirmation button: the text that do returns
// replaces the question.
func OnConfirm[S interface {
	State
	Expired(Request) bool
}](l Localizer, do func(context.Context, Request, S) (string, error),
) Action {
	return On(func(ctx context.Context, req Request, s S) (Reply, error) {
		if s.Expired(req) {
			return confirmed(l.Private(req).Say("confirm.late", nil)), nil
		}
		text, err := do(ctx, req, s)
		return confirmed(text), err
	})
}

func confirmed(text string) Reply { return Reply{Text: text, Ephemeral: true, Update: true} }
