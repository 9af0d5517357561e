package gateway

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"nonna/commands"
)

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
