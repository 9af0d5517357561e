package discordtest

import (
	"fmt"
	"slices"
)

// offerCommand tells why Discord's client would not let a user send a command,
// nil if it would.
func offerCommand(cmd Command, known bool, name string, a *action) error {
	if !known {
		return fmt.Errorf("discordtest: no command %q is registered", name)
	}
	if cmd.Contexts != nil && !slices.Contains(cmd.Contexts, a.context) {
		return fmt.Errorf("discordtest: command %q is not offered in context %d, only in %v", name, a.context, cmd.Contexts)
	}
	return offerOptions(name, cmd.Options, a.options, a.kind == InteractionAutocomplete)
}

// offerOptions compares what was filled in with what can be. While an option
// is being typed the others may still be missing.
func offerOptions(where string, known []Command, filled []optionValue, typing bool) error {
	left := slices.Clone(filled)
	for _, o := range known {
		i := slices.IndexFunc(left, func(v optionValue) bool { return v.Name == o.Name && v.Type == o.Type })
		if i < 0 && o.Required && !typing {
			return fmt.Errorf("discordtest: %s needs option %q", where, o.Name)
		}
		if i < 0 {
			continue
		}
		if err := offerValue(where+" "+o.Name, o, left[i], typing); err != nil {
			return err
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(left) > 0 {
		return fmt.Errorf("discordtest: %s has no option %q of type %d", where, left[0].Name, left[0].Type)
	}
	if len(filled) == 0 && len(known) > 0 && known[0].Type <= OptionGroup {
		return fmt.Errorf("discordtest: %s needs a subcommand", where)
	}
	return nil
}

func offerValue(where string, o Command, v optionValue, typing bool) error {
	chosen := func(c Choice) bool { return fmt.Sprint(c.Value) == fmt.Sprint(v.Value) }
	switch {
	case o.Type <= OptionGroup:
		return offerOptions(where, o.Options, v.Options, typing)
	case v.Focused && !o.Autocomplete:
		return fmt.Errorf("discordtest: %s has no autocomplete", where)
	case !v.Focused && len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, chosen), !v.Focused && v.Value == "":
		return fmt.Errorf("discordtest: %s cannot be %q", where, v.Value)
	}
	return nil
}

// offerComponent tells why Discord's client would not let a user use a
// component of a message, nil if it would.
func offerComponent(m Message, customID string, kind int, values []string) error {
	c, found := findComponent(m.Components, customID)
	if !found || c.Disabled || c.Type != kind {
		return fmt.Errorf("discordtest: the message has no component %q of type %d to use", customID, kind)
	}
	for _, v := range values {
		if !slices.ContainsFunc(c.Options, func(o Choice) bool { return o.Value == v }) {
			return fmt.Errorf("discordtest: menu %q has no value %q", customID, v)
		}
	}
	return nil
}

// offerModal tells why Discord's client would not let a user send in a dialog
// with these texts, nil if it would.
func offerModal(in []Component, typed map[string]string) error {
	for _, c := range in {
		if c.Type == TypeTextInput && (c.Required == nil || *c.Required) && typedIn(c, typed) == "" {
			return fmt.Errorf("discordtest: input %q must be filled in", c.CustomID)
		}
		if err := offerModal(c.inner(), typed); err != nil {
			return err
		}
	}
	return nil
}
