package discordtest

import (
	"encoding/json"
	"net/http"
	"time"
)

// The times a bot has, from when the interaction was made.
const (
	FirstAnswerWithin = 3 * time.Second
	TokenLife         = 15 * time.Minute
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

// readCallback reads a first answer from the body, and checks it.
func (c *call) readCallback(f *form) error {
	var body struct {
		Type int
		Data json.RawMessage
	}
	if err := json.Unmarshal(c.rec.JSON, &body); err != nil {
		return err
	}
	c.first = &Callback{Type: body.Type}
	if len(body.Data) == 0 {
		body.Data = []byte("{}")
	}
	switch body.Type {
	case CallbackModal:
		c.first.Modal = &Modal{}
		if err := json.Unmarshal(body.Data, c.first.Modal); err != nil {
			return err
		}
		f.checkModal("data", *c.first.Modal)
	case CallbackAutocomplete:
		var data struct{ Choices []Choice }
		if err := json.Unmarshal(body.Data, &data); err != nil {
			return err
		}
		c.first.Choices = data.Choices
		f.checkSuggestions("data", data.Choices)
	default:
		if err := c.readMessage("data", body.Data, f); err != nil {
			return err
		}
		f.checkDeferred(c.first.Type, c.message)
	}
	return nil
}

// checkDeferred refuses what Discord drops without a word.
func (f *form) checkDeferred(kind int, m *payload) {
	if kind != CallbackDeferred && kind != CallbackDeferredUpdate {
		return
	}
	if !m.blank() {
		f.add(RuleDeferred, "data.content", "a deferred answer says nothing yet")
	}
	if m.Flags&^flagEphemeral != 0 {
		f.add(RuleDeferred, "data.flags", "a deferred answer takes no flag but EPHEMERAL")
	}
}

// callback takes the first answer to an interaction.
func (s *Server) callback(c *call) (any, error) {
	it, err := s.answerable(c)
	if err != nil {
		return nil, err
	}
	if why := c.first.misfit(it); why != "" {
		c.violate(RuleCallbackType, why)
		var f form
		f.add(RuleCallbackType, "type", "%s", why)
		return nil, invalidForm(f)
	}
	if c.first.Type == CallbackMessage && c.message.blank() {
		return nil, c.emptyMessage()
	}
	if err := s.take(c, it); err != nil {
		return nil, err
	}
	c.first.After = c.rec.At.Sub(it.Made)
	it.callback, it.lost = c.first, c.lost
	it.changed.wake()
	if c.http.URL.Query().Get("with_response") != "true" {
		return nil, nil
	}
	return it.callbackJSON(), nil
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
		if !it.lost {
			c.violate(RuleOneAnswer, "the interaction had been answered before")
		}
		return nil, &apiError{
			status: http.StatusBadRequest, code: 40060, message: "Interaction has already been acknowledged.",
		}
	}
	if after := c.rec.At.Sub(it.Made); after > FirstAnswerWithin {
		c.violate(RuleThreeSeconds, "the first answer came after "+after.String())
		return nil, unknown
	}
	return it, nil
}

// misfit tells why an answer of that type cannot follow what the user did, ""
// when it can.
func (cb *Callback) misfit(it *Interaction) string {
	switch {
	case (it.Type == InteractionAutocomplete) != (cb.Type == CallbackAutocomplete):
		return "suggestions answer autocomplete, and nothing else does"
	case cb.Type == CallbackModal && it.Type == InteractionModal:
		return "a dialog cannot follow a dialog"
	case (cb.Type == CallbackUpdate || cb.Type == CallbackDeferredUpdate) && it.source == nil:
		return "there is no message to update"
	}
	return ""
}

// take does what a first answer says.
func (s *Server) take(c *call, it *Interaction) error {
	switch c.first.Type {
	case CallbackModal:
		c.first.Modal.message = it.source
	case CallbackMessage:
		it.original = s.newMessage(it.channel, it.guild, c.message)
	case CallbackDeferred:
		c.message.Flags |= flagLoading
		it.original = s.newMessage(it.channel, it.guild, c.message)
		it.deferred = true
	case CallbackDeferredUpdate:
		it.original = it.source
	case CallbackUpdate:
		it.original = it.source
		return s.edit(c, it.original, c.message)
	}
	return nil
}

// callbackJSON is what a bot gets that asks with with_response=true.
func (it *Interaction) callbackJSON() any {
	about := map[string]any{"id": it.ID, "type": it.Type}
	resource := map[string]any{"type": it.callback.Type}
	if it.original != nil {
		about["response_message_id"] = it.original.ID
		about["response_message_loading"] = it.original.Loading()
		about["response_message_ephemeral"] = it.original.Ephemeral()
		resource["message"] = messageJSON(it.original)
	}
	return map[string]any{"interaction": about, "resource": resource}
}
