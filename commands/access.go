package commands

import (
	"context"

	"nonna/commands/words"
)

// Access is what the bot may do in a channel of a server.
type Access struct {
	// Gone says that the channel or its server is gone or hidden from the bot, or that it is of a
	// kind that takes no messages.
	Gone bool
	// Refused is why Discord refused all messages there for a day, after which none are sent; ""
	// if it did not.
	Refused string
	// Missing are the permissions that announcements need and the bot lacks there.
	Missing []Permission
}

// Permission is a permission of Discord, named as in the ids of messages, behind "access.".
type Permission string

// CheckAccess asks Discord what the bot may do in a channel. Without Discord it finds no problem.
type CheckAccess func(ctx context.Context, guildID, channelID uint64) (Access, error)

// AccessProblems returns what keeps the bot from announcing in a channel, and what to do
// about it, a line each.
func (p Printer) AccessProblems(a Access) []string {
	switch {
	case a.Gone:
		return []string{p.Say("access.lost", nil)}
	case a.Refused != "":
		return []string{p.Say("access.refused", words.Args{"why": Escape(a.Refused)})}
	}
	var lines []string
	for _, missing := range a.Missing {
		lines = append(lines, p.Say("access.missing", words.Args{"permission": p.Say("access."+string(missing), nil)}))
	}
	return lines
}
