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

	callback  *Callback
	lost      bool // the bot may not know that its callback was taken
	original  *message
	followups []*message
	deferred  bool   // the answer is still only "thinking…"
	refused   string // why the bot's last request was not granted
}

// Answer is all that a user got.
type Answer struct {
	Callback Callback
	// Message is what is shown now: the first answer with its edits.
	Message   Message
	Followups []Message
}

// Wait waits until the user has an answer: a message, a dialog, suggestions,
// or the edit that ends a deferred "thinking…". A plain acknowledgement of a
// button is one too.
func (it *Interaction) Wait(ctx context.Context) (Answer, error) {
	err := it.wait(ctx, "an answer", func() bool { return it.callback != nil && !it.deferred })
	return it.Answer(), err
}

// First waits for the first answer, deferred or not.
func (it *Interaction) First(ctx context.Context) (Callback, error) {
	err := it.wait(ctx, "a first answer", func() bool { return it.callback != nil })
	return it.Answer().Callback, err
}

// WaitFollowups waits until n follow-ups were sent.
func (it *Interaction) WaitFollowups(ctx context.Context, n int) ([]Message, error) {
	err := it.wait(ctx, fmt.Sprintf("%d follow-ups", n), func() bool { return len(it.followups) >= n })
	return it.Answer().Followups, err
}

func (it *Interaction) wait(ctx context.Context, what string, done func() bool) error {
	if it.err != nil {
		return it.err
	}
	return it.srv.wait(ctx, done, func() string {
		if it.refused != "" {
			what += ", of which the last was refused: " + it.refused
		}
		return fmt.Sprintf("interaction %s to get %s", it.ID, what)
	})
}

// Answer returns what the user has got so far.
func (it *Interaction) Answer() Answer {
	it.srv.mu.Lock()
	defer it.srv.mu.Unlock()
	var a Answer
	if it.callback != nil {
		a.Callback = *it.callback
	}
	if it.original != nil {
		a.Message = it.original.shown()
	}
	for _, m := range it.followups {
		a.Followups = append(a.Followups, m.shown())
	}
	return a
}
