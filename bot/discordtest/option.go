package discordtest

import "slices"

// Opt is a filled-in option of a command, or where and by whom something is
// done.
type Opt func(*action)

func value(name string, kind int, v any) Opt {
	return func(a *action) { a.options = append(a.options, optionValue{Name: name, Type: kind, Value: v}) }
}

// Text fills in a string option.
func Text(name, text string) Opt { return value(name, OptionString, text) }

// Int fills in an integer option.
func Int(name string, n int64) Opt { return value(name, OptionInteger, n) }

// Number fills in an option that takes any number.
func Number(name string, n float64) Opt { return value(name, OptionNumber, n) }

// Bool fills in a yes-or-no option.
func Bool(name string, yes bool) Opt { return value(name, OptionBoolean, yes) }

// Person fills in a user option.
func Person(name string, u User) Opt {
	return func(a *action) {
		value(name, OptionUser, u.ID)(a)
		a.resolve("users", u.ID, userJSON(u))
		if a.guild != "" {
			a.resolve("members", u.ID, memberJSON(0))
		}
	}
}

// Channel fills in a channel option.
func Channel(name, id string) Opt {
	return func(a *action) {
		value(name, OptionChannel, id)(a)
		a.resolve("channels", id, map[string]any{"id": id, "type": 0, "name": "general", "permissions": "0"})
	}
}

// Attach fills in an attachment option. The file is put on the CDN.
func Attach(name string, u Upload) Opt {
	return func(a *action) {
		id, attachment := a.upload(u)
		value(name, OptionAttachment, id)(a)
		a.resolve("attachments", id, attachment)
	}
}

// Typing marks a string option as the one being typed in, holding text so far:
// for [Server.Autocomplete].
func Typing(name, text string) Opt { return typing(name, OptionString, text) }

// TypingInt is [Typing] in an integer option, which may hold anything yet.
func TypingInt(name, text string) Opt { return typing(name, OptionInteger, text) }

func typing(name string, kind int, text string) Opt {
	return func(a *action) {
		a.options = append(a.options, optionValue{Name: name, Type: kind, Value: text, Focused: true})
	}
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

const (
	contextGuild   = 0
	contextDM      = 1
	contextPrivate = 2
)

// InGuild does it in a channel of that server instead of [DefaultGuild]'s.
func InGuild(guildID, channelID string) Opt {
	return func(a *action) { a.guild, a.channel, a.context = guildID, channelID, contextGuild }
}

// InDM does it in a direct message with the bot.
func InDM() Opt {
	return func(a *action) { a.guild, a.channel, a.context = "", DefaultDMID, contextDM }
}

// InPrivate does it in a conversation between users, where the bot only is
// through the user's own installation of it.
func InPrivate() Opt {
	return func(a *action) {
		a.guild, a.channel, a.context, a.userOnly = "", DefaultPrivateID, contextPrivate, true
	}
}

// ByOwnInstall does it in a server the bot is not in: it is there through the
// user's own installation.
func ByOwnInstall() Opt { return func(a *action) { a.userOnly = true } }

// By does it as somebody else than [DefaultUser].
func By(u User) Opt { return func(a *action) { a.user = u } }

// Locale sets the language of the user's Discord; "en-US" without it.
func Locale(locale string) Opt { return func(a *action) { a.locale = locale } }

// PermissionManageGuild is the bit of those who may manage a server.
const PermissionManageGuild = 1 << 5

// Permissions sets what the user may do in the server, as Discord's bits;
// [PermissionManageGuild] is one. Without it, nothing special.
func Permissions(bits uint64) Opt { return func(a *action) { a.perms = bits } }

// Forged sends what Discord's client would not offer: a bot must never trust
// what comes in.
func Forged() Opt { return func(a *action) { a.forged = true } }
