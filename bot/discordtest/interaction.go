package discordtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// The types of interaction.
const (
	InteractionCommand      = 2
	InteractionComponent    = 3
	InteractionAutocomplete = 4
	InteractionModal        = 5
)

// The types of [Callback].
const (
	CallbackMessage        = 4
	CallbackDeferred       = 5
	CallbackDeferredUpdate = 6
	CallbackUpdate         = 7
	CallbackAutocomplete   = 8
	CallbackModal          = 9
)

// The times a bot has, from when the interaction was made.
const (
	FirstAnswerWithin = 3 * time.Second
	TokenLife         = 15 * time.Minute
)

// MaxOwnFollowups is how many follow-ups a bot may send where it only is
// through the user's own installation.
const MaxOwnFollowups = 5

// ErrNoSession is why an interaction that nobody could receive has no answer:
// no gateway session was identified.
var ErrNoSession = errors.New("discordtest: no gateway session is identified; wait with Gateway().WaitReady first")

// Interaction is something a user did, and all that the bot answers to it.
type Interaction struct {
	ID, Token string
	// Type is one of [InteractionCommand], [InteractionComponent], ….
	Type int
	// Made is when the user did it, by [Options.Now].
	Made time.Time

	srv     *Server
	err     error
	event   json.RawMessage
	guild   string
	channel string
	// userOnly: the bot is there through the user's own installation alone.
	userOnly bool
	// source is the message whose button was pressed.
	source *Message

	callback  *Callback
	lost      bool // the bot may not know that its callback was taken
	original  *Message
	edits     []Message
	followups []*Message
	deferred  bool      // the answer is still only "thinking…"
	sent      int       // follow-ups, deleted ones too
	refused   string    // why the bot's last request was not granted
	changed   broadcast // of this interaction alone: thousands may be waited for
}

// Callback is the first answer to an interaction.
type Callback struct {
	// Type is one of [CallbackMessage], [CallbackDeferred], ….
	Type int
	// At is when it came, After how long that took, by [Options.Now].
	At    time.Time
	After time.Duration
	// Ephemeral: only the asking user sees it.
	Ephemeral bool
	// Message is as it was sent; empty unless the type shows one.
	Message Message
	// Modal is the dialog that was opened, nil for none.
	Modal *Modal
	// Choices are the suggestions given.
	Choices []Choice
	// JSON is the body.
	JSON json.RawMessage
}

// Answer is all that a user got.
type Answer struct {
	Callback Callback
	// Message is what is shown now: the first answer with its edits.
	Message   Message
	Edits     []Message
	Followups []Message
}

// Wait waits until the user has an answer: a message, a dialog, suggestions,
// or the edit that ends a deferred "thinking…". A plain acknowledgement of a
// button is one too.
func (it *Interaction) Wait(ctx context.Context) (Answer, error) {
	err := it.until(ctx, "an answer", func() bool { return it.callback != nil && !it.deferred })
	return it.Answer(), err
}

// First waits for the first answer, deferred or not.
func (it *Interaction) First(ctx context.Context) (Callback, error) {
	err := it.until(ctx, "a first answer", func() bool { return it.callback != nil })
	c, _ := it.Callback()
	return c, err
}

// WaitEdits waits until the first answer was edited n times.
func (it *Interaction) WaitEdits(ctx context.Context, n int) ([]Message, error) {
	err := it.until(ctx, fmt.Sprintf("%d edits", n), func() bool { return len(it.edits) >= n })
	return it.Edits(), err
}

// WaitFollowups waits until n follow-ups were sent.
func (it *Interaction) WaitFollowups(ctx context.Context, n int) ([]Message, error) {
	err := it.until(ctx, fmt.Sprintf("%d follow-ups", n), func() bool { return len(it.followups) >= n })
	return it.Followups(), err
}

func (it *Interaction) until(ctx context.Context, what string, done func() bool) error {
	for {
		it.srv.mu.Lock()
		ok, changed := done(), it.changed.c
		it.srv.mu.Unlock()
		if ok {
			return nil
		}
		if it.err != nil {
			return it.err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("discordtest: waiting for %s to interaction %s%s: %w", what, it.ID, it.refusal(), ctx.Err())
		case <-it.srv.ctx.Done():
			return fmt.Errorf("discordtest: waiting for %s to interaction %s: the server was closed", what, it.ID)
		}
	}
}

// refusal says what the bot was last refused, for who waits in vain.
func (it *Interaction) refusal() string {
	it.srv.mu.Lock()
	defer it.srv.mu.Unlock()
	if it.refused == "" {
		return ""
	}
	return " (the bot was refused: " + it.refused + ")"
}

// refuse notes on an interaction what the bot was refused.
func (s *Server) refuse(c *call, why *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	token := c.param("interaction_token") + c.param("webhook_token")
	if it, ok := s.interactions.get(token); ok {
		it.refused = why.Error()
	}
}

// Err tells why the interaction could not be made: no session, no such
// command, no such button. Its methods that wait return the same.
func (it *Interaction) Err() error { return it.err }

// Answer returns what the user has got so far.
func (it *Interaction) Answer() Answer {
	c, _ := it.Callback()
	m, _ := it.Original()
	return Answer{Callback: c, Message: m, Edits: it.Edits(), Followups: it.Followups()}
}

// Callback returns the first answer, false when there is none yet.
func (it *Interaction) Callback() (Callback, bool) {
	it.srv.mu.Lock()
	defer it.srv.mu.Unlock()
	if it.callback == nil {
		return Callback{}, false
	}
	return *it.callback, true
}

// Original returns the message of the first answer as it is shown now, false
// when there is none.
func (it *Interaction) Original() (Message, bool) {
	it.srv.mu.Lock()
	defer it.srv.mu.Unlock()
	if it.original == nil {
		return Message{}, false
	}
	return it.original.clone(), true
}

// Edits returns the message after each edit of the first answer.
func (it *Interaction) Edits() []Message {
	it.srv.mu.Lock()
	defer it.srv.mu.Unlock()
	return slices.Clone(it.edits)
}

// Followups returns the further messages, as they are now.
func (it *Interaction) Followups() []Message {
	it.srv.mu.Lock()
	defer it.srv.mu.Unlock()
	var out []Message
	for _, m := range it.followups {
		out = append(out, m.clone())
	}
	return out
}

// Files returns every file that hangs on the answer and its follow-ups.
func (it *Interaction) Files() []File {
	var out []File
	if m, ok := it.Original(); ok {
		out = append(out, m.Files...)
	}
	for _, m := range it.Followups() {
		out = append(out, m.Files...)
	}
	return out
}

// Redeliver sends the same event once more, as Discord does after a resume.
func (it *Interaction) Redeliver() error {
	it.srv.mu.Lock()
	defer it.srv.mu.Unlock()
	return it.srv.dispatchTo(it.guild, "INTERACTION_CREATE", it.event)
}
