package discordtest

import (
	"fmt"
	"slices"
)

// What Discord's client would not let a user do is found out here.

// offerOptions compares what was filled in with what can be. While an option
// is being typed the others may still be missing.
func offerOptions(where string, known []Command, filled []optionValue, typing bool) error {
	for _, v := range filled {
		i := slices.IndexFunc(known, v.fits)
		if i < 0 {
			return fmt.Errorf("discordtest: %s has no option %q that takes %v", where, v.Name, v.Value)
		}
		if err := offerOptions(where+" "+v.Name, known[i].Options, v.Options, typing); err != nil {
			return err
		}
	}
	for _, o := range known {
		missing := !slices.ContainsFunc(filled, func(v optionValue) bool { return v.Name == o.Name })
		if missing && o.Required && !typing || len(filled) == 0 && o.Type <= OptionGroup {
			return fmt.Errorf("discordtest: %s needs option %q", where, o.Name)
		}
	}
	return nil
}

// fits tells whether an option can be filled in so.
func (v optionValue) fits(o Command) bool {
	chosen := func(c Choice) bool { return fmt.Sprint(c.Value) == fmt.Sprint(v.Value) }
	switch {
	case o.Name != v.Name || o.Type != v.Type:
		return false
	case v.Focused:
		return o.Autocomplete
	}
	return v.Value != "" && (len(o.Choices) == 0 || slices.ContainsFunc(o.Choices, chosen))
}

// offerComponent finds a component of a message that Discord's client would let
// a user use so: with no values a button, else a menu that has them.
func offerComponent(m Message, customID string, values []string) (Component, error) {
	c, found := find(m.Components, called(customID))
	if !found || c.Disabled || (c.Type == TypeButton) != (values == nil) {
		return c, fmt.Errorf("discordtest: the message has no component %q to use so", customID)
	}
	for _, v := range values {
		if !slices.ContainsFunc(c.Options, func(o Choice) bool { return o.Value == v }) {
			return c, fmt.Errorf("discordtest: menu %q has no value %q", customID, v)
		}
	}
	return c, nil
}

// offerModal tells why Discord's client would not let a user send in a dialog
// with these texts, nil if it would.
func offerModal(modal Modal, typed map[string]string) error {
	for id := range typed {
		if _, ok := find(modal.Components, called(id)); !ok {
			return fmt.Errorf("discordtest: the dialog has no input %q", id)
		}
	}
	empty := func(c Component) bool {
		return c.Type == TypeTextInput && (c.Required == nil || *c.Required) && typedIn(c, typed) == ""
	}
	if c, found := find(modal.Components, empty); found {
		return fmt.Errorf("discordtest: input %q must be filled in", c.CustomID)
	}
	return nil
}

func called(customID string) func(Component) bool {
	return func(c Component) bool { return c.CustomID == customID }
}
