package discordtest

import (
	"encoding/json"
	"net/http"
)

func unknownInteraction() error { return notFound(CodeUnknownInteraction, "Unknown interaction") }

// callback is the first answer to an interaction.
func (s *Server) callback(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, err := s.answerable(c)
	if err != nil {
		return 0, nil, err
	}
	if err := s.suits(c, it); err != nil {
		return 0, nil, err
	}
	c.first.At, c.first.After = c.rec.At, c.rec.At.Sub(it.Made)
	it.lost = c.lost
	s.take(it, c.first, c.message)
	it.changed.wake()
	return s.callbackAnswer(c, it)
}

func (c *call) decodeData(v any) error {
	if len(c.body["data"]) == 0 {
		return nil // the missing parts are reported by name
	}
	if err := json.Unmarshal(c.body["data"], v); err != nil {
		return badJSON(err)
	}
	return nil
}

// suits tells whether an answer of that type can follow what the user did.
// Callers hold mu.
func (s *Server) suits(c *call, it *Interaction) error {
	kind := c.first.Type
	why := ""
	switch {
	case (it.Type == InteractionAutocomplete) != (kind == CallbackAutocomplete):
		why = "suggestions answer autocomplete, and nothing else does"
	case kind == CallbackModal && it.Type == InteractionModal:
		why = "a dialog cannot follow a dialog"
	case (kind == CallbackUpdate || kind == CallbackDeferredUpdate) && it.source == nil:
		why = "there is no message to update"
	case kind == CallbackMessage && c.message.blank():
		s.violateLocked(RuleEmpty, c.where(), "the message is empty")
		return emptyMessage()
	}
	if why == "" {
		return nil
	}
	s.violateLocked(RuleCallbackType, c.where(), why)
	form := &formErrors{}
	form.add(RuleCallbackType, "type", "INTERACTION_CALLBACK_TYPE_INVALID", "%s", why)
	return form.err()
}

// answerable finds the interaction of the path if it may still get its first
// answer. Callers hold mu.
func (s *Server) answerable(c *call) (*Interaction, error) {
	it, ok := s.interactions.get(c.param("interaction_token"))
	if !ok || it.ID != c.param("interaction_id") {
		s.violateLocked(RuleToken, c.where(), "there is no such interaction")
		return nil, unknownInteraction()
	}
	if it.callback != nil {
		if !it.lost {
			s.violateLocked(RuleOneAnswer, c.where(), "the interaction had been answered before")
		}
		return nil, &apiError{
			status: http.StatusBadRequest, code: CodeAlreadyAcknowledged,
			message: "Interaction has already been acknowledged.",
		}
	}
	if after := c.rec.At.Sub(it.Made); after > FirstAnswerWithin {
		s.violateLocked(RuleThreeSeconds, c.where(), "the first answer came after "+after.String())
		return nil, unknownInteraction()
	}
	return it, nil
}

// take does what a callback says. Callers hold mu.
func (s *Server) take(it *Interaction, cb *Callback, p *payload) {
	it.callback = cb
	switch cb.Type {
	case CallbackModal:
		cb.Modal.message = it.source
	case CallbackMessage:
		it.original = s.newMessage(it.channel, it.guild, p)
		cb.Message = it.original.clone()
	case CallbackDeferred:
		p.Content, p.Embeds, p.Components, p.files = "", nil, nil, nil
		p.Flags = p.Flags&FlagEphemeral | FlagLoading
		it.original = s.newMessage(it.channel, it.guild, p)
		it.deferred = true
	case CallbackDeferredUpdate:
		it.original = it.source
	case CallbackUpdate:
		it.original = it.source
		if it.original != nil {
			s.apply(it.original, p, true)
			cb.Message = it.original.clone()
		}
	}
	cb.Ephemeral = it.original != nil && it.original.Ephemeral()
}

// callbackAnswer is 204, or what was made when the bot asks with
// with_response=true.
func (s *Server) callbackAnswer(c *call, it *Interaction) (int, any, error) {
	if c.http.URL.Query().Get("with_response") != "true" {
		return http.StatusNoContent, nil, nil
	}
	about := map[string]any{"id": it.ID, "type": it.Type}
	resource := map[string]any{"type": it.callback.Type}
	if it.original != nil {
		about["response_message_id"] = it.original.ID
		about["response_message_loading"] = it.original.Loading()
		about["response_message_ephemeral"] = it.original.Ephemeral()
		resource["message"] = s.messageJSON(it.original)
	}
	return http.StatusOK, map[string]any{"interaction": about, "resource": resource}, nil
}
