package commands

import (
	"context"
	"errors"

	"nonna/commands/words"
)

// Access is what the bot may do in a channel of a server.
type Access struct {
	// Lost says that the channel, or its server, is gone, or hidden from the bot.
	Lost bool
	// Missing are the permissions that the bot needs for announcements and lacks
	// there.
	Missing []Permission
}

// Permission is one of Discord's, by its name among the words: "access." before it.
type Permission string

// ErrOffline says that there is no Discord that could be asked.
var ErrOffline = errors.New("there is no Discord here")

// Reach asks Discord what the bot may do in a channel. Its errors are those of
// asking, and [ErrOffline].
type Reach func(ctx context.Context, guildID, channelID uint64) (Access, error)

// AccessProblems says what keeps the bot from announcing in a channel, and what to
// do about it; nothing where all is well.
func (p Printer) AccessProblems(a Access) []string {
	if a.Lost {
		return []string{p.Say("access.lost", nil)}
	}
	var lines []string
	for _, missing := range a.Missing {
		lines = append(lines, p.Say("access.missing", words.Args{"permission": p.Say("access."+string(missing), nil)}))
	}
	return lines
}
