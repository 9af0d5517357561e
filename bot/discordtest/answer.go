package discordtest

import (
	"net/http"
	"time"
)

// The times a bot has, from when the interaction was made.
const (
	firstAnswerWithin = 3 * time.Second
	tokenLife         = 15 * time.Minute
)

// maxOwnFollowups is how many follow-ups a bot may send where it only is
// through the user's own installation.
const maxOwnFollowups = 5

// The types of [Callback].
const (
	CallbackMessage        = 4
	CallbackDeferred       = 5
	CallbackDeferredUpdate = 6
	CallbackUpdate         = 7
	CallbackAutocomplete   = 8
	CallbackModal          = 9
)

// Callback is the first answer to an interaction.
type Callback struct {
	// Type is one of [CallbackMessage], [CallbackDeferred], ….
	Type int
	// After is how long after the interaction it came.
	After time.Duration
	// Modal is the dialog that was opened, nil for none.
	Modal *Modal
	// Choices are the suggestions given.
	Choices []Choice
}

// callback takes the first answer to an interaction.
func (s *Server) callback(c *call) (any, error) {
	it, err := s.answerable(c)
	if err != nil {
		return nil, err
	}
	if why := misfit(c.kind, it); why != "" {
		c.violate(RuleCallbackType, why)
		var f form
		f.add(RuleCallbackType, "type", "%s", why)
		return nil, invalidForm(f)
	}
	first := &Callback{Type: c.kind, After: c.rec.At.Sub(it.Made), Choices: c.body.Choices}
	switch c.kind {
	case CallbackModal:
		first.Modal = &Modal{c.body.CustomID, c.body.Title, c.body.Components, it.source}
	case CallbackMessage:
		it.original, err = s.create(c, it.channel)
	case CallbackDeferred:
		it.original = s.newMessage(it.channel, c.body, c.body.Flags|flagLoading)
		it.deferred = true
	case CallbackDeferredUpdate:
		it.original = it.source
	case CallbackUpdate:
		it.original = it.source
		err = s.edit(c, it.original)
	}
	if err != nil {
		return nil, err
	}
	it.callback, it.answered, it.lost = first, time.Now(), c.lost
	it.changed.wake()
	return nil, nil
}

// answerable finds the interaction of the path if it may still get its first
// answer.
func (s *Server) answerable(c *call) (*Interaction, error) {
	unknown := notFound(10062, "Unknown interaction")
	it, ok := s.interactions.get(c.param("interaction_token"))
	if !ok || it.ID != c.param("interaction_id") {
		c.violate(RuleToken, "there is no such interaction")
		return nil, unknown
	}
	if it.callback != nil {
		// What was on its way before the bot could know is no mistake of its.
		if !it.lost && !c.rec.At.Before(it.answered) {
			c.violate(RuleOneAnswer, "the interaction had been answered before")
		}
		return nil, badRequest(40060, "Interaction has already been acknowledged.")
	}
	if after := c.rec.At.Sub(it.Made); after > firstAnswerWithin {
		c.violate(RuleThreeSeconds, "the first answer came after "+after.String())
		return nil, unknown
	}
	return it, nil
}

// misfit tells why an answer of that type cannot follow what the user did, ""
// when it can.
func misfit(kind int, it *Interaction) string {
	switch {
	case (it.Type == InteractionAutocomplete) != (kind == CallbackAutocomplete):
		return "suggestions answer autocomplete, and nothing else does"
	case kind == CallbackModal && it.Type == InteractionModal:
		return "a dialog cannot follow a dialog"
	case (kind == CallbackUpdate || kind == CallbackDeferredUpdate) && it.source == nil:
		return "there is no message to update"
	}
	return ""
}

