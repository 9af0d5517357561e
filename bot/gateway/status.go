package gateway

import "nonna/bot/discord"

// Status returns the state of the bot's sessions with Discord, or of its endpoint.
func (b *Bot) Status() discord.Status {
	if b.endpoint != nil {
		return b.endpoint.Status()
	}
	return b.sessions.Status()
}

// Phase is a phase of an answer: the first acknowledgement, or the complete answer.
type Phase string

// The phases. For an answer that was not deferred they coincide.
const (
	FirstAnswer Phase = "first"
	LastAnswer  Phase = "last"
)
