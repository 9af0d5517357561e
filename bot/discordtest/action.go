package discordtest

import (
	"encoding/json"
	"fmt"
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

// OnMessage uses a command of a message's context menu on a message of Ada's
// with that content.
func (s *Server) OnMessage(name, content string, opts ...Opt) *Interaction {
	a := s.newAction(InteractionCommand, opts)
	s.mu.Lock()
	target := s.messageJSON(a.channel, userJSON(DefaultUserID, "Ada"))
	s.mu.Unlock()
	target["content"], target["attachments"] = content, []any{}
	id, _ := target["id"].(string)
	a.resolve("messages", id, target)
	return s.useCommand(a, CommandMessage, name, id)
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
	a.source = modal.message
	data := object{"custom_id": modal.CustomID, "components": typedRows(modal.Components, typed)}
	for id := range typed {
		if _, ok := findComponent(modal.Components, id); !ok {
			return s.send(a, data, fmt.Errorf("discordtest: the dialog has no input %q", id))
		}
	}
	return s.send(a, data, offerModal(modal.Components, typed))
}

// action is what a user does, on its way to become an interaction.
type action struct {
	srv     *Server
	kind    int
	options []optionValue
	guild   string // "" outside of servers
	channel string
	context int
	user    object
	perms   uint64
	// userOnly: the bot is there through the user's own installation alone.
	userOnly bool
	resolved map[string]object
	source   *message // whose control is used
}

// newAction starts an action in the default place.
func (s *Server) newAction(kind int, opts []Opt) *action {
	a := &action{
		srv: s, kind: kind, guild: s.opts.Guilds[0], channel: DefaultChannelID,
		user: userJSON(DefaultUserID, "Ada"), resolved: map[string]object{},
	}
	for _, o := range opts {
		o(a)
	}
	return a
}

func (a *action) resolve(kind, id string, v any) {
	if a.resolved[kind] == nil {
		a.resolved[kind] = object{}
	}
	a.resolved[kind][id] = v
}

// useCommand sends a command or a request for suggestions.
func (s *Server) useCommand(a *action, kind int, name, target string) *Interaction {
	s.mu.Lock()
	cmd, known := s.commands[a.guild].find(kind, name) // the server's own hides one of everywhere
	if !known {
		cmd, known = s.commands[""].find(kind, name)
	}
	s.mu.Unlock()
	var err error
	if !s.opts.AnyCommand {
		err = offerCommand(cmd, known, name, a)
	}
	data := object{"id": cmd.ID, "name": name, "type": kind, "options": a.options, "resolved": a.resolved}
	if !known {
		data["id"] = "1500000000000000001"
	}
	if target != "" {
		data["target_id"] = target
	}
	return s.send(a, data, err)
}

// useComponent sends the press of a button or the choice in a menu.
func (s *Server) useComponent(a *action, m Message, customID string, kind int, values []string) *Interaction {
	s.mu.Lock()
	err := fmt.Errorf("discordtest: there is no message %q", m.ID)
	for _, source := range s.messages {
		if source.wire["id"] == m.ID {
			a.source = source
			err = offerComponent(source.shown(), customID, kind, values)
		}
	}
	s.mu.Unlock()
	data := object{"custom_id": customID, "component_type": kind}
	if kind != TypeButton {
		data["values"] = slices.Clone(values)
	}
	return s.send(a, data, err)
}

// send makes the interaction and dispatches it, unless Discord's client would
// not have offered it.
func (s *Server) send(a *action, data object, notOffered error) *Interaction {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := &Interaction{
		ID: s.snowflake(), Type: a.kind, Made: time.Now(), srv: s, err: notOffered,
		channel: a.channel, userOnly: a.userOnly, source: a.source,
	}
	it.Token = "aW50ZXJhY3Rpb246" + it.ID
	if it.err != nil {
		return it
	}
	s.channels[a.channel] = true
	s.interactions[it.Token] = it
	if it.Event, it.err = json.Marshal(a.event(it, data)); it.err == nil {
		it.err = s.dispatch("INTERACTION_CREATE", it.Event)
	}
	return it
}

// event is the interaction as Discord delivers it.
func (a *action) event(it *Interaction, data object) object {
	out := object{
		"id": it.ID, "application_id": AppID, "type": it.Type, "token": it.Token, "version": 1,
		"channel_id": a.channel, "locale": locale, "data": data,
		"context": a.context, "entitlements": []any{}, "app_permissions": "2248473465835073",
		"authorizing_integration_owners": a.owners(), "attachment_size_limit": maxFile,
	}
	if a.guild == "" {
		out["user"] = a.user
	} else {
		out["guild_id"], out["guild_locale"], out["member"] = a.guild, locale, memberJSON(a.user, a.perms)
		out["guild"] = object{"id": a.guild, "locale": locale, "features": []any{}}
	}
	if a.source != nil {
		out["message"] = a.source.json()
	}
	return out
}

// owners says by whose installation the bot is there: 0 a server's, 1 a user's.
func (a *action) owners() object {
	switch {
	case a.userOnly:
		return object{"1": a.user["id"]}
	case a.guild == "":
		return object{"0": "0"}
	}
	return object{"0": a.guild}
}

// typedRows is a dialog's content as the gateway carries it, shaped as the
// bot shaped the dialog.
func typedRows(in []Component, typed map[string]string) []object {
	out := make([]object, 0, len(in))
	for i, c := range in {
		row := object{"type": c.Type, "id": i + 1}
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
