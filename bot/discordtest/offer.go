package discordtest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
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
func offerOptions(where string, known []CommandOption, filled []optionValue, typing bool) error {
	for _, v := range filled {
		i := slices.IndexFunc(known, func(o CommandOption) bool { return o.Name == v.Name })
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

func offerValue(where string, o CommandOption, v optionValue, typing bool) error {
	switch {
	case o.Type != v.Type:
		return fmt.Errorf("discordtest: %s is of type %d, not %d", where, o.Type, v.Type)
	case o.Type <= OptionGroup:
		return offerOptions(where, o.Options, v.Options, typing)
	case v.Focused && !o.Autocomplete:
		return fmt.Errorf("discordtest: %s has no autocomplete", where)
	case v.Focused:
		return nil
	case len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, v.is):
		return fmt.Errorf("discordtest: %s: %v is not one of its choices", where, v.Value)
	}
	return offerBounds(where, o, v.Value)
}

// is compares a choice, whose numbers come from JSON, with a value.
func (v optionValue) is(c Choice) bool {
	if n, ok := v.Value.(int64); ok {
		return c.Value == float64(n)
	}
	return c.Value == v.Value
}

// maxStringOption is the most characters a user can type into an option.
const maxStringOption = 6000

func offerBounds(where string, o CommandOption, v any) error {
	outside := false
	switch x := v.(type) {
	case int64:
		outside = outOf(float64(x), o.MinValue, o.MaxValue)
	case float64:
		outside = outOf(x, o.MinValue, o.MaxValue)
	case string:
		n := utf8.RuneCountInString(x)
		outside = strings.TrimSpace(x) == "" || n > maxStringOption || outOf(n, o.MinLength, o.MaxLength)
	}
	if outside {
		return fmt.Errorf("discordtest: %s: %v cannot be typed", where, v)
	}
	return nil
}

func outOf[N int | float64](n N, lo, hi *N) bool { return lo != nil && n < *lo || hi != nil && n > *hi }

// offerComponent tells why Discord's client would not let a user use a
// component of a message, nil if it would.
func offerComponent(m Message, customID string, kind int, values []string) error {
	c, found := m.Component(customID)
	switch {
	case !found:
		return fmt.Errorf("discordtest: the message has no component %q", customID)
	case c.Disabled:
		return fmt.Errorf("discordtest: component %q is disabled", customID)
	case c.Type != kind:
		return fmt.Errorf("discordtest: component %q is of type %d, not %d", customID, c.Type, kind)
	case kind == TypeButton:
		return nil
	}
	for _, v := range values {
		if !slices.ContainsFunc(c.Options, func(o SelectOption) bool { return o.Value == v }) {
			return fmt.Errorf("discordtest: menu %q has no value %q", customID, v)
		}
	}
	if lo, hi := c.picks(); len(values) < lo || len(values) > hi {
		return fmt.Errorf("discordtest: menu %q takes %d to %d values, not %d", customID, lo, hi, len(values))
	}
	return nil
}

// offerModal tells why Discord's client would not let a user send in a dialog
// with these texts, nil if it would.
func offerModal(modal Modal, typed map[string]string) error {
	for id := range typed {
		if _, ok := modal.Input(id); !ok {
			return fmt.Errorf("discordtest: the dialog has no input %q", id)
		}
	}
	for _, c := range flatten(modal.Components) {
		if c.Type != TypeTextInput {
			continue
		}
		text := typedIn(c, typed)
		n, required := utf8.RuneCountInString(text), c.Required == nil || *c.Required
		if text == "" && required || text != "" && outOf(n, c.MinLength, c.MaxLength) || n > 4000 {
			return fmt.Errorf("discordtest: input %q does not take %d characters", c.CustomID, n)
		}
	}
	return nil
}
