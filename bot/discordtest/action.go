package discordtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
)

// Slash uses a slash command. Its options are given by [Text], [Int], [Sub] and so on,
// its place and user by [InDM], [By] and so on. Unless [Options.AnyCommand] is set, an
// interaction with an unregistered command or wrong options is not sent: its Wait returns
// an error.
func (s *Server) Slash(name string, opts ...Opt) *Interaction {
	return s.act(InteractionCommand, opts, func(a *action) (object, error) { return a.command(CommandSlash, name) })
}

// Autocomplete asks for suggestions for the option given by [Typing].
func (s *Server) Autocomplete(name string, opts ...Opt) *Interaction {
	return s.act(InteractionAutocomplete, opts, func(a *action) (object, error) { return a.command(CommandSlash, name) })
}

// OnMessage uses a command of the context menu on a message by Ada with the given content.
func (s *Server) OnMessage(name, content string, opts ...Opt) *Interaction {
	return s.act(InteractionCommand, opts, func(a *action) (object, error) {
		target := s.messageJSON(a.channel, userJSON(DefaultUserID, "Ada"))
		id, _ := target["id"].(string)
		target["content"] = content
		maps.Copy(target, a.target)
		a.resolved["messages"][id] = target
		data, err := a.command(CommandMessage, name)
		data["target_id"] = id
		return data, err
	})
}

// Press presses a button of a message that the bot sent.
func (s *Server) Press(m Message, customID string, opts ...Opt) *Interaction {
	return s.Select(m, customID, nil, opts...)
}

// Select picks values in a menu of a message that the bot sent, or presses a button if
// values is nil.
func (s *Server) Select(m Message, customID string, values []string, opts ...Opt) *Interaction {
	return s.act(InteractionComponent, opts, func(a *action) (object, error) {
		i := slices.IndexFunc(s.messages, func(known *message) bool { return known.wire["id"] == m.ID })
		if i < 0 {
			return nil, fmt.Errorf("discordtest: there is no message %q", m.ID)
		}
		a.source = s.messages[i]
		c, found := find(a.source.shown().Components, customID)
		if !found || c.Disabled || (c.Type == typeButton) != (values == nil) {
			return nil, fmt.Errorf("discordtest: the message has no component %q that can be used like this", customID)
		}
		for _, v := range values {
			if !slices.ContainsFunc(c.Options, func(o Choice) bool { return o.Value == v }) {
				return nil, fmt.Errorf("discordtest: menu %q has no value %q", customID, v)
			}
		}
		return object{"custom_id": customID, "component_type": c.Type, "values": values}, nil
	})
}

// Submit submits a dialog with the texts typed, by custom id. Other inputs keep the text
// that the bot put there.
func (s *Server) Submit(modal Modal, typed map[string]string, opts ...Opt) *Interaction {
	return s.act(InteractionModal, opts, func(a *action) (object, error) {
		a.source = modal.message
		for id := range typed {
			if _, ok := find(modal.Components, id); !ok {
				return nil, fmt.Errorf("discordtest: the dialog has no input %q", id)
			}
		}
		return object{"custom_id": modal.CustomID, "components": typedRows(modal.Components, typed)}, nil
	})
}

// action is something that a user does, before it is sent.
type action struct {
	*Interaction

	options  []optionValue
	guild    string // "" outside of servers
	context  int
	user     object
	perms    uint64
	resolved map[string]object
	target   object // see [With]
}

