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
	for _, v := range filled {
		i := slices.IndexFunc(known, func(o Command) bool { return o.Name == v.Name })
		if i < 0 {
			return fmt.Errorf("discordtest: %s has no option %q", where, v.Name)
		}
		if err := offerValue(where+" "+v.Name, known[i], v, typing); err != nil {
			return err
		}
	}
	for _, o := range known {
		isFilled := slices.ContainsFunc(filled, func(v optionValue) bool { return v.Name == o.Name })
		if o.Required && !isFilled && !typing {
			return fmt.Errorf("discordtest: %s needs option %q", where, o.Name)
		}
	}
	if len(filled) == 0 && len(known) > 0 && known[0].Type <= OptionGroup {
		return fmt.Errorf("discordtest: %s needs a subcommand", where)
	}
	return nil
}

func offerValue(where string, o Command, v optionValue, typing bool) error {
	n, isInt := v.Value.(int64) // a choice's numbers come from JSON
	chosen := func(c Choice) bool { return c.Value == v.Value || isInt && c.Value == float64(n) }
	switch {
	case o.Type != v.Type:
		return fmt.Errorf("discordtest: %s is of type %d, not %d", where, o.Type, v.Type)
	case o.Type <= OptionGroup:
		return offerOptions(where, o.Options, v.Options, typing)
	case v.Focused && !o.Autocomplete:
		return fmt.Errorf("discordtest: %s has no autocomplete", where)
	case !v.Focused && len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, chosen):
		return fmt.Errorf("discordtest: %s: %v is not one of its choices", where, v.Value)
	case !v.Focused && v.Value == "":
		return fmt.Errorf("discordtest: %s is empty", where)
	}
	return nil
}

// offerComponent tells why Discord's client would not let a user use a
// component of a message, nil if it would.
func offerComponent(m Message, customID string, kind int, values []string) error {
	c, found := findComponent(m.Components, customID)
	switch {
	case !found:
		return fmt.Errorf("discordtest: the message has no component %q", customID)
	case c.Disabled:
		return fmt.Errorf("discordtest: component %q is disabled", customID)
	case c.Type != kind:
		return fmt.Errorf("discordtest: component %q is of type %d, not %d", customID, c.Type, kind)
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
func offerModal(modal Modal, typed map[string]string) error {
	for id := range typed {
		if _, ok := findComponent(modal.Components, id); !ok {
			return fmt.Errorf("discordtest: the dialog has no input %q", id)
		}
	}
	for _, c := range flatten(modal.Components) {
		if c.Type == TypeTextInput && (c.Required == nil || *c.Required) && typedIn(c, typed) == "" {
			return fmt.Errorf("discordtest: input %q must be filled in", c.CustomID)
		}
	}
	return nil
}
