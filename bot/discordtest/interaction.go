package discordtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The types of interaction.
const (
	InteractionCommand      = 2
	InteractionComponent    = 3
	InteractionAutocomplete = 4
	InteractionModal        = 5
)

// ErrNoSession is why an interaction that nobody could receive has no answer:
// no gateway session was identified.
var ErrNoSession = errors.New("discordtest: no gateway session is identified; wait with Gateway().WaitReady first")

// Interaction is something a user did, and all that the bot answers to it.
type Interaction struct {
	ID, Token string
	// Type is one of [InteractionCommand], [InteractionComponent], ….
	Type int
	// Made is when the user did it.
	Made time.Time
	// Event is what was delivered, to be delivered again in any way: by
	// [Gateway.Dispatch], or by HTTP.
	Event json.RawMessage

	srv     *Server
	err     error
	channel string
	// userOnly: the bot is there through the user's own installation alone.
	userOnly bool
	// source is the message whose button was pressed.
	source *message

	callback  Callback // of type 0 when there is none
	lost      bool     // the bot may not know that its callback was taken
	original  *message
	followups []*message
	deferred  bool   // the answer is still only "thinking…"
	refused   string // why the bot's last request was not granted
}

// Answer is all that a user got.
type Answer struct {
	Callback Callback
	// Deferred tells whether the answer is still only "thinking…".
	Deferred bool
	// Message is what is shown now: the first answer with its edits.
	Message   Message
	Followups []Message
	// Refused is why the bot's last request was not granted.
	Refused string
}

// Answer returns what the user has got so far.
func (it *Interaction) Answer() Answer {
	it.srv.mu.Lock()
	defer it.srv.mu.Unlock()
	a := Answer{Callback: it.callback, Deferred: it.deferred, Refused: it.refused}
	if it.original != nil {
		a.Message = it.original.shown()
	}
	for _, m := range it.followups {
		a.Followups = append(a.Followups, m.shown())
	}
	return a
}

// Wait waits until the user has an answer: a message, a dialog, suggestions,
// or the edit that ends a deferred "thinking…". A plain acknowledgement of a
// button is one too.
func (it *Interaction) Wait(ctx context.Context) (a Answer, err error) {
	if it.err != nil {
		return a, it.err
	}
	err = it.srv.Until(ctx, func() bool {
		a = it.Answer()
		return a.Callback.Type != 0 && !a.Deferred
	})
	if err != nil && a.Refused != "" {
		err = fmt.Errorf("%w; the bot's last request was refused: %s", err, a.Refused)
	}
	return a, err
}
