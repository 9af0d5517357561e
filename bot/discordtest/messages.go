package discordtest

import (
	"net/http"
	"slices"
	"time"
)

func (s *Server) createMessage(c *call) (int, any, error) {
	channel := c.param("channel_id")
	if !s.knowsChannel(channel) {
		return 0, nil, notFound(CodeUnknownChannel, "Unknown Channel")
	}
	p := c.message
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.blank() {
		s.violateLocked(RuleEmpty, c.where(), "the message is empty")
		return 0, nil, emptyMessage()
	}
	if m, sent := s.sameNonce(channel, p); sent {
		return http.StatusOK, s.messageJSON(m), nil
	}
	m := s.newMessage(channel, s.channels[channel], p)
	if p.EnforceNonce {
		m.Nonce = string(p.Nonce)
	}
	return http.StatusOK, s.messageJSON(m), nil
}

// nonceLife is how long Discord knows a nonce: it says "the past few minutes".
const nonceLife = 5 * time.Minute

// sameNonce finds the message that was sent lately under the nonce that a new one
// asks to be the only one of. Callers hold mu.
func (s *Server) sameNonce(channel string, p *payload) (*Message, bool) {
	if !p.EnforceNonce || p.Nonce == "" {
		return nil, false
	}
	all := s.messages.all()
	i := slices.IndexFunc(all, func(m *Message) bool {
		return m.Nonce == string(p.Nonce) && m.ChannelID == channel && s.opts.Now().Sub(m.Sent) < nonceLife
	})
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// newMessage makes the bot's message and remembers it. Callers hold mu.
func (s *Server) newMessage(channel, guild string, p *payload) *Message {
	m := &Message{
		ID: s.snowflake(), ChannelID: channel, GuildID: guild, Author: BotUser(), Sent: s.opts.Now(),
	}
	s.apply(m, p, false)
	s.messages.put(m.ID, m)
	s.changed.wake()
	return m
}

func (s *Server) listMessages(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []any{}
	for _, m := range slices.Backward(s.messages.all()) {
		if m.ChannelID == c.param("channel_id") && !m.Ephemeral() && len(out) < 50 {
			out = append(out, s.messageJSON(m))
		}
	}
	return http.StatusOK, out, nil
}

// channelMessage finds the message of the path. Callers hold mu.
func (s *Server) channelMessage(c *call) (*Message, error) {
	m, ok := s.messages.get(c.param("message_id"))
	if !ok || m.ChannelID != c.param("channel_id") || m.Ephemeral() {
		return nil, unknownMessage()
	}
	return m, nil
}

func (s *Server) getMessage(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.channelMessage(c)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.messageJSON(m), nil
}

func (s *Server) editMessage(c *call) (int, any, error) {
	p := c.message
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.channelMessage(c)
	if err != nil {
		return 0, nil, err
	}
	if m.Author.ID != AppID {
		return 0, nil, &apiError{
			status: http.StatusForbidden, code: CodeNotAuthor,
			message: "Cannot edit a message authored by another user",
		}
	}
	if err := s.fits(c, m, p); err != nil {
		return 0, nil, err
	}
	s.apply(m, p, true)
	s.changed.wake()
	return http.StatusOK, s.messageJSON(m), nil
}

func (s *Server) deleteMessage(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.channelMessage(c)
	if err != nil {
		return 0, nil, err
	}
	s.messages.drop(m.ID)
	s.changed.wake()
	return http.StatusNoContent, nil, nil
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
