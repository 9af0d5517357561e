package discordtest

import (
	"fmt"
	"slices"
)

// MaxFile is the most bytes of one file.
const MaxFile = 10 << 20

// Slash types a slash command: its options are [Text], [Int], [Sub] and so on,
// and where and by whom is [By], [InDM] and so on. The command must be
// registered and the options what it asks for, or the interaction comes back
// with an error and is not sent: see [Options.AnyCommand].
func (s *Server) Slash(name string, opts ...Opt) *Interaction {
	d := s.draft(InteractionCommand, opts)
	return s.runCommand(d, CommandSlash, name, "")
}

// Autocomplete asks for suggestions for the option given as [Typing].
func (s *Server) Autocomplete(name string, opts ...Opt) *Interaction {
	d := s.draft(InteractionAutocomplete, opts)
	return s.runCommand(d, CommandSlash, name, "")
}

// OnMessage uses a command of a message's context menu on that message, which
// need not be one that the server knows.
func (s *Server) OnMessage(name string, target Message, opts ...Opt) *Interaction {
	d := s.draft(InteractionCommand, opts)
	s.mu.Lock()
	if target.ID == "" {
		target.ID = s.snowflake()
	}
	if target.Author.ID == "" {
		target.Author = DefaultUser()
	}
	if target.ChannelID == "" {
		target.ChannelID = d.channel
	}
	d.resolve("messages", target.ID, s.messageJSON(&target))
	s.mu.Unlock()
	return s.runCommand(d, CommandMessage, name, target.ID)
}

// Press presses a button of a message that the bot sent.
func (s *Server) Press(m Message, customID string, opts ...Opt) *Interaction {
	d := s.draft(InteractionComponent, opts)
	return s.use(d, m, customID, TypeButton, nil)
}

// Select picks values in a menu of a message that the bot sent.
func (s *Server) Select(m Message, customID string, values []string, opts ...Opt) *Interaction {
	d := s.draft(InteractionComponent, opts)
	return s.use(d, m, customID, TypeStringSelect, values)
}

// Submit sends in a dialog, with what was typed by custom id. An input that is
// not named keeps what the bot had put there.
func (s *Server) Submit(modal Modal, typed map[string]string, opts ...Opt) *Interaction {
	d := s.draft(InteractionModal, opts)
	data := map[string]any{"custom_id": modal.CustomID, "components": typedRows(modal.Components, typed)}
	return s.send(d, data, modal.message, checkSubmit(d, modal, typed))
}

// runCommand makes and sends a command or a request for suggestions.
func (s *Server) runCommand(d *draft, kind int, name, target string) *Interaction {
	s.mu.Lock()
	cmd, known := s.commands.lookup(d.guild, kind, name)
	s.mu.Unlock()
	var err error
	if !s.opts.AnyCommand && !d.forged {
		err = offer(cmd, known, name, d)
	}
	data := map[string]any{"id": cmd.ID, "name": name, "type": kind}
	if !known {
		data["id"] = "1500000000000000001"
	}
	if len(d.options) > 0 {
		data["options"] = d.options
	}
	if len(d.resolved) > 0 {
		data["resolved"] = d.resolved
	}
	if target != "" {
		data["target_id"] = target
	}
	return s.send(d, data, nil, err)
}

// use makes and sends the press of a button or the choice in a menu.
func (s *Server) use(d *draft, m Message, customID string, kind int, values []string) *Interaction {
	s.mu.Lock()
	source, known := s.messages.get(m.ID)
	s.mu.Unlock()
	if !known {
		source = &m
	}
	var err error
	c, found := source.Component(customID)
	switch {
	case d.forged:
	case !found:
		err = fmt.Errorf("discordtest: the message has no component %q", customID)
	case c.Disabled:
		err = fmt.Errorf("discordtest: component %q is disabled", customID)
	case c.Type != kind:
		err = fmt.Errorf("discordtest: component %q is of type %d, not %d", customID, c.Type, kind)
	default:
		err = checkPicked(c, values)
	}
	data := map[string]any{"custom_id": customID, "component_type": kind}
	if kind != TypeButton {
		data["values"] = slices.Clone(values)
	}
	return s.send(d, data, source, err)
}

// send makes the interaction and dispatches it, unless it could not be made.
func (s *Server) send(d *draft, data map[string]any, source *Message, err error) *Interaction {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := &Interaction{
		ID: s.snowflake(), Type: d.kind, Made: s.opts.Now(), srv: s, err: err,
		changed: newBroadcast(), guild: d.guild, channel: d.channel, userOnly: d.userOnly, source: source,
	}
	it.Token = "aW50ZXJhY3Rpb246" + it.ID
	if it.err != nil {
		return it
	}
	s.meet(d.user, d.channel, d.guild)
	s.interactions.put(it.Token, it)
	if it.event, it.err = s.event(it, d, data); it.err != nil {
		return it
	}
	it.err = s.dispatchTo(d.guild, "INTERACTION_CREATE", it.event)
	return it
}
