package discordtest

import (
	"slices"
	"strconv"
	"time"
)

// Opt is a filled-in option of a command, or the place or user of an action.
type Opt func(*action)

// optionValue is a filled-in option as the gateway delivers it.
type optionValue struct {
	Name    string        `json:"name"`
	Type    int           `json:"type"`
	Value   any           `json:"value,omitempty"`
	Focused bool          `json:"focused,omitempty"`
	Options []optionValue `json:"options,omitempty"`

	channelType int // of a channel
}

func (v optionValue) fill(a *action) { a.options = append(a.options, v) }

func fill(kind int, name string, value any) Opt {
	return optionValue{Name: name, Type: kind, Value: value}.fill
}

// Text fills in a string option.
func Text(name, text string) Opt { return fill(OptionString, name, text) }

// Int fills in an integer option.
func Int(name string, n int64) Opt { return fill(OptionInteger, name, n) }

// Bool fills in a yes-or-no option.
func Bool(name string, yes bool) Opt { return fill(OptionBoolean, name, yes) }

// Channel fills in a channel option.
func Channel(name, id string) Opt {
	return func(a *action) {
		kind := a.srv.kinds[id]
		optionValue{Name: name, Type: OptionChannel, Value: id, channelType: kind}.fill(a)
		a.resolved["channels"][id] = object{"id": id, "type": kind, "name": "general", "permissions": "0"}
	}
}

// Attach fills in an attachment option. The file is put on the CDN.
func Attach(name string, f File) Opt {
	return func(a *action) {
		f := a.srv.store(a.channel, f)
		fill(OptionAttachment, name, f.id)(a)
		a.resolved["attachments"][f.id] = f.json()
	}
}

// Typing fills in the string option that the user is typing in, for [Server.Autocomplete].
func Typing(name, text string) Opt {
	return optionValue{Name: name, Type: OptionString, Value: text, Focused: true}.fill
}

// TypingInt is [Typing] for an integer option, whose text may not be a number yet.
func TypingInt(name, text string) Opt {
	return optionValue{Name: name, Type: OptionInteger, Value: text, Focused: true}.fill
}

// Sub chooses a subcommand with its own options. A group is a Sub of a Sub.
func Sub(name string, opts ...Opt) Opt {
	return func(a *action) {
		outer := a.options
		a.options = nil
		for _, o := range opts {
			o(a)
		}
		sub := optionValue{Name: name, Type: OptionSub, Options: a.options}
		if slices.ContainsFunc(a.options, func(o optionValue) bool { return o.Type == OptionSub }) {
			sub.Type = OptionGroup
		}
		a.options = slices.Concat(outer, []optionValue{sub})
	}
}

// InGuild acts in a channel of the given server instead of the first one.
func InGuild(guildID, channelID string) Opt {
	return func(a *action) { a.guild, a.channel, a.context = guildID, channelID, 0 }
}

// InDM acts in a direct message to the bot.
func InDM() Opt {
	return func(a *action) { a.guild, a.channel, a.context = "", DefaultDMID, 1 }
}

// By acts as another user than Ada, whose id is [DefaultUserID].
func By(id, name string) Opt { return func(a *action) { a.user = userJSON(id, name) } }

// PermissionManageGuild is the permission to manage a server.
const PermissionManageGuild = 1 << 5

// Permissions sets the user's permissions in the server, such as [PermissionManageGuild].
// Without it they are 0.
func Permissions(bits uint64) Opt { return func(a *action) { a.perms = bits } }

// The ids that every server has from the start. They are snowflakes, like Discord's, and
// differ from each other, so that mix-ups are noticed.
const (
	AppID            = "1100000000000000001"
	DefaultGuildID   = "1200000000000000001"
	DefaultChannelID = "1300000000000000001"
	DefaultDMID      = "1300000000000000002"
	DefaultUserID    = "1400000000000000001"
)

const locale = "en-US"

// userJSON returns a user whose display name and user name are the same.
func userJSON(id, name string) object {
	return object{"id": id, "username": name, "global_name": name, "discriminator": "0", "bot": id == AppID}
}

// epoch returns the time from which Discord's ids count: the year 2015.
func epoch() time.Time { return time.UnixMilli(1_420_070_400_000) }

// snowflake returns a new id that contains its time, like Discord's. Callers must hold mu.
func (s *Server) snowflake() string {
	s.lastID++
	ms := uint64(time.Since(epoch()).Milliseconds()) //nolint:gosec // NewServer waits for the epoch
	return strconv.FormatUint(ms<<22|s.lastID&(1<<22-1), 10)
}

// With sets a field of the message that [Server.OnMessage] uses a command on.
func With(field string, value any) Opt { return func(a *action) { a.target[field] = value } }
