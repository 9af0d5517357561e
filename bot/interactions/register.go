package interactions

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
)

// register makes the commands that are registered with Discord those of the router. It reports whether
// they differed.
//
// Discord lists a server's own commands beside those for all. So [Config.GuildID] has its own only
// where those for all are others, and before these are written none has: if that is interrupted, the
// next start finds them different again.
func (b *Bot) register(ctx context.Context, app discord.Application) (differ bool, err error) {
	list := b.cfg.Router.Commands()
	if b.cfg.GuildID == 0 {
		return b.write(ctx, app, 0, appCommands(list, true))
	}
	all, _, err := b.registered(ctx, app, 0)
	if err != nil {
		return false, err
	}
	if isSame(all, appCommands(list, true), true) {
		list = nil
	}
	return b.write(ctx, app, b.cfg.GuildID, appCommands(list, false))
}

// registered asks Discord for the commands of a server, or for those for all if guildID is 0. Others
// are those of types that Nonna does not make, such as the Entry Point command of an application with
// Activities, which Discord requires to be kept.
func (b *Bot) registered(ctx context.Context, app discord.Application, guildID uint64) (ours []appCommand, others []any, err error) {
	var list []json.RawMessage
	others = []any{}
	if err := b.rest.Get(ctx, "asking for the commands", commandsOf(app, guildID)+"?with_localizations=true", discord.Asking(5), &list); err != nil {
		return nil, nil, err
	}
	for _, raw := range list {
		var c appCommand // which drops the fields that Discord added
		if err := exceptType(json.Unmarshal(raw, &c)); err != nil {
			return nil, nil, fmt.Errorf("asking for the commands: %w", err)
		}
		switch c.Type = max(c.Type, discordgo.ChatApplicationCommand); c.Type { // the default
		case discordgo.ChatApplicationCommand, discordgo.MessageApplicationCommand:
			ours = append(ours, c)
		default:
			others = append(others, raw)
		}
	}
	return ours, others, nil
}

// commandsOf returns the address of the commands of a server, or of those for all if guildID is 0.
func commandsOf(app discord.Application, guildID uint64) string {
	if guildID == 0 {
		return fmt.Sprintf("/applications/%s/commands", app.ID)
	}
	return fmt.Sprintf("/applications/%s/guilds/%d/commands", app.ID, guildID)
}

// write overwrites Nonna's commands of a server, or those for all if guildID is 0, if they differ from
// the wanted ones. It writes only on a difference, because Discord counts new commands (200 a day and
// server), and nothing removes them when the program ends, because users would see them come and go.
func (b *Bot) write(ctx context.Context, app discord.Application, guildID uint64, wanted []appCommand) (differ bool, err error) {
	ours, list, err := b.registered(ctx, app, guildID)
	if err != nil || isSame(ours, wanted, guildID == 0) {
		return false, err
	}
	for _, c := range wanted {
		list = append(list, c)
	}
	if guildID == 0 {
		b.tidy(ctx, app)
	}
	_, err = b.rest.Call(ctx, "writing the commands", http.MethodPut, commandsOf(app, guildID), list, nil, discord.Policy{Tries: 5, Repeatable: true})
	return true, err
}

// maxTidied is in how many servers the bot is at most where they are looked through for commands
// of their own: who tries things out is in few.
const maxTidied = 100

// tidy removes the commands of single servers.
func (b *Bot) tidy(ctx context.Context, app discord.Application) {
	if app.Guilds > maxTidied {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, registerTime/2) // the rest is for those for all
	defer cancel()
	guilds, err := b.rest.Guilds(ctx)
	for _, guild := range guilds {
		_, err2 := b.write(ctx, app, guild, nil)
		if !discord.IsLostChannel(err2) { // such as where the bot may have no commands
			err = errors.Join(err, err2)
		}
	}
	if err != nil {
		b.log.Warn("servers with commands of their own may list each twice: start the bot once with the id of such a server as DISCORD_GUILD", slog.Any("err", err))
	}
}

// isSame reports whether two lists of commands are the same to Discord.
func isSame(a, b []appCommand, everywhere bool) bool {
	return bytes.Equal(canonical(a, everywhere), canonical(b, everywhere))
}

// canonical returns a text that is the same for commands that differ only in what Discord fills
// in, and in their order. The order of options and choices counts.
func canonical(list []appCommand, everywhere bool) []byte {
	list = slices.Clone(list)
	for i := range list {
		c := &list[i]
		if !everywhere {
			c.Contexts, c.Installs = nil, nil // which commands of one server do not have
		}
		c.Contexts, c.Installs = slices.Sorted(slices.Values(c.Contexts)), slices.Sorted(slices.Values(c.Installs))
	}
	slices.SortFunc(list, func(a, b appCommand) int { return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name)) })
	text, _ := json.Marshal(list) // never fails for this type
	return text
}

