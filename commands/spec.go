package commands

// Spec describes a command as users see it before they run it. Adapters register it
// with their platform.
type Spec struct {
	// Name is 1 to 32 lower-case letters, digits, "-" or "_" for a slash
	// command; any 1 to 32 characters for a message command.
	Name string
	// Kind is [Slash] or [MessageMenu]; or [Press] for a command that users cannot run,
	// whose buttons are in the replies of other commands.
	Kind Kind
	// Description is 1 to 100 characters; empty for a message command.
	Description string
	// NameIn and DescriptionIn are the name and the description in other languages, by
	// Discord locale.
	NameIn, DescriptionIn map[string]string
	// Options are at most 25, the required ones first.
	Options []Option
	// Subs are the subcommands. A command with subcommands has no options and cannot be
	// run by itself. A subcommand with Subs is a group.
	Subs []Spec
	// NeedsManageGuild hides the command from members who may not manage the server. The
	// router checks it too: an admin can change who is shown a command.
	NeedsManageGuild bool
	// Places are where the command can be used; empty means everywhere.
	Places []Place
}

// Place is a kind of conversation.
type Place int

// The places a command can be used in.
const (
	// InGuild is a channel of a server.
	InGuild Place = iota + 1
	// InDM is a direct message with the bot.
	InDM
	// InPrivate is a conversation between users, where one of them installed the bot.
	InPrivate
)

// Option is an option of a command.
type Option struct {
	// Name follows the rule for command names.
	Name string
	// Description is 1 to 100 characters.
	Description string
	// NameIn and DescriptionIn are both in other languages, by Discord locale.
	NameIn, DescriptionIn map[string]string
	Type                  OptionType
	Required              bool
	// Choices, if there are any, are the only values allowed (at most 25).
	Choices []Choice
	// Aliases are other words for the values of Choices, for those who type them.
	Aliases map[string]string
	// Suggest asks the handler for suggestions while the user types, who may ignore
	// them.
	Suggest bool
	// Min and Max bound an integer, or the number of characters of a text; both 0 for
	// no bounds.
	Min, Max int64
}

// OptionType is the type of an [Option]'s value.
type OptionType int

// The types of options, with the types of their values in [Options].
const (
	TextOption    OptionType = iota + 1 // string
	IntOption                           // int64
	BoolOption                          // bool
	UserOption                          // uint64
	ChannelOption                       // uint64
	FileOption                          // Attachment
)
