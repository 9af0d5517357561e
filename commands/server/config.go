package server

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
	"nonna/store/setting"
)

// configName is the command with which admins change settings and manage boards.
const configName = "config"

// configOptions are the options of /config, without those of its settings.
type configOptions struct {
	entry, setting, game, division, board commands.Opt[string]
}

func newConfigOptions(ranked []string) configOptions {
	return configOptions{
		entry:    commands.Opt[string]{Name: "entry", Required: true, Suggest: true, Max: 40},
		setting:  commands.Opt[string]{Name: "setting", Required: true, Choices: append(setting.Names(), allOfThem)},
		game:     commands.Opt[string]{Name: "game", Required: true, Choices: ranked},
		division: commands.Opt[string]{Name: "division", Required: true, Suggest: true, Max: commands.MaxDivisionText},
		board:    commands.Opt[string]{Name: "board", Choices: []string{string(store.Ends), string(store.Loops)}},
	}
}

// allOfThem is the choice of all settings.
const allOfThem = "all"

func (o configOptions) spec() commands.Spec {
	var set []commands.Option
	for _, one := range allSettings() {
		set = append(set, settingOption(one))
	}
	return commands.Spec{
		Name: configName, Kind: commands.Slash, NeedsManageGuild: true, Places: []commands.Place{commands.InGuild},
		Subs: []commands.Spec{
			{Name: "show"},
			{Name: "check"},
			{Name: "set", Options: set},
			{Name: "clear", Options: commands.Declare(o.setting)},
			{Name: "hide", Options: commands.Declare(o.entry)},
			{Name: "restore", Options: commands.Declare(o.entry)},
			{Name: "reset", Options: commands.Declare(o.game, o.division, o.board)},
			{Name: "audit"},
		},
	}
}

// kind returns the kind of board that was asked for.
func (o configOptions) kind(req commands.Request) store.Kind {
	return store.Kind(o.board.ValueOr(req, string(store.Ends)))
}

// settings answers /config.
type settings struct {
	commands.Localizer
	store *store.Store
	opts  configOptions
	reach commands.Reach
}

// command returns /config. The router checks that the user may manage the server.
func (s *settings) command() commands.Command {
	return commands.Command{
		Spec: s.opts.spec(), Run: s.config, Suggest: s.suggest, NoCooldown: true,
		Actions: []commands.Action{
			commands.On(s.turn), commands.OnConfirm(s.hideOrRestore), commands.OnConfirm(s.reset),
			commands.OnCancel(s.Localizer),
		},
	}
}

func (s *settings) config(ctx context.Context, req commands.Request) (commands.Reply, error) {
	switch req.Sub {
	case "set":
		if len(req.Options) == 0 {
			p := s.Private(req)
			example := p.OptionName("config set", "cooldown") + ": 10"
			return commands.Reply{}, commands.NewMistake(p, "config.nothing-set", words.Args{"example": example})
		}
		return s.change(ctx, req, filledIn(req))
	case "clear":
		return s.clear(ctx, req)
	case "hide", "restore":
		return s.confirmEntry(ctx, req)
	case "reset":
		return s.confirmReset(ctx, req)
	case "audit":
		return s.audit(ctx, req, AuditState{})
	case "check":
		return s.check(ctx, req)
	}
	return s.reply(req, "", req.Settings), nil
}

// clear sets one setting, or all, to the default.
func (s *settings) clear(ctx context.Context, req commands.Request) (commands.Reply, error) {
	values := map[string]string{}
	for _, one := range allSettings() {
		if name := s.opts.setting.Value(req); name == one.Name || name == allOfThem {
			values[one.Name] = one.Default()
		}
	}
	return s.change(ctx, req, values)
}

// check says whether the bot has the permissions to write in the channels of the settings.
func (s *settings) check(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := s.Private(req)
	var lines []string
	for _, one := range allSettings() {
		if one.Kind() != setting.Channel {
			continue
		}
		said, err := s.checkChannel(ctx, req, p, one)
		if errors.Is(err, commands.ErrOffline) {
			said, err = []string{p.Say("access.offline", nil)}, nil
		}
		if err != nil {
			return commands.Reply{}, err
		}
		lines = append(lines, said...)
	}
	return commands.Reply{Title: p.Say("access.title", nil), Text: strings.Join(slices.Compact(lines), "\n"), Ephemeral: true}, nil
}

// checkChannel says whether the bot can write in the channel of a setting, and what keeps it
// from doing so.
func (s *settings) checkChannel(ctx context.Context, req commands.Request, p commands.Printer, one setting.Setting) ([]string, error) {
	value := one.Value(req.Settings)
	if value == one.Default() {
		return []string{s.settingLine(req, p, one, req.Settings)}, nil
	}
	in, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		return nil, err
	}
	access, err := s.reach(ctx, req.GuildID, in)
	if err != nil {
		return nil, err
	}
	channel, problems := words.Args{"channel": "<#" + value + ">"}, p.AccessProblems(access)
	switch {
	case problems != nil:
		return append([]string{p.Say("access."+one.Name+"-problems", channel)}, problems...), nil
	case one.Lost(req.Settings):
		return []string{s.settingLine(req, p, one, req.Settings)}, nil
	}
	return []string{p.Say("access."+one.Name+"-fine", channel)}, nil
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
	return s.reply(req, p.Say("config.saved", nil), chosen), nil
}

// reply returns the values of all settings, a line each.
func (s *settings) reply(req commands.Request, first string, c setting.Values) commands.Reply {
	p := s.Private(req)
	var lines []string
	if first != "" {
		lines = append(lines, first, "")
	}
	for _, one := range allSettings() {
		lines = append(lines, s.settingLine(req, p, one, c))
	}
	return commands.Reply{Title: p.Say("config.title", nil), Text: strings.Join(lines, "\n"), Ephemeral: true}
}
