package console

import (
	"context"
	"slices"
	"strings"

	"nonna/commands"
)

// completeAt is a [Completer]. It leaves out values that must not be printed.
func (s *session) completeAt(ctx context.Context, line string, pos int) (head string, found []commands.Choice, tail string) {
	runes := []rune(line)
	pos = min(pos, len(runes))
	head, found = s.complete(ctx, string(runes[:pos]))
	found = slices.DeleteFunc(found, func(c commands.Choice) bool { return strings.ContainsFunc(c.Value, isHarmful) })
	for i := range found {
		found[i].Label = cleanLine(found[i].Label)
	}
	return head, found, string(runes[pos:])
}

// complete returns the part of text that is kept and what can follow it: commands,
// subcommands, names of options, and the values of options that have a choice.
func (s *session) complete(ctx context.Context, text string) (head string, found []commands.Choice) {
	cut := strings.LastIndex(text, " ") + 1
	head, word := text[:cut], text[cut:]
	if strings.TrimSpace(head) == "" {
		names := s.specNames(s.Router.Commands())
		for name := range s.builtins() {
			names = append(names, s.typedAs(name)...)
		}
		slices.Sort(names)
		return "/", completions(names, strings.TrimPrefix(word, "/"), " ")
	}
	read := text
	c, err := s.split(read)
	if err != nil {
		// The last word may be an incomplete subcommand or name.
		read = head
		c, err = s.split(read)
	}
	switch {
	case err != nil:
		return text, nil
	case len(c.spec.Subs) > 0:
		return head, completions(s.specNames(c.spec.Subs), word, " ")
	}
	if n := len(c.args); n > 0 && c.args[n-1].named {
		last := c.args[n-1]
		found := s.completeValue(ctx, c, last)
		if word == "" && isOneOf(found, last.value) {
			found = nil // the value is complete
		}
		if len(found) > 0 || last.value == "" {
			named := strings.TrimSuffix(strings.TrimSpace(read), last.value)
			return strings.TrimSpace(named) + " ", found
		}
	}
	return head, completions(s.unused(c), word, ": ")
}

// isOneOf reports whether a text is one of the choices, without the blank behind it.
func isOneOf(choices []commands.Choice, text string) bool {
	return slices.ContainsFunc(choices, func(c commands.Choice) bool { return strings.EqualFold(strings.TrimSpace(c.Value), text) })
}

// completeValue returns the possible values of an option that begin with what is typed.
func (s *session) completeValue(ctx context.Context, c call, a arg) []commands.Choice {
	switch {
	case len(a.option.Choices) > 0:
		var values []string
		for _, c := range a.option.Choices {
			values = append(values, c.In(s.Words.Locale()))
		}
		return completions(values, a.value, " ")
	case a.option.Type == commands.BoolOption:
		return completions([]string{s.yes()[0], s.no()[0]}, a.value, " ")
	case a.option.Type == commands.ChannelOption:
		return completions([]string{"#" + channelName}, "#"+strings.TrimPrefix(a.value, "#"), " ")
	case a.option.Type == commands.UserOption:
		return completions(s.members, strings.TrimPrefix(a.value, "@"), " ")
	case a.option.Suggest:
		return s.suggestions(ctx, c, a)
	}
	return nil
}

// suggestions asks the command for suggestions, as Discord does at each key.
func (s *session) suggestions(ctx context.Context, c call, a arg) []commands.Choice {
	req := s.request(commands.Complete, c.command)
	req.Sub, req.Focused = c.sub, a.option.Name
	// Ignore the error: options that cannot be read yet are still being typed.
	req.Options, _ = s.options(c)
	req.Options[a.option.Name] = a.value
	return s.Router.Handle(ctx, req).Choices
}

// unused returns the names of the options that were not given yet.
func (s *session) unused(c call) []string {
	return slices.DeleteFunc(s.optionNames(c.spec), func(name string) bool {
		return slices.ContainsFunc(c.args, func(a arg) bool { return a.named && s.shown(a.option.Name, a.option.NameIn) == name })
	})
}

// completions returns the names that begin with what is typed, in any case, followed by
// after.
func completions(names []string, typed, after string) []commands.Choice {
	var found []commands.Choice
	for _, n := range names {
		if len(n) >= len(typed) && strings.EqualFold(n[:len(typed)], typed) {
			found = append(found, commands.Choice{Value: n + after})
		}
	}
	return found
}