// act dispatches something that a user does, unless Discord's client would not have offered
// it. It calls data for the interaction's data, with mu held.
func (s *Server) act(kind int, opts []Opt, data func(*action) (object, error)) *Interaction {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := &Interaction{ID: s.snowflake(), Type: kind, Made: time.Now(), srv: s, channel: DefaultChannelID}
	it.Token = "aW50ZXJhY3Rpb246" + it.ID
	a := &action{
		Interaction: it, guild: s.opts.Guilds[0], user: userJSON(DefaultUserID, "Ada"),
		resolved: map[string]object{"attachments": {}, "channels": {}, "messages": {}, "users": {}}, target: object{},
	}
	for _, o := range opts {
		o(a)
	}
	d, err := data(a)
	if err == nil {
		it.Event, err = json.Marshal(a.event(d))
	}
	if err == nil {
		s.channels[it.channel], s.interactions[it.Token] = true, it
		if s.endpoint == "" {
			err = s.dispatch("INTERACTION_CREATE", a.guild, it.Event)
		} else {
			address := s.endpoint
			s.gateways.Go(func() { s.deliver(it, address) })
		}
	}
	it.err = err
	return it
}

// command returns the data of using a command. A command of the guild hides a global one.
func (a *action) command(kind int, name string) (object, error) {
	cmd, known := a.srv.commands[a.guild].find(kind, name)
	if !known {
		cmd, known = a.srv.commands[""].find(kind, name)
	}
	data := object{"id": cmp.Or(cmd.ID, "1"), "name": name, "type": kind, "options": a.options, "resolved": a.resolved}
	switch {
	case a.srv.opts.AnyCommand:
		return data, nil
	case !known:
		return data, fmt.Errorf("discordtest: no command %q is registered", name)
	case cmd.Contexts != nil && !slices.Contains(cmd.Contexts, a.context):
		return data, fmt.Errorf("discordtest: command %q is not offered in context %d, only in %v", name, a.context, cmd.Contexts)
	}
	return data, offerOptions(name, cmd.Options, a.options)
}

// event returns the interaction as Discord delivers it.
func (a *action) event(data object) object {
	out := object{
		"id": a.ID, "application_id": AppID, "type": a.Type, "token": a.Token, "version": 1,
		"channel_id": a.channel, "locale": locale, "data": data,
		"context": a.context, "authorizing_integration_owners": object{"0": cmp.Or(a.guild, "0")},
	}
	if a.guild == "" {
		out["user"] = a.user
	} else {
		out["guild_id"], out["guild_locale"] = a.guild, locale
		out["member"] = object{"user": a.user, "roles": []any{}, "permissions": strconv.FormatUint(a.perms, 10)}
	}
	if a.source != nil {
		out["message"] = a.source.json()
	}
	return out
}

// typedRows returns the content of a dialog as the gateway delivers it, in the rows that
// the bot chose.
func typedRows(in []Component, typed map[string]string) []object {
	out := []object{}
	for _, c := range in {
		row := object{"type": c.Type}
		inner := typedRows(c.inner(), typed)
		switch {
		case c.Component != nil:
			row["component"] = inner[0]
		case c.CustomID == "":
			row["components"] = inner
		default:
			row["custom_id"], row["value"] = c.CustomID, c.Value
			if text, given := typed[c.CustomID]; given {
				row["value"] = text
			}
		}
		out = append(out, row)
	}
	return out
}

// offerOptions returns an error if a command does not have the options that were filled in,
// or lacks a required one.
func offerOptions(where string, known []Command, filled []optionValue) error {
	for _, v := range filled {
		i := slices.IndexFunc(known, func(o Command) bool { return o.Name == v.Name && o.Type == v.Type })
		if i < 0 || v.Focused && !known[i].Autocomplete {
			return fmt.Errorf("discordtest: %s has no option %q of type %d, or does not suggest it", where, v.Name, v.Type)
		}
		if types := known[i].ChannelTypes; types != nil && !slices.Contains(types, v.channelType) {
			return fmt.Errorf("discordtest: %s offers no channel of type %d as option %q, only of %v", where, v.channelType, v.Name, types)
		}
		if err := offerOptions(where+" "+v.Name, known[i].Options, v.Options); err != nil {
			return err
		}
	}
	for _, o := range known {
		if o.Required && !slices.ContainsFunc(filled, func(v optionValue) bool { return v.Name == o.Name || v.Focused }) {
			return fmt.Errorf("discordtest: %s needs option %q", where, o.Name)
		}
	}
	return nil
}
