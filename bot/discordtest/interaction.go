package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
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

// Interaction is something that a user did, with the bot's answers.
type Interaction struct {
	ID, Token string
	// Type is one of [InteractionCommand], [InteractionComponent], ….
	Type int
	// Made is when the user did it.
	Made time.Time
	// Event is what was delivered. A test can deliver it again, by [Gateway.Dispatch] or
	// over HTTP.
	Event json.RawMessage

	srv     *Server
	err     error
	channel string
	// source is the message whose button was pressed.
	source *message

	answer    Answer // without messages
	body      []byte // of the request with the first answer
	original  *message
	followups []*message
}

// Answer is everything that the bot answered.
type Answer struct {
	// Type is the type of the first answer, one of [CallbackMessage], [CallbackDeferred],
	// …; or 0.
	Type int
	// After is the time from the interaction to the first answer.
	After time.Duration
	// Deferred reports whether the answer is still only "thinking…".
	Deferred bool
	// Modal is the dialog that was opened, or nil.
	Modal *Modal
	// Choices are the suggestions.
	Choices []Choice
	// Message is the first answer with its edits.
	Message   Message
	Followups []Message
	// Refused is why the bot's last refused request was refused.
	Refused string
}

// Answer returns the answer so far.
func (it *Interaction) Answer() Answer {
	it.srv.mu.Lock()
	defer it.srv.mu.Unlock()
	a := it.answer
	if it.original != nil {
		a.Message = it.original.shown()
	}
	for _, m := range it.followups {
		a.Followups = append(a.Followups, m.shown())
	}
	return a
}

// Wait waits for the answer: a message, a dialog, suggestions, the acknowledgement of a
// button, or the edit of a deferred "thinking…".
func (it *Interaction) Wait(ctx context.Context) (a Answer, err error) {
	var unsent error
	err = it.srv.Until(ctx, func() bool {
		it.srv.mu.Lock()
		defer it.srv.mu.Unlock()
		unsent = it.err
		return unsent != nil || it.answer.Type != 0 && !it.answer.Deferred
	})
	a = it.Answer()
	if unsent != nil {
		return a, unsent
	}
	if err != nil && a.Refused != "" {
		err = fmt.Errorf("%w; the bot's last request was refused: %s", err, a.Refused)
	}
	return a, err
}

// Limits of an interaction. The times count from when it was made.
const (
	firstAnswerWithin = 3 * time.Second
	tokenLife         = 15 * time.Minute
	nonceLife         = 5 * time.Minute // of a message: Discord says "the past few minutes"
)

// The types of a first answer.
const (
	CallbackMessage        = 4
	CallbackDeferred       = 5
	CallbackDeferredUpdate = 6
	CallbackUpdate         = 7
	CallbackAutocomplete   = 8
	CallbackModal          = 9
)

// callback accepts the first answer to an interaction.
func (s *Server) callback(c *call) (any, error) {
	it, err := s.answerable(c)
	if err != nil {
		return nil, err
	}
	first := Answer{Type: c.kind, After: c.rec.At.Sub(it.Made), Choices: c.body.Choices}
	switch c.kind {
	case CallbackModal:
		first.Modal = &Modal{c.body.CustomID, c.body.Title, c.body.Components, it.source}
	case CallbackMessage:
		it.original, err = s.create(c, it.channel)
	case CallbackDeferred:
		it.original = s.newMessage(it.channel, c.body, c.body.Flags|flagLoading)
		first.Deferred = true
	case CallbackDeferredUpdate:
		it.original = it.source
	case CallbackUpdate:
		it.original = it.source
		err = s.edit(c, it.original)
	}
	if err == nil {
		it.answer, it.body = first, c.rec.JSON
	}
	return nil, err
}

// answerable returns the interaction of the path, or why it cannot have this first answer
// now.
func (s *Server) answerable(c *call) (*Interaction, error) {
	it, ok := s.interactions[c.token()]
	if !ok || it.ID != c.param("interaction_id") {
		return nil, breaks(RuleToken, http.StatusNotFound, 10062)
	}
	if it.answer.Type != 0 {
		again := breaks(RuleOneAnswer, http.StatusBadRequest, 40060)
		if bytes.Equal(it.body, c.rec.JSON) { // a retry: the bot may not know that it succeeded
			again.rule = ""
		}
		return nil, again
	}
	if c.rec.At.Sub(it.Made) > s.FirstAnswer() {
		return nil, breaks(RuleThreeSeconds, http.StatusNotFound, 10062)
	}
	var f form
	switch {
	case (it.Type == InteractionAutocomplete) != (c.kind == CallbackAutocomplete):
		f.add(RuleCallbackType, "type", "suggestions answer autocomplete, and nothing else does")
	case c.kind == CallbackModal && it.Type == InteractionModal:
		f.add(RuleCallbackType, "type", "a dialog cannot follow a dialog")
	case (c.kind == CallbackUpdate || c.kind == CallbackDeferredUpdate) && it.source == nil:
		f.add(RuleCallbackType, "type", "there is no message to update")
	}
	return it, f.refusal()
}

