package commands

import (
	"context"
	"slices"
)

// Command is a command or a subcommand: how users see it before they run it, and what
// answers it. Adapters register it with their platform.
type Command struct {
	// Name is 1 to 32 lower-case letters, digits, "-" or "_" for a slash
	// command; any 1 to 32 characters for a message command.
	Name string
	// Kind is [Slash] or [MessageMenu]; or [Press] for a command that users cannot run,
	// whose buttons are in the replies of other commands. Subcommands need none.
	Kind Kind
	// Description is 1 to 100 characters; empty for a message command.
	Description string
	// NameIn and DescriptionIn are the name and the description in other languages, by
	// Discord locale.
	NameIn, DescriptionIn map[string]string
	// Options are at most 25, the required ones first.
	Options []Option
	// Run answers the command, and Suggest a [Complete]; nil for no suggestions.
	Run, Suggest Handler

	// Subs are the subcommands. A command with subcommands has no options and cannot be
	// run by itself. The fields below are of commands alone.
	Subs []Command
	// NeedsManageGuild hides the command from members who may not manage the server. The
	// router checks it too: an admin can change who is shown a command.
	NeedsManageGuild bool
	// GuildOnly says that the command can be used in servers alone.
	GuildOnly bool
	// NoCooldown says that the cooldown of a server does not apply: for what no admin should keep
	// anybody from.
	NoCooldown bool
	// Actions answer its buttons, menus and forms.
	Actions []Action
}

// leaf returns the subcommand that a request names, or the command itself if it has no
// subcommands. It reports false where there is no such subcommand.
func (c Command) leaf(sub string) (Command, bool) {
	if len(c.Subs) == 0 {
		return c, sub == ""
	}
	i := slices.IndexFunc(c.Subs, func(s Command) bool { return s.Name == sub })
	if i < 0 {
		return c, false
	}
	return c.Subs[i], true
}

// Place is a kind of conversation.
type Place int

// The kinds of conversation.
const (
	// InGuild is a channel of a server.
	InGuild Place = iota + 1
	// InDM is a direct message with the bot.
	InDM
	// InPrivate is a conversation between users, where one of them installed the bot.
	InPrivate
)

// Handler answers a request. It never talks to Discord. A [Mistake] is the user's: they are
// shown it, privately. Any other error is the program's: they are shown a reference number. A
// handler that returns an error has stored nothing.
type Handler func(ctx context.Context, req Request) (Reply, error)

// Mistake is an error that the user can correct. It says what is wrong, where, and what would
// be right, in their language and in markdown.
type Mistake string

// Error implements [error].
func (m Mistake) Error() string { return string(m) }
