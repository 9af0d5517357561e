package gateway

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"nonna/commands"
)

// Discord's limits for commands.
const (
	maxSlashCommands   = 100
	maxMessageCommands = 15
	maxOptions         = 25
	maxChoices         = 25
	maxName            = 32
	maxSummary         = 100
	maxCommandTotal    = 8000
	maxTextOption      = 6000
)

// CheckSpecs returns an error that names everything about the specs that
// Discord would refuse, nil when there is nothing. It needs no network, so a
// test can call it.
func CheckSpecs(specs []commands.Spec) error {
	var c specChecker
	kinds := make(map[commands.Kind]int)
	names := make(map[string]bool)
	for _, s := range specs {
		kinds[s.Kind]++
		key := fmt.Sprint(s.Kind, s.Name)
		c.fault(names[key], s.Name, "stands twice")
		names[key] = true
		c.command(s)
	}
	c.fault(kinds[commands.Slash] > maxSlashCommands, "commands", "more than %d slash commands", maxSlashCommands)
	c.fault(kinds[commands.MessageMenu] > maxMessageCommands, "commands", "more than %d message commands", maxMessageCommands)
	return errors.Join(c.problems...)
}

type specChecker struct{ problems []error }

func (c *specChecker) fault(wrong bool, where, format string, args ...any) {
	if wrong {
		c.problems = append(c.problems, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
	}
}

func (c *specChecker) command(s commands.Spec) {
	c.fault(total(s) > maxCommandTotal, s.Name, "%d characters in all, more than %d", total(s), maxCommandTotal)
	if s.Kind == commands.MessageMenu {
		c.fault(length(s.Name) < 1 || length(s.Name) > maxName, s.Name, "a name has 1 to %d characters", maxName)
		c.fault(s.Description != "" || len(s.Options)+len(s.Subs) > 0, s.Name, "a message command has a name and nothing else")
		return
	}
	c.fault(s.Kind != commands.Slash, s.Name, "kind %d cannot be registered", s.Kind)
	c.spec(s.Name, s, 0)
}

// spec checks a command, a group or a subcommand, by how deep it stands.
func (c *specChecker) spec(where string, s commands.Spec, depth int) {
	c.words(where, s.Name, s.Description, s.NameIn, s.DescriptionIn)
	c.fault(depth > 2, where, "subcommands stand at most in one group")
	c.fault(len(s.Subs) > 0 && len(s.Options) > 0, where, "has subcommands and options")
	c.fault(len(s.Subs) > maxOptions || len(s.Options) > maxOptions, where, "more than %d options", maxOptions)
	names := make(map[string]bool)
	for _, sub := range s.Subs {
		c.fault(names[sub.Name], where, "%q stands twice", sub.Name)
		names[sub.Name] = true
		c.spec(where+" "+sub.Name, sub, depth+1)
	}
	optional := false
	for _, o := range s.Options {
		c.fault(names[o.Name], where, "%q stands twice", o.Name)
		c.fault(o.Required && optional, where, "%q is required and stands behind one that is not", o.Name)
		names[o.Name], optional = true, optional || !o.Required
		c.option(where+" "+o.Name, o)
	}
}

func (c *specChecker) option(where string, o commands.Option) {
	c.words(where, o.Name, o.Description, o.NameIn, o.DescriptionIn)
	c.fault(o.Type < commands.TextOption || o.Type > commands.FileOption, where, "type %d is none", o.Type)
	c.fault(len(o.Choices) > maxChoices, where, "more than %d choices", maxChoices)
	c.fault(len(o.Choices) > 0 && o.Suggest, where, "has choices and suggestions")
	for _, ch := range o.Choices {
		_, ok := choiceValue(ch.Value, o.Type == commands.IntOption)
		c.fault(!ok, where, "the choice %q cannot be a value of this type", ch.Value)
		c.fault(length(ch.Label) < 1 || length(ch.Label) > maxChoiceText, where, "the choice %q needs a label of 1 to %d characters", ch.Value, maxChoiceText)
	}
	c.fault(o.Type == commands.TextOption && (o.Min < 0 || o.Min > maxTextOption || o.Max > maxTextOption), where, "a text holds 0 to %d characters", maxTextOption)
	c.fault(o.Max != 0 && o.Min > o.Max, where, "at least %d and at most %d is never", o.Min, o.Max)
}

// words checks names and descriptions, in every language.
func (c *specChecker) words(where, name, description string, nameIn, descriptionIn map[string]string) {
	c.fault(!isName(name), where, "%q cannot be a name", name)
	c.fault(length(description) < 1 || length(description) > maxSummary, where, "a description has 1 to %d characters, not %d", maxSummary, length(description))
	for locale, n := range nameIn {
		c.fault(!isName(n), where, "%q cannot be a name (%s)", n, locale)
	}
	for locale, d := range descriptionIn {
		c.fault(length(d) < 1 || length(d) > maxSummary, where, "a description has 1 to %d characters, not %d (%s)", maxSummary, length(d), locale)
	}
}

// isName tells whether a slash command or option can have the name.
func isName(name string) bool {
	ok, err := regexp.MatchString(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`, name)
	return err == nil && ok && strings.ToLower(name) == name
}

// total counts the characters of a command that its limit of 8,000 counts:
// names, descriptions and choices' values, with the longest of the languages.
func total(s commands.Spec) int {
	n := longest(s.Name, s.NameIn) + longest(s.Description, s.DescriptionIn)
	for _, sub := range s.Subs {
		n += total(sub)
	}
	for _, o := range s.Options {
		n += longest(o.Name, o.NameIn) + longest(o.Description, o.DescriptionIn)
		for _, c := range o.Choices {
			n += longest(c.Label, c.LabelIn) + length(c.Value)
		}
	}
	return n
}

func longest(text string, in map[string]string) int {
	n := length(text)
	for _, t := range in {
		n = max(n, length(t))
	}
	return n
}