// appCommand is a command as Discord registers it. It lacks the fields that Discord adds
// (ids, versions), and leaves defaults out, so that the wanted and the registered
// commands can be compared.
type appCommand struct {
	Type          discordgo.ApplicationCommandType `json:"type"`
	Name          string                           `json:"name"`
	NameIn        map[string]string                `json:"name_localizations,omitempty"`
	Description   string                           `json:"description,omitempty"`
	DescriptionIn map[string]string                `json:"description_localizations,omitempty"`
	Options       []appOption                      `json:"options,omitempty"`
	// Permissions is a decimal bit set, nil for everyone.
	Permissions *string `json:"default_member_permissions,omitempty"`
	// Contexts and Installs only exist for commands registered everywhere.
	Contexts []int                                  `json:"contexts,omitempty"`
	Installs []discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`
}

type appOption struct {
	Type          discordgo.ApplicationCommandOptionType `json:"type"`
	Name          string                                 `json:"name"`
	NameIn        map[string]string                      `json:"name_localizations,omitempty"`
	Description   string                                 `json:"description"`
	DescriptionIn map[string]string                      `json:"description_localizations,omitempty"`
	Required      bool                                   `json:"required,omitempty"`
	Autocomplete  bool                                   `json:"autocomplete,omitempty"`
	Choices       []choice                               `json:"choices,omitempty"`
	ChannelTypes  []discordgo.ChannelType                `json:"channel_types,omitempty"`
	MinValue      *float64                               `json:"min_value,omitempty"`
	MaxValue      *float64                               `json:"max_value,omitempty"`
	MaxLength     *int64                                 `json:"max_length,omitempty"`
	Options       []appOption                            `json:"options,omitempty"`
}

// appCommands renders commands. everywhere is false for commands of one server,
// for which Discord knows no contexts.
func appCommands(specs []commands.Command, everywhere bool) []appCommand {
	out := make([]appCommand, 0, len(specs))
	for _, s := range specs {
		c := appCommand{
			Type: discordgo.ChatApplicationCommand, Name: s.Name, NameIn: s.NameIn,
			Description: s.Description, DescriptionIn: s.DescriptionIn,
			Options: appOptions(s),
		}
		if s.Kind == commands.MessageMenu {
			c.Type = discordgo.MessageApplicationCommand
			c.Description, c.DescriptionIn, c.Options = "", nil, nil
		}
		if s.NeedsManageGuild {
			bits := strconv.Itoa(discordgo.PermissionManageGuild)
			c.Permissions = &bits
		}
		if everywhere {
			c.Contexts, c.Installs = contexts(s.GuildOnly)
		}
		out = append(out, c)
	}
	return out
}

// contexts renders where a command can be used, and with which kind of installation: for
// conversations that the bot is not in, users install it for themselves.
func contexts(guildOnly bool) (in []int, installs []discordgo.ApplicationIntegrationType) {
	if guildOnly {
		return []int{0}, []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	}
	return []int{0, 1, 2}, []discordgo.ApplicationIntegrationType{ // a server, a conversation with the bot, one between users
		discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall,
	}
}

// appOptions renders the options of a command, or its subcommands.
func appOptions(s commands.Command) []appOption {
	var out []appOption
	for _, sub := range s.Subs {
		out = append(out, appOption{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: sub.Name, NameIn: sub.NameIn,
			Description: sub.Description, DescriptionIn: sub.DescriptionIn,
			Options: appOptions(sub),
		})
	}
	for _, o := range s.Options {
		out = append(out, leafOption(o))
	}
	return out
}

func leafOption(o commands.Option) appOption {
	types := map[commands.OptionType]discordgo.ApplicationCommandOptionType{
		commands.TextOption:    discordgo.ApplicationCommandOptionString,
		commands.IntOption:     discordgo.ApplicationCommandOptionInteger,
		commands.BoolOption:    discordgo.ApplicationCommandOptionBoolean,
		commands.UserOption:    discordgo.ApplicationCommandOptionUser,
		commands.ChannelOption: discordgo.ApplicationCommandOptionChannel,
		commands.FileOption:    discordgo.ApplicationCommandOptionAttachment,
	}
	out := appOption{
		Type: types[o.Type], Name: o.Name, NameIn: o.NameIn,
		Description: o.Description, DescriptionIn: o.DescriptionIn,
		Required: o.Required, Autocomplete: o.Suggest,
	}
	if o.Type == commands.ChannelOption {
		out.ChannelTypes = messageChannels()
	}
	for _, c := range o.Choices {
		value, ok := choiceValue(c.Value, o.Type == commands.IntOption)
		if !ok {
			value = c.Value // for Discord to refuse
		}
		out.Choices = append(out.Choices, choice{Name: c.Label, NameIn: c.LabelIn, Value: value})
	}
	if o.Min == 0 && o.Max == 0 {
		return out
	}
	if o.Type == commands.IntOption {
		low, high := float64(o.Min), float64(o.Max)
		out.MinValue, out.MaxValue = &low, &high
	}
	if o.Type == commands.TextOption && o.Max > 0 {
		out.MaxLength = &o.Max
	}
	return out
}
