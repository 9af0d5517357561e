package gateway

import "nonna/bot/discord"

// Status returns how the bot is in Discord now.
func (b *Bot) Status() discord.Status { return b.session.Status() }

// Answer is what Discord got of an answer.
type Answer string

// Of an answer there is a first thing, which may only be that more follows, and a
// last.
const (
	FirstAnswer Answer = "first"
	LastAnswer  Answer = "last"
)
