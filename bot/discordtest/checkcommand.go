package discordtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The limits of commands.
const (
	MaxSlashCommands   = 100
	MaxUserCommands    = 15
	MaxMessageCommands = 15
	MaxCommandName     = 32
	MaxDescription     = 100
	MaxOptions         = 25
	// MaxCommandSize is over all names, descriptions and values of a command.
	MaxCommandSize = 8000
	// MaxCreatesPerDay is how many commands can be made new a day, a guild.
	MaxCreatesPerDay = 200
)

// commandName is Discord's own pattern for the names of slash commands and of
// options.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

func (k checker) command(c Command) {
	if c.Type == 0 {
		c.Type = CommandSlash
	}
	if size := commandSize(c); size > MaxCommandSize {
		k.fail(RuleCommandSize, "", "APPLICATION_COMMAND_TOO_LARGE",
			"Command exceeds maximum size (%d) (found %d)", MaxCommandSize, size)
	}
	if c.Type != CommandSlash {
		k.between(RuleCommandName, "name", c.Name, MaxCommandName)
		if c.Description != "" || len(c.Options) > 0 {
			k.fail(RuleCommand, "description", "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
				"a context menu command has neither description nor options")
		}
		return
	}
	k.names(c.Name, c.NameLocalizations)
	k.descriptions(c.Description, c.DescriptionLocalizations)
	k.options(c.Options, 0)
}

func (k checker) names(name string, localized map[string]string) {
	k.name("name", name)
	for locale, n := range localized {
		k.in("name_localizations").name(locale, n)
	}
}

func (k checker) name(field, name string) {
	if !commandName.MatchString(name) || strings.ToLower(name) != name {
		k.fail(RuleCommandName, field, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: %q", name)
	}
}

func (k checker) descriptions(text string, localized map[string]string) {
	k.between(RuleCommand, "description", text, MaxDescription)
	for locale, t := range localized {
		k.in("description_localizations").between(RuleCommand, locale, t, MaxDescription)
	}
}

// options checks a list of options; depth 0 is a command's own, 1 a
// subcommand's or a group's, 2 those of a group's subcommand.
func (k checker) options(list []CommandOption, depth int) {
	k.count(RuleCommand, "options", len(list), MaxOptions)
	names := map[string]bool{}
	optional := false
	for i, o := range list {
		at := k.in("options", i)
		at.option(o, depth)
		if names[o.Name] {
			at.fail(RuleCommand, "name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name %q already exists", o.Name)
		}
		names[o.Name] = true
		if o.Required && optional {
			at.fail(RuleRequiredFirst, "", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
	}
	k.oneKind(list)
}

// oneKind: a command has subcommands or options, never both.
func (k checker) oneKind(list []CommandOption) {
	subs := 0
	for _, o := range list {
		if o.Type <= OptionGroup {
			subs++
		}
	}
	if subs > 0 && subs < len(list) {
		k.fail(RuleCommand, "options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

func (k checker) option(o CommandOption, depth int) {
	k.names(o.Name, o.NameLocalizations)
	k.descriptions(o.Description, o.DescriptionLocalizations)
	switch {
	case o.Type < OptionSub || o.Type > OptionAttachment:
		k.fail(RuleCommand, "type", "BASE_TYPE_CHOICES", "%d is not a type of option", o.Type)
	case o.Type == OptionSub && depth > 1, o.Type == OptionGroup && depth > 0:
		k.fail(RuleCommand, "type", "APPLICATION_COMMAND_OPTIONS_NESTING", "subcommands are nested too deeply")
	case o.Type <= OptionGroup:
		if o.Required {
			k.fail(RuleCommand, "required", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "a subcommand cannot be required")
		}
		k.options(o.Options, depth+1)
	default:
		k.values(o)
	}
}

// values checks what an option can hold.
func (k checker) values(o CommandOption) {
	if len(o.Options) > 0 {
		k.fail(RuleCommand, "options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "only subcommands have options")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		k.fail(RuleCommand, "autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
			"an option has choices or autocomplete, not both")
	}
	takesChoices := slices.Contains([]int{OptionString, OptionInteger, OptionNumber}, o.Type)
	if (o.Autocomplete || len(o.Choices) > 0) && !takesChoices {
		k.fail(RuleCommand, "choices", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "only texts and numbers have choices")
	}
	k.count(RuleCommand, "choices", len(o.Choices), MaxOptions)
	seen := map[string]bool{}
	for i, c := range o.Choices {
		at := k.in("choices", i)
		at.between(RuleCommand, "name", c.Name, MaxOptionText)
		if seen[c.Name] {
			at.fail(RuleCommand, "name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choice name %q already exists", c.Name)
		}
		seen[c.Name] = true
		text, isText := c.Value.(string)
		if isText != (o.Type == OptionString) {
			at.fail(RuleCommand, "value", "BASE_TYPE_BAD_TYPE", "%T is not what the option holds", c.Value)
		}
		at.most(RuleCommand, "value", text, MaxOptionText)
	}
}

// commandSize is what counts towards [MaxCommandSize]: of a translated text
// the longest translation.
func commandSize(c Command) int {
	return longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations) + optionsSize(c.Options)
}

func optionsSize(list []CommandOption) int {
	n := 0
	for _, o := range list {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations) + optionsSize(o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations) + length(fmt.Sprint(c.Value))
		}
	}
	return n
}

func longest(text string, localized map[string]string) int {
	n := length(text)
	for _, t := range localized {
		n = max(n, length(t))
	}
	return n
}

// commandList checks a whole bulk overwrite.
func (k checker) commandList(list []Command) {
	count := map[int]int{}
	names := map[string]bool{}
	for i, c := range list {
		if c.Type == 0 {
			c.Type = CommandSlash
		}
		at := k
		at.at = fmt.Sprintf("%d.", i)
		at.command(c)
		count[c.Type]++
		key := fmt.Sprint(c.Type, " ", c.Name)
		if names[key] {
			at.fail(RuleCommand, "name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		names[key] = true
	}
	for kind, most := range commandLimits() {
		if count[kind] > most {
			k.fail(RuleCommandCount, "", "APPLICATION_COMMANDS_MAX", "Maximum number of application commands of type %d reached (%d)", kind, most)
		}
	}
}

func commandLimits() map[int]int {
	return map[int]int{
		CommandSlash: MaxSlashCommands, CommandUser: MaxUserCommands, CommandMessage: MaxMessageCommands,
	}
}
