package discordtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// The types of commands.
const (
	CommandSlash   = 1
	CommandUser    = 2
	CommandMessage = 3
)

// The types of a command's options.
const (
	OptionSub        = 1
	OptionGroup      = 2
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionChannel    = 7
	OptionNumber     = 10
	OptionAttachment = 11
)

// Command is a command, a subcommand or an option as the bot registered it.
type Command struct {
	ID                       string
	Type                     int
	Name, Description        string
	NameLocalizations        map[string]string `json:"name_localizations"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Contexts                 []int
	Required, Autocomplete   bool
	Choices                  []Choice
	Options                  []Command

	wire object // what the API shows of it
}

const (
	maxCommand       = 8000 // characters
	maxCreatesPerDay = 200
)

// commandLimits returns how many commands there may be of each type.
func commandLimits() map[int]int {
	return map[int]int{CommandSlash: 100, CommandUser: 15, CommandMessage: 15}
}

// commandScope is what is registered in one guild, or everywhere.
type commandScope struct {
	list []Command
	made []time.Time // when commands were made new
}

// Commands returns what the bot has registered in a guild, or everywhere when
// the id is "".
func (s *Server) Commands(guildID string) []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands[guildID].list)
}

// lookup finds a command as a user in that guild would see it: the guild's own
// hides the global one. Callers hold mu.
func (s *Server) lookup(guildID string, kind int, name string) (Command, bool) {
	for _, scope := range []string{guildID, ""} {
		for _, c := range s.commands[scope].list {
			if c.Type == kind && c.Name == name {
				return c, true
			}
		}
	}
	return Command{}, false
}

// readCommands reads and checks a list of commands.
func (c *call) readCommands(f *form) error {
	var wires []object
	if err := json.Unmarshal(c.rec.JSON, &wires); err != nil {
		return err
	}
	if err := json.Unmarshal(c.rec.JSON, &c.commands); err != nil {
		return err
	}
	for i := range c.commands {
		cmd, at := &c.commands[i], strconv.Itoa(i)
		cmd.Type = max(cmd.Type, CommandSlash) // absent means a slash command
		cmd.wire = wires[i]
		f.checkCommand(at, *cmd)
		if slices.ContainsFunc(c.commands[:i], cmd.same) {
			f.add(RuleOptions, at+".name", "two commands are called %q", cmd.Name)
		}
	}
	return nil
}

func (a *Command) same(b Command) bool { return a.Type == b.Type && a.Name == b.Name }

// listCommands leaves translations out unless asked with
// with_localizations=true, so a bot that compares must ask.
func (s *Server) listCommands(c *call) (any, error) {
	out := []any{}
	for _, cmd := range s.commands[c.param("guild_id")].list {
		out = append(out, cmd.wire)
	}
	if c.http.URL.Query().Get("with_localizations") == "true" {
		return out, nil
	}
	return withoutTranslations(out), nil
}

func withoutTranslations(v any) any {
	switch x := v.(type) {
	case []any:
		out := make([]any, len(x))
		for i, item := range x {
			out[i] = withoutTranslations(item)
		}
		return out
	case object:
		out := object{}
		for key, item := range x {
			if !strings.HasSuffix(key, "_localizations") {
				out[key] = withoutTranslations(item)
			}
		}
		return out
	}
	return v
}

// putCommands makes these all the commands of the scope in the path, if so many
// may be and so many may be new today, and fills in what Discord adds.
func (s *Server) putCommands(c *call) (any, error) {
	guild, now := c.param("guild_id"), time.Now()
	before, count := s.commands[guild], map[int]int{}
	for _, cmd := range c.commands {
		count[cmd.Type]++
	}
	for kind, most := range commandLimits() {
		if count[kind] > most {
			c.violate(RuleCommandCount, fmt.Sprintf("%d commands of type %d, over %d", count[kind], kind, most))
			return nil, badRequest(30032, fmt.Sprintf("Maximum number of application commands reached (%d)", most))
		}
	}
	made := slices.DeleteFunc(slices.Clone(before.made), func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	for i := range c.commands {
		cmd := &c.commands[i]
		if j := slices.IndexFunc(before.list, cmd.same); j >= 0 {
			cmd.ID = before.list[j].ID
		} else {
			cmd.ID, made = s.snowflake(), append(made, now)
		}
		cmd.complete(guild, s.snowflake())
	}
	if len(made) > maxCreatesPerDay {
		c.violate(RuleCommandCount, fmt.Sprintf("%d new commands within a day", len(made)))
		return nil, badRequest(30034, "Max number of daily application command creates has been reached (200)")
	}
	s.commands[guild] = commandScope{c.commands, made}
	out := []any{}
	for _, cmd := range c.commands {
		out = append(out, cmd.wire)
	}
	return out, nil
}

// complete fills in what Discord adds to a command.
func (a *Command) complete(guild, version string) {
	wire := object{
		"description": "", "default_member_permissions": nil, "contexts": nil, "integration_types": []int{0},
		"nsfw": false, "name_localizations": nil, "description_localizations": nil,
	}
	maps.Copy(wire, a.wire)
	maps.Copy(wire, object{"id": a.ID, "application_id": AppID, "type": a.Type, "version": version})
	if guild != "" {
		wire["guild_id"] = guild
	} else if wire["dm_permission"] == nil {
		wire["dm_permission"] = true
	}
	a.wire = wire
}

// commandName is Discord's own pattern for the names of slash commands and of
// their options.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// checkCommand checks a command that lies at a path of the body.
func (f *form) checkCommand(at string, c Command) {
	if c.Type > CommandSlash {
		if c.Description != "" || len(c.Options) > 0 {
			f.add(RuleDescription, at+".description", "a command of a menu has neither description nor options")
		}
		return
	}
	if n := c.size(); n > maxCommand {
		f.add(RuleCommandSize, at, "%d characters, over %d", n, maxCommand)
	}
	f.checkOption(at, c)
}

// checkTexts checks what users read of a command or an option.
func (f *form) checkTexts(at string, c Command) {
	names := map[string]string{".name": c.Name}
	for locale, name := range c.NameLocalizations {
		names[".name_localizations."+locale] = name
	}
	for field, name := range names {
		if !commandName.MatchString(name) || strings.ToLower(name) != name {
			f.add(RuleCommandName, at+field, "%q is no name of a command or an option", name)
		}
	}
	if c.Description == "" {
		f.add(RuleDescription, at+".description", "a description is needed")
	}
}

// checkOption checks a command or an option, and the options in it.
func (f *form) checkOption(at string, c Command) {
	f.checkTexts(at, c)
	optional, subs, known := false, 0, map[string]bool{}
	for i, o := range c.Options {
		here := fmt.Sprintf("%s.options.%d", at, i)
		f.checkOption(here, o)
		if known[o.Name] {
			f.add(RuleOptions, here+".name", "the name %q is used twice", o.Name)
		}
		known[o.Name] = true
		if o.Required && optional {
			f.add(RuleRequiredFirst, here, "it is required and comes after one that is not")
		}
		optional = optional || !o.Required
		if o.Type <= OptionGroup {
			subs++
		}
		if o.Autocomplete && (len(o.Choices) > 0 || !slices.Contains([]int{OptionString, OptionInteger, OptionNumber}, o.Type)) {
			f.add(RuleOptions, here+".autocomplete", "only texts and numbers are suggested, and only without choices")
		}
	}
	if subs > 0 && subs < len(c.Options) {
		f.add(RuleOptions, at+".options", "subcommands stand beside options")
	}
}

// size is what counts towards the limit of a command: of a translated text the
// longest translation.
func (a *Command) size() int {
	n := longest(a.Name, a.NameLocalizations) + longest(a.Description, a.DescriptionLocalizations)
	for i := range a.Options {
		n += a.Options[i].size()
	}
	for _, c := range a.Choices {
		n += longest(c.Name, c.NameLocalizations) + utf8.RuneCountInString(fmt.Sprint(c.Value))
	}
	return n
}

func longest(text string, localized map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, t := range localized {
		n = max(n, utf8.RuneCountInString(t))
	}
	return n
}
