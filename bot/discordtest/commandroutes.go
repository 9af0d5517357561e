package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// scope is the guild of a command route, "" for the global ones.
func (c *call) scope() string { return c.param("guild_id") }

// show is a command as the API gives it back. Unless asked with
// with_localizations=true, lists leave the translations out, so a bot that
// compares must ask.
func (c *call) show(cmd Command, list bool) Command {
	if list && c.http.URL.Query().Get("with_localizations") != "true" {
		cmd.NameLocalizations, cmd.DescriptionLocalizations = nil, nil
		cmd.Options = withoutLocalizations(cmd.Options)
	}
	return cmd
}

func withoutLocalizations(in []CommandOption) []CommandOption {
	out := slices.Clone(in)
	for i := range out {
		out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
		out[i].Options = withoutLocalizations(out[i].Options)
		out[i].Choices = slices.Clone(out[i].Choices)
		for j := range out[i].Choices {
			out[i].Choices[j].NameLocalizations = nil
		}
	}
	return out
}

func (s *Server) listCommands(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []Command{}
	for _, cmd := range s.commands.scopes[c.scope()] {
		out = append(out, c.show(cmd, true))
	}
	return http.StatusOK, out, nil
}

func (s *Server) createCommand(c *call) (int, any, error) {
	var in Command
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.admitCommands(c, []Command{in}, false); err != nil {
		return 0, nil, err
	}
	scope := c.scope()
	created := s.adopt(in, scope)
	i := slices.IndexFunc(s.commands.scopes[scope], sameCommand(created))
	if i >= 0 {
		s.commands.scopes[scope][i] = created
		return http.StatusOK, created, nil
	}
	s.commands.scopes[scope] = append(s.commands.scopes[scope], created)
	return http.StatusCreated, created, nil
}

func (s *Server) putCommands(c *call) (int, any, error) {
	var in []Command
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.admitCommands(c, in, true); err != nil {
		return 0, nil, err
	}
	out := make([]Command, 0, len(in))
	for _, cmd := range in {
		out = append(out, s.adopt(cmd, c.scope()))
	}
	s.commands.scopes[c.scope()] = out
	return http.StatusOK, slices.Clone(out), nil
}

func sameCommand(a Command) func(Command) bool {
	a.Type = max(a.Type, CommandSlash) // absent means a slash command
	return func(b Command) bool { return a.Type == b.Type && a.Name == b.Name }
}

// admitCommands tells whether these may be written: the number there would be
// of each type, and the day's new ones. Callers hold mu.
func (s *Server) admitCommands(c *call, list []Command, replace bool) error {
	scope := c.scope()
	if !replace {
		for _, cmd := range list {
			kind := max(cmd.Type, CommandSlash)
			same := 0
			for _, old := range s.commands.scopes[scope] {
				if old.Type == kind {
					same++
				}
			}
			if most := commandLimits()[kind]; same >= most && s.commands.fresh(scope, list) > 0 {
				return s.tooManyCommands(c, CodeTooManyCommands,
					fmt.Sprintf("Maximum number of application commands reached (%d)", most))
			}
		}
	}
	if !s.commands.budget(scope, s.commands.fresh(scope, list), s.opts.Now()) {
		return s.tooManyCommands(c, CodeTooManyCreates,
			fmt.Sprintf("Max number of daily application command creates has been reached (%d)", MaxCreatesPerDay))
	}
	return nil
}

func (s *Server) tooManyCommands(c *call, code int, message string) error {
	s.violateLocked(RuleCommandCount, c.where(), message)
	return &apiError{status: http.StatusBadRequest, code: code, message: message}
}

// adopt fills in what Discord adds to a command: its id, kept when one of that
// name is known, its version, and the defaults. Callers hold mu.
func (s *Server) adopt(cmd Command, scope string) Command {
	if cmd.Type == 0 {
		cmd.Type = CommandSlash
	}
	cmd.ApplicationID, cmd.GuildID = AppID, scope
	cmd.ID = ""
	if i := slices.IndexFunc(s.commands.scopes[scope], sameCommand(cmd)); i >= 0 {
		cmd.ID = s.commands.scopes[scope][i].ID
	} else {
		cmd.ID = s.snowflake()
	}
	s.commands.version++
	cmd.Version = strconv.Itoa(s.commands.version)
	if scope == "" && cmd.DMPermission == nil {
		yes := true
		cmd.DMPermission = &yes
	}
	if cmd.IntegrationTypes == nil {
		cmd.IntegrationTypes = []int{0}
	}
	return cmd
}

// command finds the one of the path. Callers hold mu.
func (s *Server) command(c *call) (int, error) {
	i := slices.IndexFunc(s.commands.scopes[c.scope()], func(cmd Command) bool {
		return cmd.ID == c.param("command_id")
	})
	if i < 0 {
		return 0, notFound(CodeUnknownCommand, "Unknown application command")
	}
	return i, nil
}

func (s *Server) getCommand(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.command(c)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, c.show(s.commands.scopes[c.scope()][i], false), nil
}

func (s *Server) editCommand(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.command(c)
	if err != nil {
		return 0, nil, err
	}
	edited := s.commands.scopes[c.scope()][i]
	kind := edited.Type
	if err := c.decode(&edited); err != nil {
		return 0, nil, err
	}
	edited.Type = kind
	form := &formErrors{}
	checker{form: form}.command(edited)
	if !form.empty() {
		for _, e := range form.list {
			s.violateLocked(e.rule, c.where(), e.path+": "+e.text)
		}
		return 0, nil, form.err()
	}
	id := s.commands.scopes[c.scope()][i].ID
	edited = s.adopt(edited, c.scope())
	edited.ID = id
	s.commands.scopes[c.scope()][i] = edited
	return http.StatusOK, edited, nil
}

func (s *Server) deleteCommand(c *call) (int, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.command(c)
	if err != nil {
		return 0, nil, err
	}
	list := s.commands.scopes[c.scope()]
	s.commands.scopes[c.scope()] = slices.Delete(slices.Clone(list), i, i+1)
	return http.StatusNoContent, nil, nil
}
