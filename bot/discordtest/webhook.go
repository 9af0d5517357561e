package discordtest

import (
	"net/http"
	"slices"
)

func unknownMessage() error { return notFound(CodeUnknownMessage, "Unknown Message") }

// living finds the interaction of a webhook path if its token still works and
// it has been answered. Callers hold mu.
func (s *Server) living(c *call) (*Interaction, error) {
	it, ok := s.interactions.get(c.param("webhook_token"))
	if !ok || c.param("webhook_id") != AppID {
		s.violateLocked(RuleToken, c.where(), "there is no such interaction")
		return nil, &apiError{
			status: http.StatusUnauthorized, code: CodeInvalidToken, message: "Invalid Webhook Token",
		}
	}
	if it.callback == nil {
		s.violateLocked(RuleAnswerFirst, c.where(), "the interaction has no first answer yet")
		return nil, notFound(CodeUnknownWebhook, "Unknown Webhook")
	}
	if age := c.rec.At.Sub(it.Made); age > TokenLife {
		s.violateLocked(RuleFifteenMinutes, c.where(), "the token was used after "+age.String())
		return nil, &apiError{
			status: http.StatusUnauthorized, code: CodeInvalidToken, message: "Invalid Webhook Token",
		}
	}
	return it, nil
}

// originalOf finds the interaction and its first answer. Callers hold mu.
func (s *Server) originalOf(c *call) (*Interaction, error) {
	it, err := s.living(c)
	if err != nil {
		return nil, err
	}
	if it.original == nil {
		return nil, unknownMessage()
	}
	return it, nil
}

func (s *Server) getOriginal(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, err := s.originalOf(c)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.messageJSON(it.original), nil
}

func (s *Server) editOriginal(c *call) (int, any, error) {
	p := c.message
	s.mu.Lock()
	defer s.mu.Unlock()
	it, err := s.originalOf(c)
	if err != nil {
		return 0, nil, err
	}
	if err := s.fits(c, it.original, p); err != nil {
		return 0, nil, err
	}
	s.editFirst(it, p)
	return http.StatusOK, s.messageJSON(it.original), nil
}

func (s *Server) editFirst(it *Interaction, p *payload) {
	s.apply(it.original, p, true)
	it.deferred = false
	it.edits = append(it.edits, it.original.clone())
	it.changed.wake()
}

func (s *Server) deleteOriginal(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, err := s.originalOf(c)
	if err != nil {
		return 0, nil, err
	}
	s.messages.drop(it.original.ID)
	it.original, it.deferred = nil, false
	it.changed.wake()
	return http.StatusNoContent, nil, nil
}

// followup sends a further message; the first one after a deferred answer
// becomes that answer.
func (s *Server) followup(c *call) (int, any, error) {
	p := c.message
	s.mu.Lock()
	defer s.mu.Unlock()
	it, err := s.living(c)
	if err != nil {
		return 0, nil, err
	}
	if p.blank() {
		s.violateLocked(RuleEmpty, c.where(), "the message is empty")
		return 0, nil, emptyMessage()
	}
	if it.deferred && it.original != nil {
		s.editFirst(it, p)
		return http.StatusOK, s.messageJSON(it.original), nil
	}
	if it.userOnly && it.sent >= MaxOwnFollowups {
		s.violateLocked(RuleFollowups, c.where(), "the bot is there by the user's installation alone, and has sent five follow-ups")
		return 0, nil, &apiError{
			status: http.StatusBadRequest, code: CodeTooManyFollowups,
			message: "This interaction has reached the maximum number of follow-up messages",
		}
	}
	it.sent++
	m := s.newMessage(it.channel, it.guild, p)
	it.followups = append(it.followups, m)
	it.changed.wake()
	return http.StatusOK, s.messageJSON(m), nil
}

// followupOf finds a message of the interaction by the id in the path: a
// follow-up, or the first answer itself. Callers hold mu.
func (s *Server) followupOf(c *call) (*Interaction, *Message, error) {
	it, err := s.living(c)
	if err != nil {
		return nil, nil, err
	}
	id := c.param("message_id")
	if it.original != nil && it.original.ID == id {
		return it, it.original, nil
	}
	i := slices.IndexFunc(it.followups, func(m *Message) bool { return m.ID == id })
	if i < 0 {
		return nil, nil, unknownMessage()
	}
	return it, it.followups[i], nil
}

func (s *Server) getFollowup(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.followupOf(c)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.messageJSON(m), nil
}

func (s *Server) editFollowup(c *call) (int, any, error) {
	p := c.message
	s.mu.Lock()
	defer s.mu.Unlock()
	it, m, err := s.followupOf(c)
	if err != nil {
		return 0, nil, err
	}
	if err := s.fits(c, m, p); err != nil {
		return 0, nil, err
	}
	if m == it.original {
		s.editFirst(it, p)
	} else {
		s.apply(m, p, true)
		it.changed.wake()
	}
	return http.StatusOK, s.messageJSON(m), nil
}

func (s *Server) deleteFollowup(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, m, err := s.followupOf(c)
	if err != nil {
		return 0, nil, err
	}
	s.messages.drop(m.ID)
	if m == it.original {
		it.original, it.deferred = nil, false
	} else {
		it.followups = slices.DeleteFunc(it.followups, func(x *Message) bool { return x == m })
	}
	it.changed.wake()
	return http.StatusNoContent, nil, nil
}
