package server

import (
	"context"
	"errors"
	"strconv"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
	"nonna/store/setting"
)

// configName is the command with which admins change settings and manage boards.
const configName = "config"

// allOfThem is the choice of all settings.
const allOfThem = "all"

// settings answers /config.
type settings struct {
	commands.Localizer
	store       *store.Store
	checkAccess commands.CheckAccess
}

// entryOption is the option of /config hide, and settingOption that of /config clear.
func entryOption() commands.Option {
	return commands.Option{Name: "entry", Required: true, Suggest: true, Max: commands.MaxSuggested}
}

func clearOption() commands.Option {
	var names []string
	for _, one := range allSettings() {
		names = append(names, one.Name)
	}
	return commands.Option{Name: "setting", Required: true, Choices: commands.Choices(append(names, allOfThem)...)}
}

// The controls of /config.
const (
	auditControl commands.Control[AuditState] = "audit"
	entryControl commands.Control[EntryState] = "entry"
)

// command returns /config. The router checks that the user may manage the server.
func (s *settings) command() commands.Command {
	var set []commands.Option
	for _, one := range allSettings() {
		set = append(set, settingOption(one))
	}
	return commands.Command{
		Name: configName, Kind: commands.Slash, NeedsManageGuild: true, GuildOnly: true, NoCooldown: true,
		Subs: []commands.Command{
			{Name: "show", Run: s.show},
			{Name: "set", Options: set, Run: s.set},
			{Name: "clear", Options: []commands.Option{clearOption()}, Run: s.clear},
			{Name: "hide", Options: []commands.Option{entryOption()}, Run: s.confirmHide, Suggest: s.suggestEntry},
			{Name: "audit", Run: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
				return s.audit(ctx, req, AuditState{})
			}},
		},
		Actions: []commands.Action{commands.On(auditControl, s.audit), commands.On(entryControl, s.hideOrRestore)},
	}
}

// show shows all settings.
func (s *settings) show(ctx context.Context, req commands.Request) (commands.Reply, error) {
	return s.reply(ctx, req, req.Settings)
}

// set changes the settings that are filled in.
func (s *settings) set(ctx context.Context, req commands.Request) (commands.Reply, error) {
	if len(req.Options) == 0 {
		p := s.Private(req)
		example := p.OptionName("config set", "cooldown") + ": 10"
		return commands.Reply{}, p.Mistake("config.nothing-set", words.Args{"example": example})
	}
	return s.change(ctx, req, filledIn(req))
}

// clear sets one setting, or all, to the default.
func (s *settings) clear(ctx context.Context, req commands.Request) (commands.Reply, error) {
	values := map[string]string{}
	for _, one := range allSettings() {
		if name := clearOption().Text(req); name == one.Name || name == allOfThem {
			values[one.Name] = one.Default()
		}
	}
	return s.change(ctx, req, values)
}

// change sets settings to values, by their names.
func (s *settings) change(ctx context.Context, req commands.Request, values map[string]string) (commands.Reply, error) {
	p := s.Private(req)
	var wrong error
	chosen, err := s.store.Configure(ctx, req.Act(), func(c *setting.Values) {
		wrong = nil // of an attempt before
		for _, one := range allSettings() {
			if value, ok := values[one.Name]; ok {
				wrong = errors.Join(wrong, one.Set(c, value))
			}
		}
	})
	if err := errors.Join(err, wrong); err != nil {
		return commands.Reply{}, err
	}
	return s.reply(ctx, req, chosen, p.Say("config.saved", nil), "")
}

// reply returns the values of all settings, a line each, below some first lines: with what
// keeps the bot from writing in the channels that were chosen.
func (s *settings) reply(ctx context.Context, req commands.Request, c setting.Values, lines ...string) (commands.Reply, error) {
	p := s.Private(req)
	for _, one := range allSettings() {
		lines = append(lines, settingLine(p, one, c))
		value := one.Value(c)
		if one.Kind() != setting.Channel || value == one.Default() {
			continue
		}
		channel, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return commands.Reply{}, err
		}
		access, err := s.checkAccess(ctx, req.GuildID, channel)
		if err != nil {
			return commands.Reply{}, err
		}
		access.Refused = one.Lost(c)
		for _, problem := range p.AccessProblems(access) {
			lines = append(lines, "⚠️ "+problem)
		}
	}
	return p.Reply(p.Say("config.title", nil), lines...), nil
}
