package discordtest

import (
	"net/http"
	"slices"
	"time"
)

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
	if age := c.rec.At.Sub(it.Made); age > TokenLife {
		c.violate(RuleFifteenMinutes, "the token was used after "+age.String())
		return nil, invalid
	}
	return it, nil
}

// target finds the message of a path: in a channel, or of an interaction,
// which then is returned too.
func (s *Server) target(c *call) (*Message, *Interaction, error) {
	unknown := notFound(10008, "Unknown Message")
	id := c.param("message_id")
	if channel := c.param("channel_id"); channel != "" {
		m, ok := s.messages.get(id)
		if !ok || m.ChannelID != channel || m.Ephemeral() {
			return nil, nil, unknown
		}
		return m, nil, nil
	}
	it, err := s.living(c)
	if err != nil {
		return nil, nil, err
	}
	if it.original != nil && (id == "" || id == it.original.ID) { // "" is @original
		return it.original, it, nil
	}
	i := slices.IndexFunc(it.followups, func(m *Message) bool { return m.ID == id })
	if i < 0 {
		return nil, nil, unknown
	}
	return it.followups[i], it, nil
}

func (s *Server) getMessage(c *call) (any, error) {
	m, _, err := s.target(c)
	if err != nil {
		return nil, err
	}
	return messageJSON(m), nil
}

func (s *Server) editMessage(c *call) (any, error) {
	m, it, err := s.target(c)
	if err == nil {
		err = s.edit(c, m, c.message)
	}
	if err != nil {
		return nil, err
	}
	if it != nil {
		it.deferred = it.deferred && m != it.original
		it.changed.wake()
	}
	return messageJSON(m), nil
}

func (s *Server) deleteMessage(c *call) (any, error) {
	m, it, err := s.target(c)
	if err != nil {
		return nil, err
	}
	s.messages.drop(m.ID)
	if it == nil {
		return nil, nil
	}
	if m == it.original {
		it.original, it.deferred = nil, false
	}
	it.followups = slices.DeleteFunc(it.followups, func(x *Message) bool { return x == m })
	it.changed.wake()
	return nil, nil
}

// followup sends a further message; the first one after a deferred answer
// becomes that answer.
func (s *Server) followup(c *call) (any, error) {
	it, err := s.living(c)
	if err != nil {
		return nil, err
	}
	if c.message.blank() {
		return nil, c.emptyMessage()
	}
	defer it.changed.wake()
	if it.deferred && it.original != nil {
		if err := s.edit(c, it.original, c.message); err != nil {
			return nil, err
		}
		it.deferred = false
		return messageJSON(it.original), nil
	}
	if it.userOnly && it.sent >= maxOwnFollowups {
		c.violate(RuleFollowups, "the bot is there by the user's installation alone, and has sent five follow-ups")
		return nil, badRequest(40094, "This interaction has reached the maximum number of follow-up messages")
	}
	it.sent++
	m := s.newMessage(it.channel, it.guild, c.message)
	it.followups = append(it.followups, m)
	return messageJSON(m), nil
}

func (s *Server) createMessage(c *call) (any, error) {
	channel := c.param("channel_id")
	guild, known := s.channels[channel]
	if !known {
		return nil, notFound(10003, "Unknown Channel")
	}
	if c.message.blank() {
		return nil, c.emptyMessage()
	}
	if m := s.sameNonce(channel, c.message); m != nil {
		return messageJSON(m), nil
	}
	m := s.newMessage(channel, guild, c.message)
	if c.message.EnforceNonce {
		m.nonce = string(c.message.Nonce)
	}
	return messageJSON(m), nil
}

// nonceLife is how long a nonce is known: Discord says "the past few minutes".
const nonceLife = 5 * time.Minute

// sameNonce finds the message that was sent lately under the nonce of a new
// one: "that message will be returned and no new message will be created".
func (s *Server) sameNonce(channel string, p *payload) *Message {
	if !p.EnforceNonce || p.Nonce == "" {
		return nil
	}
	for _, m := range s.messages.all() {
		if m.nonce == string(p.Nonce) && m.ChannelID == channel && time.Since(m.Sent) < nonceLife {
			return m
		}
	}
	return nil
}

// Messages returns what stands in a channel, oldest first, ephemeral messages
// left out: they are seen through their [Interaction].
func (s *Server) Messages(channelID string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	for _, m := range s.messages.all() {
		if m.ChannelID == channelID && !m.Ephemeral() {
			out = append(out, m.clone())
		}
	}
	return out
}