// living returns the interaction of a webhook path if its token is still valid and it has
// been answered.
func (s *Server) living(c *call) (*Interaction, error) {
	it, ok := s.interactions[c.token()]
	if !ok || c.param("webhook_id") != AppID {
		return nil, breaks(RuleToken, http.StatusUnauthorized, 50027)
	}
	if it.answer.Type == 0 {
		return nil, breaks(RuleAnswerFirst, http.StatusNotFound, 10015)
	}
	if c.rec.At.Sub(it.Made) > tokenLife {
		return nil, breaks(RuleFifteenMinutes, http.StatusUnauthorized, 50027)
	}
	return it, nil
}

// unknownMessage is Discord's error code for a message that it does not know, or not yet.
const unknownMessage = 10008

// answered returns the interaction of a path if its first answer, @original, exists.
func (s *Server) answered(c *call) (*Interaction, error) {
	it, err := s.living(c)
	if err == nil && it.original == nil {
		err = refuse(http.StatusNotFound, unknownMessage, "Unknown Message")
	}
	return it, err
}

func (s *Server) editAnswer(c *call) (any, error) {
	it, err := s.answered(c)
	if err == nil {
		err = s.edit(c, it.original)
	}
	if err != nil {
		return nil, err
	}
	it.answer.Deferred = false
	return it.original.json(), nil
}

func (s *Server) deleteOriginal(c *call) (any, error) {
	it, err := s.answered(c)
	if err == nil {
		s.messages = slices.DeleteFunc(s.messages, func(m *message) bool { return m == it.original })
		it.original, it.answer.Deferred = nil, false
	}
	return nil, err
}

// followup sends a further message. The first one after a deferred answer becomes that
// answer.
func (s *Server) followup(c *call) (any, error) {
	it, err := s.living(c)
	switch {
	case err != nil:
		return nil, err
	case it.answer.Deferred && !c.body.blank():
		return s.editAnswer(c)
	}
	m, err := s.create(c, it.channel)
	if err != nil {
		return nil, err
	}
	it.followups = append(it.followups, m)
	return m.json(), nil
}

// createMessage sends a message to a channel, but only once for an enforced nonce: "that
// message will be returned and no new message will be created".
func (s *Server) createMessage(c *call) (any, error) {
	channel, nonce := c.param("channel_id"), c.body.Nonce
	if err := s.mayWrite(channel, PermissionSend); err != nil {
		return nil, err
	}
	for _, m := range s.messages {
		if c.body.EnforceNonce && nonce != nil && m.nonce == nonce && m.wire["channel_id"] == channel && time.Since(m.sent) < nonceLife {
			return m.json(), nil
		}
	}
	m, err := s.create(c, channel)
	if err != nil {
		return nil, err
	}
	m.nonce = nonce
	return m.json(), nil
}

// The edits of messages in a channel are limited, as those of the real API have been seen to
// be: "5 requests every 5 seconds".
const (
	maxEdits  = 5
	editsTime = 5 * time.Second
)

// editMessage edits a message of the bot in a channel.
func (s *Server) editMessage(c *call) (any, error) {
	if err := s.mayWrite(c.param("channel_id"), 0); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.messages, func(m *message) bool {
		return m.wire["id"] == c.param("message_id") && m.wire["channel_id"] == c.param("channel_id") && !m.shown().Ephemeral()
	})
	if i < 0 {
		return nil, refuse(http.StatusNotFound, unknownMessage, "Unknown Message")
	}
	m := s.messages[i]
	if author, _ := m.wire["author"].(object); author["id"] != AppID {
		return nil, refuse(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
	}
	m.edited = slices.DeleteFunc(m.edited, func(at time.Time) bool { return time.Since(at) >= editsTime })
	if len(m.edited) == maxEdits {
		c.fault = Fault{Status: http.StatusTooManyRequests, RetryAfter: editsTime - time.Since(m.edited[0])}
		return nil, nil
	}
	m.edited = append(m.edited, time.Now())
	if err := s.edit(c, m); err != nil {
		return nil, err
	}
	return m.json(), nil
}

// mayWrite returns why the bot may not write in a channel: it must see it, and have further
// permissions.
func (s *Server) mayWrite(channel string, permissions uint64) error {
	switch denied := s.denied[channel]; {
	case !s.channels[channel]:
		return refuse(http.StatusNotFound, 10003, "Unknown Channel")
	case denied&PermissionView != 0, denied&PermissionConnect != 0 && s.kinds[channel] == ChannelVoice:
		return refuse(http.StatusForbidden, 50001, "Missing Access")
	case s.kinds[channel] == ChannelForum:
		return refuse(http.StatusBadRequest, 50008, "Cannot send messages in a non-text channel")
	case denied&permissions != 0:
		return refuse(http.StatusForbidden, 50013, "Missing Permissions")
	}
	return nil
}

// create sends the message of a request, unless it is empty. Callers must hold mu.
func (s *Server) create(c *call, channel string) (*message, error) {
	if c.body.blank() {
		return nil, emptyMessage()
	}
	return s.newMessage(channel, c.body, c.body.Flags), nil
}

// edit applies the body of a request to a message. It refuses edits that would leave the
// message empty. Callers must hold mu.
func (s *Server) edit(c *call, m *message) error {
	after := *m
	s.rewrite(&after, c.body)
	shown := after.shown()
	if shown.Content == "" && len(shown.Embeds)+len(shown.Components)+len(shown.Files) == 0 {
		return emptyMessage()
	}
	after.wire["flags"] = shown.Flags &^ flagLoading
	*m = after
	return nil
}

func emptyMessage() error {
	return breaks(RuleEmpty, http.StatusBadRequest, 50006)
}
