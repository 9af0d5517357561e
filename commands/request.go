package commands

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"time"

	"nonna/store"
	"nonna/store/setting"
)

// Request is one request of one user: a Discord interaction, or a line typed at the
// console. An adapter fills it in; a handler only reads it.
type Request struct {
	// ID is unique for ever. Two requests with the same ID are one request delivered
	// twice (Discord replays events after a resume): what it stores is stored once.
	ID string
	// Kind says what the user did.
	Kind Kind
	// Command is the name of the command, of [Command]. For a [Press] or a [Submit]
	// the adapter puts the whole id of the button or form here, and the router splits it
	// into Command and State.
	Command string
	// Sub is the subcommand, or "".
	Sub string
	// Options holds the values of options, by name. For a [Submit] it holds the form's
	// inputs, by id.
	Options Options
	// Bots are those of the users in Options that are programs.
	Bots []uint64
	// Focused is the option being typed in a [Complete].
	Focused string
	// State is the part of the id of a button or form after the command: the id
	// "camicia:again:42" has Command "camicia" and State "again:42".
	State string
	// Picked holds the chosen values of a select menu.
	Picked []string
	// Message is the text of the message that a [MessageMenu] command was used on, and
	// MessageFiles says that it has files too, which are not read.
	Message      string
	MessageFiles bool

	// User is the user who asks.
	User User
	// GuildID is the server; the console is one. It is 0 in a direct message, and where
	// only the user installed the bot: there are no server boards there.
	GuildID uint64
	// Place is the kind of conversation, 0 at the console, where every command can be
	// used. A server where only the user installed the bot is [InPrivate].
	Place Place
	// ChannelID is the channel.
	ChannelID uint64
	// Locale is the language of the user's Discord ("it", "en-US"), GuildLocale the
	// server's. Either can be "".
	Locale, GuildLocale string
	// Settings are those of the server. The router reads them.
	Settings setting.Values
	// Seed is what is drawn by lot for the request, from 1 to [MaxSeed]. The router sets it, by
	// default from the ID: of two processes that get the same request, one stores the game and
	// the other may be the one that shows it.
	Seed uint64
	// ManageGuild says that the user may manage the server.
	ManageGuild bool
	// At is when the user asked, by the platform's own clock, and zero where the id of an
	// interaction has no time.
	At time.Time
}

// MaxSeed is the largest seed: nine digits are easy to copy.
const MaxSeed = 999_999_999

// seedOf returns the seed of a request by its ID.
func seedOf(id string) uint64 {
	sum := sha256.Sum256([]byte(id))
	return binary.BigEndian.Uint64(sum[:])%MaxSeed + 1
}

// Kind is what a user did to make a [Request]. The zero value is not a kind.
type Kind int

// The kinds of request.
const (
	// Slash is a typed command: /camicia deal: ….
	Slash Kind = iota + 1
	// MessageMenu is a command from a message's context menu.
	MessageMenu
	// Complete asks for suggestions while an option is typed.
	Complete
	// Press is a button pressed or a select menu used.
	Press
	// Submit is a form (a Discord modal) sent in.
	Submit
)

// isControl reports whether a control was used, and nothing typed.
func (r Request) isControl() bool { return r.Kind == Press || r.Kind == Submit }

// Act returns the part of a request that the audit list keeps.
func (r Request) Act() store.Action {
	return store.Action{
		RequestID: r.ID, GuildID: r.GuildID, ActorID: r.User.ID, ActorName: r.User.ShortName(), At: r.At,
	}
}

// User is a person as the platform knows them.
type User struct {
	// ID is Discord's id of the user; the console has ids of its own.
	ID uint64
	// Name is the name shown to others at the time of the request.
	Name string
}

// ShortName returns the name as it is stored and shown, which is cut if it is long.
func (u User) ShortName() string { return Shorten(u.Name, 100) }

// Options holds the filled-in options of a request: a string, an int64, a
// bool, an [Attachment], or a uint64 id of a user or channel. Commands read them by
// [Option].
type Options map[string]any

// Text returns the value of an option that is a string, else "".
func (o Options) Text(name string) string { s, _ := o[name].(string); return s }

// PickedNumber returns the number that was chosen in a menu.
func (r Request) PickedNumber() (int64, bool) {
	if len(r.Picked) != 1 {
		return 0, false
	}
	n, err := strconv.ParseInt(r.Picked[0], 10, 64)
	return n, err == nil
}

// Attachment is a file that a user sent, already read by the adapter, up to [MaxAttachment].
type Attachment struct {
	// Name is the file's name as the user had it.
	Name string
	// Data is the whole content.
	Data []byte
}

// MaxAttachment is the most bytes that are read of an attachment: the deal reader's
// limit for the text of a deal.
const MaxAttachment = 64 << 10
