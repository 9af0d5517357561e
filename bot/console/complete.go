package console

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"nonna/commands"
)

// completer returns what Tab does: it completes commands, subcommands, names
// of options, and values where there is something to choose from.
func (s *session) completer(ctx context.Context) func(string, int) (string, []string, string) {
	return func(line string, pos int) (string, []string, string) {
		runes := []rune(line)
		pos = min(pos, len(runes))
		before, tail := string(runes[:pos]), string(runes[pos:])
		head, found := s.complete(ctx, before)
		return head, slices.DeleteFunc(found, hasControl), tail
	}
}

// hasControl keeps from the line what must not be printed.
func hasControl(s string) bool { return strings.ContainsFunc(s, unicode.IsControl) }

// complete returns the part of text that stays and what can follow it.
func (s *session) complete(ctx context.Context, text string) (head string, found []string) {
	specs := s.Router.Specs()
	if !strings.ContainsAny(strings.TrimLeft(text, " "), " ") {
		return "", completeCommand(specs, strings.TrimSpace(text))
	}
	c, err := splitForTab(specs, text)
	if err != nil {
		return text, nil
	}
	cut := strings.LastIndexAny(text, " ") + 1
	word := text[cut:]
	if len(c.spec.Subs) > 0 {
		return text[:cut], withPrefix(names(c.spec.Subs), word, " ")
	}
	if n := len(c.args); n > 0 && c.args[n-1].named {
		last := c.args[n-1]
		start := strings.LastIndex(text, last.option.Name+":") + len(last.option.Name) + 1
		if found := s.completeValue(ctx, c, last); len(found) > 0 {
			return text[:start] + " ", found
		}
	}
	return text[:cut], withPrefix(c.unused(), word, ": ")
}

// splitForTab is split for a line that is still being typed: its last word may
// be the beginning of a subcommand or of an option's name.
func splitForTab(specs []commands.Spec, text string) (call, error) {
	c, err := split(specs, text)
	if err == nil {
		return c, nil
	}
	return split(specs, text[:strings.LastIndexAny(text, " ")])
}

func completeCommand(specs []commands.Spec, word string) []string {
	all := slashNames(specs)
	all = append(all, "help", "quit")
	slices.Sort(all)
	slash := strings.HasPrefix(word, "/") || word == ""
	found := withPrefix(slices.Compact(all), strings.TrimPrefix(word, "/"), " ")
	if slash {
		for i := range found {
			found[i] = "/" + found[i]
		}
	}
	return found
}

// completeValue returns the values that an option can take and that begin with
// what is typed of it.
func (s *session) completeValue(ctx context.Context, c call, a arg) []string {
	switch {
	case len(a.option.Choices) > 0:
		var values []string
		for _, choice := range a.option.Choices {
			values = append(values, choice.Value)
		}
		return withPrefix(values, a.value, " ")
	case a.option.Type == commands.BoolOption:
		return withPrefix([]string{"yes", "no"}, a.value, " ")
	case a.option.Suggest:
		return s.suggestions(ctx, c, a)
	}
	return nil
}

// suggestions asks the command, as Discord does at each key.
func (s *session) suggestions(ctx context.Context, c call, a arg) []string {
	req := s.request(commands.Complete, c.command)
	req.Sub, req.Focused = c.sub, a.option.Name
	// What cannot be read yet is still being typed.
	req.Options, _ = c.options()
	req.Options[a.option.Name] = a.value
	var values []string
	for _, choice := range s.Router.Handle(ctx, req).Choices {
		values = append(values, choice.Value)
	}
	return values
}

// unused returns the options that were not given yet.
func (c call) unused() []string {
	left := map[string]bool{}
	for _, o := range c.spec.Options {
		left[o.Name] = true
	}
	for _, a := range c.args {
		if a.named {
			delete(left, a.option.Name)
		}
	}
	return slices.Sorted(maps.Keys(left))
}

func names(specs []commands.Spec) []string {
	found := make([]string, 0, len(specs))
	for _, s := range specs {
		found = append(found, s.Name)
	}
	return found
}

func withPrefix(names []string, prefix, after string) []string {
	var found []string
	for _, n := range names {
		if strings.HasPrefix(n, prefix) {
			found = append(found, n+after)
		}
	}
	return found
}
