package commands

import (
	"strconv"
	"time"

	"nonna/store/setting"
)

// Request is one wish of one user, whatever it came through: a Discord
// interaction or a line typed at the console. An adapter fills it in; a
// handler only reads it.
type Request struct {
	// ID names the request for ever. Two requests with one ID are the same
	// wish delivered twice (Discord replays events after a resume), and
	// whatever is stored for it is stored once.
	ID string
	// Kind says what the user did.
	Kind Kind
	// Command is the name of the command, as in its [Spec]. For a [Press] or
	// a [Submit] it is the first part of the button's or form's id.
	Command string
	// Sub is the subcommand, "group sub" when it stands in a group, or "".
	Sub string
	// Options holds what was filled in, by option name. For a [Submit] it
	// holds the form's inputs by their ids.
	Options Options
	// Focused is the option being typed in a [Complete].
	Focused string
	// State is what stands behind the command in the id of a pressed button or
	// submitted form: "camicia:again:42" has Command "camicia" and State
	// "again:42". It came from outside and may be anything.
	State string
	// Picked holds the chosen values of a select menu that was used.
	Picked []string
	// Message is the text of the message a [MessageMenu] command was used on.
	Message string

	// User is who asks.
	User User
	// GuildID is the server, 0 in a direct message, and where the bot was only
	// installed by the user: there is no server board there. The console is one.
	GuildID uint64
	// Place is the kind of conversation, 0 in the console, where every command
	// can be used. A server in which only the user's own installation of the
	// bot answers is [InPrivate].
	Place Place
	// ChannelID is the channel.
	ChannelID uint64
	// Locale is the language of the user's Discord ("it", "en-US"); GuildLocale
	// the server's. Either may be "".
	Locale, GuildLocale string
	// Settings are those of the server. The router reads them.
	Settings setting.Values
	// ManageGuild tells whether the user may manage the server.
	ManageGuild bool
	// At is when the request was made.
	At time.Time
}

// Kind says what a user did to make a [Request]. The zero value is none.
type Kind int

// The kinds of request.
const (
	// Slash is a typed command: /camicia deal: ….
	Slash Kind = iota + 1
	// MessageMenu is a command from a message's context menu.
	MessageMenu
	// Complete asks for suggestions while an option is being typed.
	Complete
	// Press is a button pressed or a select menu used.
	Press
	// Submit is a form (a Discord modal) sent in.
	Submit
)

// User is a person as the platform knows them.
type User struct {
	// ID is Discord's id of the user; the console has ids of its own.
	ID uint64
	// Name is the name shown to others at the time of the request.
	Name string
}

// ShortName is the name as it is stored and shown: longer ones are cut.
func (u User) ShortName() string { return Shorten(u.Name, 100) }

// Options holds the filled-in options of a request: a string, an int64, a
// bool, an [Attachment], or a uint64 id for a user or channel. A command reads its
// own by [Opt].
type Options map[string]any

// Text returns an option that is a string, "" where it is none.
func (o Options) Text(name string) string { s, _ := o[name].(string); return s }

// PickedNumber is the one number chosen in a menu.
func (r Request) PickedNumber() (int64, bool) {
	if len(r.Picked) != 1 {
		return 0, false
	}
	n, err := strconv.ParseInt(r.Picked[0], 10, 64)
	return n, err == nil
}

// Attachment is a file a user sent along, already read by the adapter within
// the limits of [MaxAttachment].
type Attachment struct {
	// Name is the file's name as the user had it.
	Name string
	// Data is the whole content.
	Data []byte
}

// MaxAttachment is the most bytes read of a file a user sends: the text of a
// deal is never larger (the limit of the deal reader).
const MaxAttachment = 64 << 10
