package discordtest

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Opt is a filled-in option of a command, or where and by whom something is
// done.
type Opt func(*draft)

// draft is an interaction being made.
type draft struct {
	kind    int
	options []optionValue
	guild   string
	channel string
	user    User
	context int
	locale  string
	perms   uint64
	// owners: where the bot is installed, for whom.
	userOnly bool
	forged   bool
	resolved map[string]map[string]any
	upload   func(Upload) Attachment
}

// optionValue is a filled-in option as the gateway carries it.
type optionValue struct {
	Name    string        `json:"name"`
	Type    int           `json:"type"`
	Value   any           `json:"value,omitempty"`
	Focused bool          `json:"focused,omitempty"`
	Options []optionValue `json:"options,omitempty"`
}

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
		kind := OptionSub
		for _, o := range d.options {
			if o.Type == OptionSub {
				kind = OptionGroup
			}
		}
		d.options = append(outer, optionValue{Name: name, Type: kind, Options: d.options})
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

// PermissionManageGuild is the bit of those who may manage a server.
const PermissionManageGuild = 1 << 5

// Forged does something that Discord's client would not offer: a button that
// the message does not have, or a disabled one.
func Forged() Opt { return func(d *draft) { d.forged = true } }

const (
	contextGuild   = 0
	contextDM      = 1
	contextPrivate = 2

	joined = "2024-01-01T00:00:00.000000+00:00"
)

func (d *draft) resolve(kind, id string, v any) {
	if d.resolved[kind] == nil {
		d.resolved[kind] = map[string]any{}
	}
	d.resolved[kind][id] = v
}

// draft starts an interaction of a type in the default place.
func (s *Server) draft(kind int, opts []Opt) *draft {
	d := &draft{
		kind: kind, guild: s.opts.Guilds[0].ID, channel: DefaultChannelID, user: DefaultUser(),
		locale: "en-US", resolved: map[string]map[string]any{}, upload: s.upload,
	}
	for _, o := range opts {
		o(d)
	}
	return d
}

// upload puts a user's file on the CDN.
func (s *Server) upload(u Upload) Attachment {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.store(DefaultChannelID, File{Name: u.Name, ContentType: u.ContentType, Data: u.Data})
	if u.Size != 0 {
		a.Size = u.Size
	}
	if u.URL != "" {
		a.URL, a.ProxyURL = u.URL, u.URL
	}
	return a
}

// event is the interaction as the gateway carries it.
func (s *Server) event(it *Interaction, d *draft, data map[string]any) (json.RawMessage, error) {
	out := map[string]any{
		"id": it.ID, "application_id": AppID, "type": it.Type, "token": it.Token, "version": 1,
		"channel_id": d.channel, "channel": s.eventChannel(d), "locale": d.locale, "data": data,
		"context": d.context, "entitlements": []any{}, "app_permissions": "2248473465835073",
		"authorizing_integration_owners": owners(d), "attachment_size_limit": MaxFile,
	}
	if d.guild == "" {
		out["user"] = userJSON(d.user)
	} else {
		g := s.guild(d.guild)
		out["guild_id"], out["guild_locale"] = d.guild, g.locale()
		out["guild"] = map[string]any{"id": d.guild, "locale": g.locale(), "features": []any{}}
		out["member"] = map[string]any{
			"user": userJSON(d.user), "roles": []any{}, "permissions": strconv.FormatUint(d.perms, 10),
			"joined_at": joined, "deaf": false, "mute": false, "flags": 0, "nick": nil, "avatar": nil,
		}
	}
	if it.source != nil {
		out["message"] = s.messageJSON(it.source)
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("discordtest: an interaction that JSON cannot hold: %w", err)
	}
	return raw, nil
}

func (s *Server) eventChannel(d *draft) map[string]any {
	kind := map[int]int{contextGuild: 0, contextDM: 1, contextPrivate: 3}[d.context]
	out := map[string]any{"id": d.channel, "type": kind, "flags": 0}
	if d.guild != "" {
		out["guild_id"], out["name"], out["permissions"] = d.guild, "tavolo", "0"
	}
	return out
}

// owners says by whose installation the bot is there: 0 a server's, 1 a user's.
func owners(d *draft) map[string]string {
	if d.userOnly {
		return map[string]string{"1": d.user.ID}
	}
	if d.guild == "" {
		return map[string]string{"0": "0"}
	}
	return map[string]string{"0": d.guild}
}

func (s *Server) guild(id string) Guild {
	for _, g := range s.opts.Guilds {
		if g.ID == id {
			return g
		}
	}
	return Guild{ID: id}
}
