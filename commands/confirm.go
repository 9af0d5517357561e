package commands

import "context"

// CancelState is the button beside a confirmation button.
type CancelState struct{}

// Letter implements [State].
func (CancelState) Letter() byte { return 'x' }

// ConfirmButtons returns a confirmation button with the label yes, and one to cancel.
func ConfirmButtons(p Printer, command string, s State, yes string) []Row {
	return Buttons(
		Button{ID: ID(command, s), Label: yes, Style: Danger},
		Button{ID: ID(command, CancelState{}), Label: p.Say("confirm.cancel", nil)},
	)
}

// OnCancel returns the action of the button to cancel.
func OnCancel(l Localizer) Action {
	return On(func(_ context.Context, req Request, _ CancelState) (Reply, error) {
		return confirmed(l.Private(req).Say("confirm.cancelled", nil)), nil
	})
}

// OnConfirm returns the action of a confirmation button: the text that do returns
// replaces the question.
func OnConfirm[S State](do func(context.Context, Request, S) (string, error)) Action {
	return On(func(ctx context.Context, req Request, s S) (Reply, error) {
		text, err := do(ctx, req, s)
		return confirmed(text), err
	})
}

func confirmed(text string) Reply { return Reply{Text: text, Ephemeral: true, Update: true} }
