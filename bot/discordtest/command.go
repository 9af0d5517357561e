package discordtest

import (
	"slices"
	"time"
)

// The types of [Command].
const (
	CommandSlash   = 1
	CommandUser    = 2
	CommandMessage = 3
)

// Command is an application command as Discord holds it.
type Command struct {
	ID                       string            `json:"id"`
	ApplicationID            string            `json:"application_id"`
	GuildID                  string            `json:"guild_id,omitempty"`
	Version                  string            `json:"version"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []CommandOption   `json:"options,omitempty"`
	DefaultMemberPermissions *string           `json:"default_member_permissions"`
	DMPermission             *bool             `json:"dm_permission,omitempty"`
	Contexts                 []int             `json:"contexts"`
	IntegrationTypes         []int             `json:"integration_types"`
	NSFW                     bool              `json:"nsfw"`
}

// The types of [CommandOption].
const (
	OptionSub        = 1
	OptionGroup      = 2
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionUser       = 6
	OptionChannel    = 7
	OptionRole       = 8
	OptionMention    = 9
	OptionNumber     = 10
	OptionAttachment = 11
)

// CommandOption is one thing to fill in, or a subcommand.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"`
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
}

// commandStore holds what is registered, by scope: "" for everywhere, else a
// guild's id.
type commandStore struct {
	scopes  map[string][]Command
	version int
	// created holds when commands were made new, by scope.
	created map[string][]time.Time
}

func newCommandStore() commandStore {
	return commandStore{scopes: map[string][]Command{}, created: map[string][]time.Time{}}
}

// budget takes n of the day's creations, and tells whether there were as many.
func (cs *commandStore) budget(scope string, n int, now time.Time) bool {
	recent := slices.DeleteFunc(cs.created[scope], func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	if len(recent)+n > MaxCreatesPerDay {
		return false
	}
	for range n {
		recent = append(recent, now)
	}
	cs.created[scope] = recent
	return true
}

// fresh counts the commands that are not in a scope yet.
func (cs *commandStore) fresh(scope string, list []Command) int {
	n := 0
	for _, c := range list {
		if !slices.ContainsFunc(cs.scopes[scope], sameCommand(c)) {
			n++
		}
	}
	return n
}

// Commands returns what the bot has registered in a guild, or everywhere when
// the id is "".
func (s *Server) Commands(guildID string) []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands.scopes[guildID])
}

// lookup finds a command as a user in that guild would see it: the guild's own
// hides the global one. Callers hold mu.
func (cs *commandStore) lookup(guildID string, kind int, name string) (Command, bool) {
	for _, scope := range []string{guildID, ""} {
		for _, c := range cs.scopes[scope] {
			if c.Type == kind && c.Name == name {
				return c, true
			}
		}
	}
	return Command{}, false
}
