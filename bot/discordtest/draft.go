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
