package discordtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// The types of commands.
const (
	CommandSlash   = 1
	CommandUser    = 2
	CommandMessage = 3
	// CommandEntryPoint launches an Activity. Discord makes it, see [Options.EntryPoint].
	CommandEntryPoint = 4
)

// The types of a command's options.
const (
	OptionSub        = 1
	OptionGroup      = 2
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionUser       = 6
	OptionChannel    = 7
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
	ChannelTypes             []int `json:"channel_types"`
	Options                  []Command

	wire object // as the API shows it
}

const (
	maxCommand       = 8000 // characters
	maxCreatesPerDay = 200
)

// commandScope holds the commands of one guild, or the global ones.
type commandScope struct {
	list    []Command
	created []time.Time // when new commands were created
}

// Commands returns the commands that the bot has registered in a guild, or the global ones
// if the id is "".
func (s *Server) Commands(guildID string) []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands[guildID].list)
}

// find returns the command with a type and name.
func (s commandScope) find(kind int, name string) (Command, bool) {
	i := slices.IndexFunc(s.list, func(c Command) bool { return c.Type == kind && c.Name == name })
	if i < 0 {
		return Command{}, false
	}
	return s.list[i], true
}

// readCommands parses and checks a list of commands.
func (c *call) readCommands(f *form) error {
	var wires []object
	if err := json.Unmarshal(c.rec.JSON, &wires); err != nil {
		return err
	}
	if err := json.Unmarshal(c.rec.JSON, &c.commands); err != nil {
		return err
	}
	known := map[string]bool{}
	for i := range c.commands {
		cmd, at := &c.commands[i], strconv.Itoa(i)
		cmd.Type = max(cmd.Type, CommandSlash) // absent means a slash command
		cmd.wire = wires[i]
		f.once(RuleCommandName, at+".name", fmt.Sprint(cmd.Type, " ", cmd.Name), known)
		f.checkOptions(at, *cmd)
		if n := cmd.size(); n > maxCommand {
			f.add(RuleCommandSize, at, "%d characters, over %d", n, maxCommand)
		}
	}
	return nil
}

// translations matches the translations of a text in a list of commands.
var translations = regexp.MustCompile(`_localizations":\{("([^"\\]|\\.)*"|[^"}])*\}`)

// listCommands returns the commands, without translations unless the request has
// with_localizations=true.
func (s *Server) listCommands(c *call) (any, error) {
	out := []any{}
	for _, cmd := range s.commands[c.param("guild_id")].list {
		out = append(out, cmd.wire)
	}
	raw, err := json.Marshal(out)
	if c.http.URL.Query().Get("with_localizations") != "true" {
		raw = translations.ReplaceAll(raw, []byte(`_localizations":null`))
	}
	return json.RawMessage(raw), err
}

// putCommands replaces the commands of the scope in the path, within the limits for all
// commands and for new ones in a day. It adds the fields that Discord adds.
func (s *Server) putCommands(c *call) (any, error) {
	guild, now := c.param("guild_id"), time.Now()
	before, out := s.commands[guild], []any{}
	room := map[int]int{CommandSlash: 100, CommandUser: 15, CommandMessage: 15, CommandEntryPoint: 1}
	isEntry := func(c Command) bool { return c.Type == CommandEntryPoint }
	if slices.ContainsFunc(before.list, isEntry) && !slices.ContainsFunc(c.commands, isEntry) {
		return nil, refuse(http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.")
	}
	created := slices.DeleteFunc(slices.Clone(before.created), func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	for i := range c.commands {
		cmd := &c.commands[i]
		if room[cmd.Type]--; room[cmd.Type] < 0 {
			return nil, breaks(RuleCommandCount, http.StatusBadRequest, 30032)
		}
		old, known := before.find(cmd.Type, cmd.Name)
		if cmd.ID = old.ID; !known {
			cmd.ID, created = s.snowflake(), append(created, now)
		}
		cmd.complete(guild, s.snowflake())
		out = append(out, cmd.wire)
	}
	if len(created) > maxCreatesPerDay {
		return nil, breaks(RuleCommandCount, http.StatusBadRequest, 30034)
	}
	s.commands[guild] = commandScope{c.commands, created}
	return out, nil
}

// addEntryPoint adds the command that Discord makes for an application with Activities.
func (s *Server) addEntryPoint() {
	c := Command{ID: s.snowflake(), Type: CommandEntryPoint, Name: "launch", wire: object{"name": "launch", "handler": 2}}
	c.complete("", s.snowflake())
	s.commands[""] = commandScope{list: []Command{c}}
}

// complete adds the fields that Discord adds to a command.
func (a *Command) complete(guild, version string) {
	wire := object{
		"description": "", "default_member_permissions": nil, "contexts": nil, "integration_types": []int{0},
		"nsfw": false, "name_localizations": nil, "description_localizations": nil, "dm_permission": guild == "",
	}
	maps.Copy(wire, a.wire)
	maps.Copy(wire, object{"id": a.ID, "application_id": AppID, "type": a.Type, "version": version})
	a.wire = wire
}

// checkOptions checks the order and the names of a command's or subcommand's options.
func (f *form) checkOptions(at string, c Command) {
	optional, known := false, map[string]bool{}
	for i, o := range c.Options {
		here := fmt.Sprintf("%s.options.%d", at, i)
		f.checkOptions(here, o)
		f.once(RuleCommandName, here+".name", o.Name, known)
		if o.Required && optional {
			f.add(RuleRequiredFirst, here, "a required option follows one that is not")
		}
		optional = optional || !o.Required
	}
}

// size returns the number of characters that count towards the limit of a command: of a
// translated text only the longest translation counts.
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
