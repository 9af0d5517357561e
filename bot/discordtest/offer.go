package discordtest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// offer tells whether Discord's client would let a user send this command.
func offer(cmd Command, known bool, name string, d *draft) error {
	if !known {
		return fmt.Errorf("discordtest: no command %q is registered", name)
	}
	if cmd.Contexts != nil && !slices.Contains(cmd.Contexts, d.context) {
		return fmt.Errorf("discordtest: command %q is not offered in context %d, only in %v", name, d.context, cmd.Contexts)
	}
	return offerOptions(name, cmd.Options, d.options, d.kind == InteractionAutocomplete)
}

// offerOptions compares what was filled in with what can be. While an option
// is being typed the others may still be missing.
func offerOptions(where string, spec []CommandOption, got []optionValue, typing bool) error {
	for _, g := range got {
		i := slices.IndexFunc(spec, func(o CommandOption) bool { return o.Name == g.Name })
		if i < 0 {
			return fmt.Errorf("discordtest: %s has no option %q", where, g.Name)
		}
		if err := offerOption(where+" "+g.Name, spec[i], g, typing); err != nil {
			return err
		}
	}
	if typing {
		return nil
	}
	for _, o := range spec {
		filled := slices.ContainsFunc(got, func(g optionValue) bool { return g.Name == o.Name })
		if o.Required && !filled {
			return fmt.Errorf("discordtest: %s needs option %q", where, o.Name)
		}
	}
	if len(got) == 0 && len(spec) > 0 && spec[0].Type <= OptionGroup {
		return fmt.Errorf("discordtest: %s needs a subcommand", where)
	}
	return nil
}

func offerOption(where string, o CommandOption, g optionValue, typing bool) error {
	if o.Type != g.Type {
		return fmt.Errorf("discordtest: %s is of type %d, not %d", where, o.Type, g.Type)
	}
	if o.Type <= OptionGroup {
		return offerOptions(where, o.Options, g.Options, typing)
	}
	if g.Focused {
		if !o.Autocomplete {
			return fmt.Errorf("discordtest: %s has no autocomplete", where)
		}
		return nil
	}
	if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c Choice) bool { return sameValue(c.Value, g.Value) }) {
		return fmt.Errorf("discordtest: %s: %v is not one of its choices", where, g.Value)
	}
	return offerBounds(where, o, g.Value)
}

// sameValue compares a choice, whose numbers come from JSON, with a value.
func sameValue(choice, v any) bool {
	if n, ok := choice.(float64); ok {
		switch x := v.(type) {
		case int64:
			return n == float64(x)
		case float64:
			return n == x
		}
	}
	return choice == v
}

// maxStringOption is the most characters a user can type into an option.
const maxStringOption = 6000

func offerBounds(where string, o CommandOption, v any) error {
	var n float64
	lo, hi := o.MinValue, o.MaxValue
	switch x := v.(type) {
	case int64:
		n = float64(x)
	case float64:
		n = x
	case string:
		if o.Type != OptionString {
			return nil
		}
		if x == "" || strings.TrimSpace(x) == "" {
			return fmt.Errorf("discordtest: %s is empty, which cannot be sent", where)
		}
		n = float64(utf8.RuneCountInString(x))
		lo, hi = floatOf(o.MinLength), floatOf(o.MaxLength)
		if n > maxStringOption {
			return fmt.Errorf("discordtest: %s has %v characters; %d can be typed", where, n, maxStringOption)
		}
	}
	if lo != nil && n < *lo || hi != nil && n > *hi {
		return fmt.Errorf("discordtest: %s: %v is out of its bounds", where, v)
	}
	return nil
}

func floatOf(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

// checkPicked tells whether a menu lets a user pick these values.
func checkPicked(c Component, values []string) error {
	if c.Type != TypeStringSelect {
		return nil
	}
	for _, v := range values {
		if !slices.ContainsFunc(c.Options, func(o SelectOption) bool { return o.Value == v }) {
			return fmt.Errorf("discordtest: menu %q has no value %q", c.CustomID, v)
		}
	}
	lo, hi := 1, 1
	if c.MinValues != nil {
		lo = *c.MinValues
	}
	if c.MaxValues != nil {
		hi = *c.MaxValues
	}
	if len(values) < lo || len(values) > hi {
		return fmt.Errorf("discordtest: menu %q takes %d to %d values, not %d", c.CustomID, lo, hi, len(values))
	}
	return nil
}

// checkSubmit tells whether a dialog can be sent in with these texts.
func checkSubmit(d *draft, modal Modal, typed map[string]string) error {
	if d.forged {
		return nil
	}
	for id := range typed {
		if _, ok := modal.Input(id); !ok {
			return fmt.Errorf("discordtest: the dialog has no input %q", id)
		}
	}
	for _, c := range flatten(modal.Components, 0) {
		if c.Type != TypeTextInput {
			continue
		}
		if err := checkTyped(c, typedIn(c, typed)); err != nil {
			return err
		}
	}
	return nil
}

func checkTyped(c Component, text string) error {
	n := utf8.RuneCountInString(text)
	if text == "" {
		if c.Required == nil || *c.Required {
			return fmt.Errorf("discordtest: input %q must be filled in", c.CustomID)
		}
		return nil
	}
	if c.MinLength != nil && n < *c.MinLength {
		return fmt.Errorf("discordtest: input %q needs %d characters, not %d", c.CustomID, *c.MinLength, n)
	}
	most := 4000
	if c.MaxLength != nil {
		most = *c.MaxLength
	}
	if n > most {
		return fmt.Errorf("discordtest: input %q takes %d characters, not %d", c.CustomID, most, n)
	}
	return nil
}

// typedIn is what stands in an input: what was typed, or what the bot put there.
func typedIn(c Component, typed map[string]string) string {
	if text, ok := typed[c.CustomID]; ok {
		return text
	}
	return c.Value
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
