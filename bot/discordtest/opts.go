package discordtest

import "slices"

func value(name string, kind int, v any) Opt {
	return func(d *draft) { d.options = append(d.options, optionValue{Name: name, Type: kind, Value: v}) }
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
	return func(d *draft) {
		value(name, OptionUser, u.ID)(d)
		d.resolve("users", u.ID, userJSON(u))
		if d.guild != "" {
			d.resolve("members", u.ID, map[string]any{
				"roles": []any{}, "permissions": "0", "joined_at": joined, "flags": 0, "avatar": nil,
			})
		}
	}
}

// Channel fills in a channel option.
func Channel(name, id string) Opt {
	return func(d *draft) {
		value(name, OptionChannel, id)(d)
		d.resolve("channels", id, map[string]any{"id": id, "type": 0, "name": "tavolo", "permissions": "0"})
	}
}

// Upload is a file that a user sends along.
type Upload struct {
	Name        string
	Data        []byte
	ContentType string
	// Size, when not 0, is what Discord claims the size to be.
	Size int
	// URL, when not "", is given instead of the CDN's: for bots that must not
	// fetch from just anywhere.
	URL string
}

// Attach fills in an attachment option. The file is put on the CDN.
func Attach(name string, u Upload) Opt {
	return func(d *draft) {
		a := d.upload(u)
		value(name, OptionAttachment, a.ID)(d)
		d.resolve("attachments", a.ID, a)
	}
}

// Typing marks a string option as the one being typed in, holding text so far:
// for [Server.Autocomplete].
func Typing(name, text string) Opt {
	return func(d *draft) {
		d.options = append(d.options, optionValue{Name: name, Type: OptionString, Value: text, Focused: true})
	}
}

// TypingInt is [Typing] in an integer option, which may hold anything yet.
func TypingInt(name, text string) Opt {
	return func(d *draft) {
		d.options = append(d.options, optionValue{Name: name, Type: OptionInteger, Value: text, Focused: true})
	}
}

// Sub chooses a subcommand with its own options. A group is a Sub of a Sub.
func Sub(name string, opts ...Opt) Opt {
	return func(d *draft) {
		outer := d.options
		d.options = nil
		for _, o := range opts {
			o(d)
		}
		inner := optionValue{Name: name, Type: OptionSub, Options: d.options}
		if slices.ContainsFunc(d.options, func(o optionValue) bool { return o.Type == OptionSub }) {
			inner.Type = OptionGroup
		}
		d.options = outer
		d.options = append(d.options, inner)
	}
}

// InGuild does it in a channel of that server instead of [DefaultGuild]'s.
func InGuild(guildID, channelID string) Opt {
	return func(d *draft) { d.guild, d.channel, d.context = guildID, channelID, contextGuild }
}

// InChannel does it in another channel of the same server.
func InChannel(id string) Opt { return func(d *draft) { d.channel = id } }

// InDM does it in a direct message with the bot.
func InDM() Opt {
	return func(d *draft) { d.guild, d.channel, d.context = "", DefaultDMID, contextDM }
}

// InPrivate does it in a conversation between users, where the bot only is
// through the user's own installation of it.
func InPrivate() Opt {
	return func(d *draft) {
		d.guild, d.channel, d.context, d.userOnly = "", DefaultPrivateID, contextPrivate, true
	}
}

// ByOwnInstall does it in a server the bot is not in: it is there through the
// user's own installation.
func ByOwnInstall() Opt { return func(d *draft) { d.userOnly = true } }

// By does it as somebody else than [DefaultUser].
func By(u User) Opt { return func(d *draft) { d.user = u } }

// Locale sets the language of the user's Discord; "en-US" without it.
func Locale(locale string) Opt { return func(d *draft) { d.locale = locale } }

// Permissions sets what the user may do in the server, as Discord's bits;
// [PermissionManageGuild] is one. Without it, nothing special.
func Permissions(bits uint64) Opt { return func(d *draft) { d.perms = bits } }
