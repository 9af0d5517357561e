package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// The types of [Command].
const (
	CommandSlash   = 1
	CommandUser    = 2
	CommandMessage = 3
)

// The types of [CommandOption].
const (
	OptionSub        = 1
	OptionGroup      = 2
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionUser       = 6
	OptionChannel    = 7
	OptionNumber     = 10
	OptionAttachment = 11
)

// Command is an application command as Discord holds it.
type Command struct {
	Texts
	ID                       string          `json:"id"`
	ApplicationID            string          `json:"application_id"`
	GuildID                  string          `json:"guild_id,omitempty"`
	Version                  string          `json:"version"`
	Type                     int             `json:"type"`
	Options                  []CommandOption `json:"options,omitempty"`
	DefaultMemberPermissions *string         `json:"default_member_permissions"`
	DMPermission             *bool           `json:"dm_permission,omitempty"`
	Contexts                 []int           `json:"contexts"`
	IntegrationTypes         []int           `json:"integration_types"`
	NSFW                     bool            `json:"nsfw"`
}

// CommandOption is one thing to fill in, or a subcommand.
type CommandOption struct {
	Texts
	Type         int             `json:"type"`
	Required     bool            `json:"required,omitempty"`
	Choices      []Choice        `json:"choices,omitempty"`
	Options      []CommandOption `json:"options,omitempty"`
	ChannelTypes []int           `json:"channel_types,omitempty"`
	MinValue     *float64        `json:"min_value,omitempty"`
	MaxValue     *float64        `json:"max_value,omitempty"`
	MinLength    *int            `json:"min_length,omitempty"`
	MaxLength    *int            `json:"max_length,omitempty"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
}

// Texts are what users read of a command or an option.
type Texts struct {
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
}

// commandLimits returns how many commands there may be of each type.
func commandLimits() map[int]int {
	return map[int]int{CommandSlash: 100, CommandUser: 15, CommandMessage: 15}
}

// maxCreatesPerDay is how many commands can be made new a day, a guild.
const maxCreatesPerDay = 200

// Commands returns what the bot has registered in a guild, or everywhere when
// the id is "".
func (s *Server) Commands(guildID string) []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands[guildID])
}

// lookup finds a command as a user in that guild would see it: the guild's own
// hides the global one. Callers hold mu.
func (s *Server) lookup(guildID string, kind int, name string) (Command, bool) {
	for _, scope := range []string{guildID, ""} {
		i := slices.IndexFunc(s.commands[scope], func(c Command) bool { return c.Type == kind && c.Name == name })
		if i >= 0 {
			return s.commands[scope][i], true
		}
	}
	return Command{}, false
}

// readCommands reads one command or a list of them from the body.
func (c *call) readCommands(f *form) error {
	list := c.rec.Route == RouteCommandsPut || c.rec.Route == RouteGuildCommandsPut
	body := any(&c.commands)
	if !list {
		c.commands = make([]Command, 1)
		body = &c.commands[0]
	}
	if err := json.Unmarshal(c.rec.JSON, body); err != nil {
		return err
	}
	for i := range c.commands {
		cmd, at := &c.commands[i], ""
		if list {
			at = strconv.Itoa(i)
		}
		cmd.Type = max(cmd.Type, CommandSlash) // absent means a slash command
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
	out := append([]Command{}, s.commands[c.param("guild_id")]...)
	if c.http.URL.Query().Get("with_localizations") == "true" {
		return out, nil
	}
	for i := range out {
		out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
		out[i].Options = withoutTranslations(out[i].Options)
	}
	return out, nil
}

func withoutTranslations(in []CommandOption) []CommandOption {
	out := slices.Clone(in)
	for i := range out {
		out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
		out[i].Options = withoutTranslations(out[i].Options)
		out[i].Choices = slices.Clone(out[i].Choices)
		for j := range out[i].Choices {
			out[i].Choices[j].NameLocalizations = nil
		}
	}
	return out
}

// created is an answer of 201.
type created struct{ body any }

func (s *Server) createCommand(c *call) (any, error) {
	cmd := c.commands[0]
	list := slices.Clone(s.commands[c.param("guild_id")])
	i := slices.IndexFunc(list, cmd.same)
	if i >= 0 {
		list[i] = cmd
	} else {
		list = append(list, cmd)
	}
	list, err := s.register(c, list)
	switch {
	case err != nil:
		return nil, err
	case i >= 0:
		return list[i], nil
	}
	return created{list[len(list)-1]}, nil
}

func (s *Server) putCommands(c *call) (any, error) {
	list, err := s.register(c, append([]Command{}, c.commands...))
	return list, err
}

func (s *Server) deleteCommand(c *call) (any, error) {
	scope := c.param("guild_id")
	list := s.commands[scope]
	i := slices.IndexFunc(list, func(cmd Command) bool { return cmd.ID == c.param("command_id") })
	if i < 0 {
		return nil, notFound(10063, "Unknown application command")
	}
	s.commands[scope] = slices.Delete(slices.Clone(list), i, i+1)
	return nil, nil
}

// register makes these all the commands of the scope in the path, if so many
// may be and so many may be new today, and fills in what Discord adds.
func (s *Server) register(c *call, list []Command) ([]Command, error) {
	scope, now := c.param("guild_id"), time.Now()
	count := map[int]int{}
	for _, cmd := range list {
		count[cmd.Type]++
	}
	for kind, most := range commandLimits() {
		if count[kind] > most {
			c.violate(RuleCommandCount, fmt.Sprintf("%d commands of type %d, over %d", count[kind], kind, most))
			return nil, badRequest(30032, fmt.Sprintf("Maximum number of application commands reached (%d)", most))
		}
	}
	news := slices.DeleteFunc(s.commandsMade[scope], func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	s.commandsMade[scope] = news
	for i := range list {
		cmd := &list[i]
		cmd.ID = ""
		if j := slices.IndexFunc(s.commands[scope], cmd.same); j >= 0 {
			cmd.ID = s.commands[scope][j].ID
		} else {
			cmd.ID = s.snowflake()
			news = append(news, now)
		}
		cmd.complete(scope, s.snowflake())
	}
	if len(news) > maxCreatesPerDay {
		c.violate(RuleCommandCount, fmt.Sprintf("%d new commands within a day", len(news)))
		return nil, badRequest(30034, "Max number of daily application command creates has been reached (200)")
	}
	s.commands[scope], s.commandsMade[scope] = list, news
	return slices.Clone(list), nil
}

// complete fills in the defaults of a command.
func (a *Command) complete(scope, version string) {
	a.ApplicationID, a.GuildID, a.Version = AppID, scope, version
	if scope == "" && a.DMPermission == nil {
		a.DMPermission = new(true)
	}
	if a.IntegrationTypes == nil {
		a.IntegrationTypes = []int{0}
	}
}
