package discordtest

import (
	"encoding/json"
	"slices"
	"time"
)

// Slash types a slash command: its options are [Text], [Int], [Sub] and so on,
// and where and by whom is [By], [InDM] and so on. The command must be
// registered and the options what it asks for, or the interaction comes back
// with an error and is not sent: see [Options.AnyCommand].
func (s *Server) Slash(name string, opts ...Opt) *Interaction {
	return s.useCommand(s.newAction(InteractionCommand, opts), CommandSlash, name, "")
}

// Autocomplete asks for suggestions for the option given as [Typing].
func (s *Server) Autocomplete(name string, opts ...Opt) *Interaction {
	return s.useCommand(s.newAction(InteractionAutocomplete, opts), CommandSlash, name, "")
}

// OnMessage uses a command of a message's context menu on that message, which
// need not be one that the server knows.
func (s *Server) OnMessage(name string, target Message, opts ...Opt) *Interaction {
	a := s.newAction(InteractionCommand, opts)
	if target.ID == "" {
		target.ID = "1600000000000000001"
	}
	if target.Author.ID == "" {
		target.Author = DefaultUser()
	}
	if target.ChannelID == "" {
		target.ChannelID = a.channel
	}
	a.resolve("messages", target.ID, messageJSON(&target))
	return s.useCommand(a, CommandMessage, name, target.ID)
}

// Press presses a button of a message that the bot sent.
func (s *Server) Press(m Message, customID string, opts ...Opt) *Interaction {
	return s.useComponent(s.newAction(InteractionComponent, opts), m, customID, TypeButton, nil)
}

// Select picks values in a menu of a message that the bot sent.
func (s *Server) Select(m Message, customID string, values []string, opts ...Opt) *Interaction {
	return s.useComponent(s.newAction(InteractionComponent, opts), m, customID, TypeStringSelect, values)
}

// Submit sends in a dialog, with what was typed by custom id. An input that is
// not named keeps what the bot had put there.
func (s *Server) Submit(modal Modal, typed map[string]string, opts ...Opt) *Interaction {
	a := s.newAction(InteractionModal, opts)
	data := map[string]any{"custom_id": modal.CustomID, "components": typedRows(modal.Components, typed)}
	return s.send(a, data, modal.message, offerModal(modal, typed))
}

// action is what a user does, on its way to become an interaction.
type action struct {
	kind    int
	options []optionValue
	guild   string // "" outside of servers
	channel string
	context int
	user    User
	locale  string
	perms   uint64
	// userOnly: the bot is there through the user's own installation alone.
	userOnly bool
	forged   bool
	resolved map[string]map[string]any
	upload   func(Upload) (string, map[string]any)
}

// optionValue is a filled-in option as the gateway carries it.
type optionValue struct {
	Name    string        `json:"name"`
	Type    int           `json:"type"`
	Value   any           `json:"value,omitempty"`
	Focused bool          `json:"focused,omitempty"`
	Options []optionValue `json:"options,omitempty"`
}

// newAction starts an action in the default place.
func (s *Server) newAction(kind int, opts []Opt) *action {
	a := &action{
		kind: kind, guild: s.opts.Guilds[0].ID, channel: DefaultChannelID, user: DefaultUser(),
		locale: "en-US", resolved: map[string]map[string]any{}, upload: s.upload,
	}
	for _, o := range opts {
		o(a)
	}
	return a
}

func (a *action) resolve(kind, id string, v any) {
	if a.resolved[kind] == nil {
		a.resolved[kind] = map[string]any{}
	}
	a.resolved[kind][id] = v
}

// useCommand sends a command or a request for suggestions.
func (s *Server) useCommand(a *action, kind int, name, target string) *Interaction {
	s.mu.Lock()
	cmd, known := s.lookup(a.guild, kind, name)
	s.mu.Unlock()
	var err error
	if !s.opts.AnyCommand {
		err = offerCommand(cmd, known, name, a)
	}
	data := map[string]any{"id": cmd.ID, "name": name, "type": kind}
	if !known {
		data["id"] = "1500000000000000001"
	}
	if len(a.options) > 0 {
		data["options"] = a.options
	}
	if len(a.resolved) > 0 {
		data["resolved"] = a.resolved
	}
	if target != "" {
		data["target_id"] = target
	}
	return s.send(a, data, nil, err)
}