// living finds the interaction of a webhook path if its token still works and
// it has been answered.
func (s *Server) living(c *call) (*Interaction, error) {
	invalid := &apiError{status: http.StatusUnauthorized, code: 50027, message: "Invalid Webhook Token"}
	it, ok := s.interactions.get(c.param("webhook_token"))
	if !ok || c.param("webhook_id") != AppID {
		c.violate(RuleToken, "there is no such interaction")
		return nil, invalid
	}
	if it.callback == nil {
		c.violate(RuleAnswerFirst, "the interaction has no first answer yet")
		return nil, notFound(10015, "Unknown Webhook")
	}
	if age := c.rec.At.Sub(it.Made); age > tokenLife {
		c.violate(RuleFifteenMinutes, "the token was used after "+age.String())
		return nil, invalid
	}
	return it, nil
}

// answered finds the interaction of an @original path, if that is there.
func (s *Server) answered(c *call) (*Interaction, error) {
	it, err := s.living(c)
	if err == nil && it.original == nil {
		err = notFound(10008, "Unknown Message")
	}
	return it, err
}

func (s *Server) editOriginal(c *call) (any, error) {
	it, err := s.answered(c)
	if err == nil {
		err = s.edit(c, it.original)
	}
	if err != nil {
		return nil, err
	}
	it.deferred = false
	it.changed.wake()
	return it.original.json(), nil
}

func (s *Server) deleteOriginal(c *call) (any, error) {
	it, err := s.answered(c)
	if err != nil {
		return nil, err
	}
	s.messages.drop(it.original.id())
	it.original, it.deferred = nil, false
	it.changed.wake()
	return nil, nil
}

// followup sends a further message; the first one after a deferred answer
// becomes that answer.
func (s *Server) followup(c *call) (any, error) {
	it, err := s.living(c)
	switch {
	case err != nil:
		return nil, err
	case it.deferred && c.body.blank():
		return nil, c.emptyMessage()
	case it.deferred:
		return s.editOriginal(c)
	case it.userOnly && len(it.followups) >= maxOwnFollowups:
		c.violate(RuleFollowups, "the bot is there by the user's installation alone, and has sent five follow-ups")
		return nil, badRequest(40094, "This interaction has reached the maximum number of follow-up messages")
	}
	m, err := s.create(c, it.channel)
	if err != nil {
		return nil, err
	}
	it.followups = append(it.followups, m)
	it.changed.wake()
	return m.json(), nil
}

// nonceLife is how long a nonce is known: Discord says "the past few minutes".
const nonceLife = 5 * time.Minute

// createMessage sends a message to a channel, once for a nonce that is to be
// enforced: "that message will be returned and no new message will be created".
func (s *Server) createMessage(c *call) (any, error) {
	channel, nonce := c.param("channel_id"), string(c.body.Nonce)
	if !s.channels[channel] {
		return nil, notFound(10003, "Unknown Channel")
	}
	if !c.body.EnforceNonce {
		nonce = ""
	}
	for _, m := range s.messages.all() {
		if nonce != "" && m.nonce == nonce && m.wire["channel_id"] == channel && time.Since(m.sent) < nonceLife {
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

// create sends the message of a request, unless it says nothing. Callers hold mu.
func (s *Server) create(c *call, channel string) (*message, error) {
	if c.body.blank() {
		return nil, c.emptyMessage()
	}
	return s.newMessage(channel, c.body, c.body.Flags), nil
}

// edit writes the body of a request into a message, unless nothing would be
// left of it, or too many files. Callers hold mu.
func (s *Server) edit(c *call, m *message) error {
	after := *m
	s.rewrite(&after, c.body)
	if len(after.files) > maxFiles {
		c.violate(RuleFiles, "the message would have more than ten files")
		return badRequest(30015, "Maximum number of attachments in a message reached (10)")
	}
	shown := after.shown()
	if shown.Content == "" && len(shown.Embeds)+len(shown.Components)+len(shown.Files) == 0 {
		return c.emptyMessage()
	}
	after.wire["flags"] = shown.Flags &^ flagLoading
	after.wire["edited_timestamp"] = stamp(time.Now())
	*m = after
	return nil
}

func (c *call) emptyMessage() error {
	c.violate(RuleEmpty, "nothing is said")
	return badRequest(50006, "Cannot send an empty message")
}
