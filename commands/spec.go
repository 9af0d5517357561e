package commands

// Spec is the shape of a command as data: what a user sees before running it.
// Adapters turn it into whatever their platform registers.
type Spec struct {
	// Name is 1 to 32 lower-case letters, digits, "-" or "_" for a slash
	// command; any 1 to 32 characters for a message command.
	Name string
	// Kind is [Slash] or [MessageMenu]; or [Press] for a command that has
	// nothing but buttons in other commands' replies: it is not shown.
	Kind Kind
	// Description is 1 to 100 characters; empty for a message command.
	Description string
	// NameIn and DescriptionIn give both in other languages, by Discord locale.
	NameIn, DescriptionIn map[string]string
	// Options are what can be filled in, required ones first, at most 25.
	Options []Option
	// Subs are the subcommands. A command with subcommands has no options and
	// cannot be run by itself. A sub with Subs of its own is a group.
	Subs []Spec
	// NeedsManageGuild hides the command from members who may not manage the
	// server. The router checks it again: an admin can override what is shown.
	NeedsManageGuild bool
	// Places says where the command can be used; empty means everywhere.
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
	// InPrivate is a conversation between users, through a user's own
	// installation of the bot.
	InPrivate
)

// Option is one thing to fill in.
type Option struct {
	// Name follows the rule for command names.
	Name string
	// Description is 1 to 100 characters.
	Description string
	// NameIn and DescriptionIn give both in other languages, by Discord locale.
	NameIn, DescriptionIn map[string]string
	Type                  OptionType
	Required              bool
	// Choices, when there are any, are the only values allowed (at most 25).
	Choices []Choice
	// Suggest asks the handler for suggestions while the user types; the user
	// may ignore them.
	Suggest bool
	// Min and Max bound an integer option, or the length of a text in
	// characters; both 0 for no bounds.
	Min, Max int64
}

// OptionType is the type of an [Option]'s value.
type OptionType int

// The types of options, and what they hold in [Options].
const (
	TextOption    OptionType = iota + 1 // string
	IntOption                           // int64
	BoolOption                          // bool
	UserOption                          // uint64
	ChannelOption                       // uint64
	FileOption                          // Attachment
)