// useComponent sends the press of a button or the choice in a menu.
func (s *Server) useComponent(a *action, m Message, customID string, kind int, values []string) *Interaction {
	s.mu.Lock()
	source, known := s.messages.get(m.ID)
	if !known {
		source = &m
	}
	shown := source.clone()
	s.mu.Unlock()
	data := map[string]any{"custom_id": customID, "component_type": kind}
	if kind != TypeButton {
		data["values"] = slices.Clone(values)
	}
	return s.send(a, data, source, offerComponent(shown, customID, kind, values))
}

// send makes the interaction and dispatches it, unless Discord's client would
// not have offered it.
func (s *Server) send(a *action, data map[string]any, source *Message, notOffered error) *Interaction {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := &Interaction{
		ID: s.snowflake(), Type: a.kind, Made: time.Now(), srv: s, err: notOffered,
		changed: newBroadcast(), guild: a.guild, channel: a.channel, userOnly: a.userOnly, source: source,
	}
	if a.forged {
		it.err = nil
	}
	it.Token = "aW50ZXJhY3Rpb246" + it.ID
	if it.err != nil {
		return it
	}
	s.channels[a.channel] = a.guild
	s.interactions.put(it.Token, it)
	if it.event, it.err = json.Marshal(s.event(it, a, data)); it.err == nil {
		it.err = s.dispatch("INTERACTION_CREATE", it.event)
	}
	return it
}

// event is the interaction as the gateway carries it.
func (s *Server) event(it *Interaction, a *action, data map[string]any) map[string]any {
	out := map[string]any{
		"id": it.ID, "application_id": AppID, "type": it.Type, "token": it.Token, "version": 1,
		"channel_id": a.channel, "channel": a.channelJSON(), "locale": a.locale, "data": data,
		"context": a.context, "entitlements": []any{}, "app_permissions": "2248473465835073",
		"authorizing_integration_owners": a.owners(), "attachment_size_limit": maxFile,
	}
	if a.guild == "" {
		out["user"] = userJSON(a.user)
	} else {
		g := Guild{ID: a.guild}
		if i := slices.IndexFunc(s.opts.Guilds, func(g Guild) bool { return g.ID == a.guild }); i >= 0 {
			g = s.opts.Guilds[i]
		}
		member := memberJSON(a.perms)
		member["user"] = userJSON(a.user)
		out["guild_id"], out["guild_locale"], out["member"] = g.ID, g.locale(), member
		out["guild"] = map[string]any{"id": g.ID, "locale": g.locale(), "features": []any{}}
	}
	if it.source != nil {
		out["message"] = messageJSON(it.source)
	}
	return out
}

func (a *action) channelJSON() map[string]any {
	kind := map[int]int{contextGuild: 0, contextDM: 1, contextPrivate: 3}[a.context]
	out := map[string]any{"id": a.channel, "type": kind, "flags": 0}
	if a.guild != "" {
		out["guild_id"], out["name"], out["permissions"] = a.guild, "general", "0"
	}
	return out
}

// owners says by whose installation the bot is there: 0 a server's, 1 a user's.
func (a *action) owners() map[string]string {
	switch {
	case a.userOnly:
		return map[string]string{"1": a.user.ID}
	case a.guild == "":
		return map[string]string{"0": "0"}
	}
	return map[string]string{"0": a.guild}
}

// typedRows is a dialog's content as the gateway carries it, shaped as the
// bot shaped the dialog.
func typedRows(in []Component, typed map[string]string) []map[string]any {
	out := make([]map[string]any, 0, len(in))
	for i, c := range in {
		row := map[string]any{"type": c.Type, "id": i + 1}
		switch {
		case c.Type == TypeTextInput:
			row["custom_id"], row["value"] = c.CustomID, typedIn(c, typed)
		case c.Component != nil:
			row["component"] = typedRows([]Component{*c.Component}, typed)[0]
		default:
			row["components"] = typedRows(c.Components, typed)
		}
		out = append(out, row)
	}
	return out
}

// typedIn is what stands in an input: what was typed, or what the bot put there.
func typedIn(c Component, typed map[string]string) string {
	if text, ok := typed[c.CustomID]; ok {
		return text
	}
	return c.Value
}
