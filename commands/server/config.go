package server

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// configName is the command with which admins set a server up and look after
// its boards.
const configName = "config"

func configSpec(games game.List) commands.Spec {
	var setting []commands.Choice
	for _, name := range append(store.SettingNames(), "all") {
		setting = append(setting, commands.Choice{Value: name})
	}
	entry := commands.Option{Name: "entry", Type: commands.TextOption, Required: true, Suggest: true, Max: 40}
	return commands.Spec{
		Name: configName, Kind: commands.Slash, NeedsManageGuild: true, Places: []commands.Place{commands.InGuild},
		Subs: []commands.Spec{
			{Name: "show"},
			{Name: "set", Options: []commands.Option{
				{Name: "announce", Type: commands.ChannelOption},
				{Name: "language", Type: commands.TextOption, Choices: []commands.Choice{{Value: "en"}, {Value: "it"}}},
				{Name: "private", Type: commands.BoolOption},
				{Name: "random", Type: commands.BoolOption},
				{Name: "cooldown", Type: commands.IntOption, Min: 0, Max: int64(store.MaxCooldown / time.Second)},
				{Name: "challenges", Type: commands.TextOption, Choices: []commands.Choice{{Value: "managers"}, {Value: "members"}}},
			}},
			{Name: "clear", Options: []commands.Option{{Name: "setting", Type: commands.TextOption, Required: true, Choices: setting}}},
			{Name: "hide", Options: []commands.Option{entry}},
			{Name: "restore", Options: []commands.Option{entry}},
			{Name: "reset", Options: []commands.Option{
				{Name: "game", Type: commands.TextOption, Required: true, Choices: commands.Choices(games.Ranked().Names()...)},
				{Name: "division", Type: commands.TextOption, Required: true, Suggest: true, Max: 50},
				{Name: "board", Type: commands.TextOption, Choices: []commands.Choice{{Value: string(store.Ends)}, {Value: string(store.Loops)}}},
			}},
			{Name: "audit"},
		},
	}
}

// settings sets a server up and looks after its boards.
type settings struct {
	commands.Localizer
	store *store.Store
}

// command is the command /config. The router checks that whoever asks may manage
// the server.
func (s *settings) command() commands.Command {
	return commands.Command{
		Spec: configSpec(s.Games), Run: s.config, Suggest: s.suggest,
		Actions: []commands.Action{commands.On(s.older), commands.OnConfirm(s.Localizer, s.keep), commands.OnConfirm(s.Localizer, s.reset), commands.OnCancel(s.Localizer)},
	}
}

func (s *settings) config(ctx context.Context, req commands.Request) (commands.Reply, error) {
	switch req.Sub {
	case "set":
		return s.set(ctx, req)
	case "clear":
		return s.clear(ctx, req)
	case "hide", "restore":
		return s.askEntry(ctx, req)
	case "reset":
		return s.askReset(ctx, req)
	case "audit":
		return s.audit(ctx, req, 0)
	}
	if req.GuildID == 0 {
		return commands.Reply{}, commands.NewMistake(s.Private(req), "config.no-server", nil)
	}
	return s.shown(req, "", req.Settings), nil
}

// set changes what was filled in.
func (s *settings) set(ctx context.Context, req commands.Request) (commands.Reply, error) {
	if len(req.Options) == 0 {
		return commands.Reply{}, s.nothingSet(req)
	}
	return s.change(ctx, req, func(c *store.Settings) {
		if req.Options.Has("announce") {
			c.AnnounceIn = req.Options.ID("announce")
		}
		if req.Options.Has("language") {
			c.Language = req.Options.Text("language")
		}
		if req.Options.Has("private") {
			c.Private = req.Options.Bool("private")
		}
		if req.Options.Has("random") {
			c.WithoutRandom = !req.Options.Bool("random")
		}
		if req.Options.Has("cooldown") {
			c.Cooldown = time.Duration(req.Options.Int("cooldown")) * time.Second
		}
		if req.Options.Has("challenges") {
			c.MemberChallenges = req.Options.Text("challenges") == "members"
		}
	})
}

// clear brings back what holds where nothing was chosen.
func (s *settings) clear(ctx context.Context, req commands.Request) (commands.Reply, error) {
	return s.change(ctx, req, func(c *store.Settings) {
		switch req.Options.Text("setting") {
		case "announce":
			c.AnnounceIn = 0
		case "language":
			c.Language = ""
		case "private":
			c.Private = false
		case "random":
			c.WithoutRandom = false
		case "cooldown":
			c.Cooldown = 0
		case "challenges":
			c.MemberChallenges = false
		case "all":
			*c = store.Settings{}
		}
	})
}

// nothingSet says how something is set.
func (s *settings) nothingSet(req commands.Request) error {
	p := s.Private(req)
	example := s.OptionName(req, p, "config set", "cooldown") + ": 10"
	return commands.NewMistake(p, "config.nothing-set", words.Args{"example": example})
}

func (s *settings) change(ctx context.Context, req commands.Request, change func(*store.Settings)) (commands.Reply, error) {
	p := s.Private(req)
	if req.GuildID == 0 {
		return commands.Reply{}, commands.NewMistake(p, "config.no-server", nil)
	}
	chosen, err := s.store.Configure(ctx, commands.ActOf(req), change)
	if err != nil {
		return commands.Reply{}, err
	}
	return s.shown(req, p.Say("config.saved", nil), chosen), nil
}

// shown is what is chosen now, a line each.
func (s *settings) shown(req commands.Request, first string, c store.Settings) commands.Reply {
	p := s.Private(req)
	var lines []string
	if first != "" {
		lines = append(lines, first, "")
	}
	for _, name := range store.SettingNames() {
		lines = append(lines, s.settingLine(req, p, name, c))
	}
	return commands.Reply{Title: p.Say("config.title", nil), Text: strings.Join(lines, "\n"), Ephemeral: true}
}

// settingLine says what holds by one of the settings.
func (s *settings) settingLine(req commands.Request, p commands.Printer, name string, c store.Settings) string {
	option := words.Args{"option": s.OptionName(req, p, s.Games[0].Name, commands.Private().Name)}
	switch name {
	case store.AnnounceSetting:
		return announceLine(p, c)
	case store.LanguageSetting:
		return languageLine(p, c)
	case store.PrivateSetting:
		if c.Private {
			return p.Say("config.private-on", option)
		}
		return p.Say("config.private-off", option)
	case store.RandomSetting:
		if c.WithoutRandom {
			return p.Say("config.random-off", nil)
		}
		return p.Say("config.random-on", nil)
	case store.CooldownSetting:
		if c.Cooldown > 0 {
			return p.Count("config.cooldown", int64(c.Cooldown/time.Second))
		}
		return p.Say("config.cooldown-none", nil)
	case store.ChallengesSetting:
		if c.MemberChallenges {
			return p.Say("config.challenges-members", nil)
		}
		return p.Say("config.challenges-managers", nil)
	}
	return name
}

func announceLine(p commands.Printer, c store.Settings) string {
	if c.AnnounceIn == 0 {
		return p.Say("config.announce-none", nil)
	}
	return p.Say("config.announce", words.Args{"channel": fmt.Sprintf("<#%d>", c.AnnounceIn)})
}

func languageLine(p commands.Printer, c store.Settings) string {
	switch c.Language {
	case "en":
		return p.Say("config.language-en", nil)
	case "it":
		return p.Say("config.language-it", nil)
	}
	return p.Say("config.language-none", nil)
}
