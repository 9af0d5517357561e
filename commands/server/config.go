package server

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

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

// allSettings returns the settings in the order they are shown.
func allSettings() []setting.Setting { return setting.All(words.Languages()) }

// settingOption returns the option that changes a setting.
func settingOption(one setting.Setting) commands.Option {
	o := commands.Option{Name: one.Name}
	switch one.Kind() {
	case setting.Switch:
		o.Type = commands.BoolOption
		if one.Choices != nil {
			o.Type, o.Choices = commands.TextOption, commands.Choices(one.Choices...)
		}
	case setting.Text:
		o.Type, o.Choices = commands.TextOption, commands.Choices(one.Choices...)
	case setting.Duration:
		o.Type, o.Max = commands.IntOption, int64(one.Max/time.Second)
	case setting.Channel:
		o.Type = commands.ChannelOption
	}
	return o
}

// filledIn returns the values of the settings that a request changes, in their stored
// form, by name.
func filledIn(req commands.Request) map[string]string {
	values := map[string]string{}
	for _, one := range allSettings() {
		switch v := req.Options[one.Name].(type) {
		case nil:
		case int64:
			values[one.Name] = strconv.FormatInt(v*int64(time.Second/time.Millisecond), 10)
		default:
			values[one.Name] = fmt.Sprint(v)
			if one.Kind() == setting.Switch && one.Choices != nil {
				values[one.Name] = strconv.FormatBool(v == one.Choices[1])
			}
		}
	}
	return values
}

// settingLine says what a value of a setting means.
func settingLine(p commands.Printer, one setting.Setting, c setting.Values) string {
	id, value := "config."+one.Name, one.Value(c)
	args := words.Args{"option": p.OptionName("config set", commands.Private().Name), "records": p.Typed("records")}
	switch kind := one.Kind(); {
	case kind == setting.Switch && value == "true":
		return p.Say(id+"-on", args)
	case kind == setting.Switch:
		return p.Say(id+"-off", args)
	case value == one.Default():
		return p.Say(id+"-none", nil)
	case kind == setting.Text:
		return p.Say(id+"-"+value, nil)
	case kind == setting.Channel:
		return p.Say(id, words.Args{"channel": "<#" + value + ">"})
	}
	ms, _ := strconv.ParseInt(value, 10, 64) // the stored form of a duration
	return p.Count(id, ms/1000)
}
