package interactions

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
)

// neededPermissions returns what the bot needs to announce in a channel of a type. To answer
// commands it needs no permissions.
func neededPermissions(kind discordgo.ChannelType) []permission {
	needed := []permission{
		{"view", discordgo.PermissionViewChannel},
		{"send", discordgo.PermissionSendMessages},
		{"embed", discordgo.PermissionEmbedLinks},
		{"attach", discordgo.PermissionAttachFiles},
	}
	switch {
	case isThread(kind):
		needed[1] = permission{"send-in-threads", discordgo.PermissionSendMessagesInThreads}
	case isVoice(kind):
		needed = append(needed, permission{"connect", discordgo.PermissionVoiceConnect})
	}
	return needed
}

// messageChannels returns the types of channels that take messages.
func messageChannels() []discordgo.ChannelType {
	return []discordgo.ChannelType{
		discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildNews,
		discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread,
		discordgo.ChannelTypeGuildPrivateThread, discordgo.ChannelTypeGuildStageVoice,
	}
}

func isThread(kind discordgo.ChannelType) bool {
	return kind >= discordgo.ChannelTypeGuildNewsThread && kind <= discordgo.ChannelTypeGuildPrivateThread
}

func isVoice(kind discordgo.ChannelType) bool {
	return kind == discordgo.ChannelTypeGuildVoice || kind == discordgo.ChannelTypeGuildStageVoice
}

type permission struct {
	name commands.Permission
	bit  uint64
}

// InviteURL returns the address at which an application is invited to a server, with the
// least permissions that it needs.
func InviteURL(application string) string {
	var bits uint64
	for _, p := range neededPermissions(discordgo.ChannelTypeGuildText) {
		bits |= p.bit
	}
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", application, bits)
}

// Access asks Discord what the bot may do in a channel of a server.
func (b *Bot) Access(ctx context.Context, guildID, channelID uint64) (commands.Access, error) {
	in, kind, err := b.permissionInputs(ctx, strconv.FormatUint(guildID, 10), strconv.FormatUint(channelID, 10))
	switch {
	case discord.IsLostChannel(err):
		return commands.Access{Gone: true}, nil
	case err != nil:
		return commands.Access{}, err
	case !slices.Contains(messageChannels(), kind):
		return commands.Access{Gone: true}, nil
	}
	var a commands.Access
	granted := in.permissions()
	for _, p := range neededPermissions(kind) {
		if granted&p.bit == 0 {
			a.Missing = append(a.Missing, p.name)
		}
	}
	return a, nil
}

// permissionInputs asks Discord for the inputs to the bot's permissions in a channel, and its
// type. A thread has the permissions of its channel.
func (b *Bot) permissionInputs(ctx context.Context, guild, channel string) (in permissionInputs, kind discordgo.ChannelType, err error) {
	app, err := b.rest.Application(ctx)
	in.guild, in.bot = guild, app.Bot.ID
	ask := func(what, address string, v any) {
		if err == nil {
			err = b.rest.Get(ctx, "asking for "+what, address, discord.Asking(3), v)
		}
	}
	ask("the channel", "/channels/"+channel, &in.channel)
	if kind = in.channel.Type; isThread(kind) {
		ask("the channel of the thread", "/channels/"+in.channel.Parent, &in.channel)
	}
	ask("the roles", "/guilds/"+guild+"/roles", &in.roles)
	ask("the bot's roles", "/guilds/"+guild+"/members/"+in.bot, &in.member)
	return in, kind, err
}

// permissionInputs determine the permissions of a bot in a channel.
type permissionInputs struct {
	guild, bot string
	roles      []struct {
		ID          string `json:"id"`
		Permissions string `json:"permissions"`
	}
	member struct {
		Roles []string `json:"roles"`
	}
	channel channel
}

type channel struct {
	Type       discordgo.ChannelType `json:"type"`
	Parent     string                `json:"parent_id"`
	Overwrites []struct {
		ID    string `json:"id"` // of a role, or of a member
		Allow string `json:"allow"`
		Deny  string `json:"deny"`
	} `json:"permission_overwrites"`
}

// permissions returns the permissions as bits, computed as "Permission Overwrites" in
// Discord's documentation says: the roles allow, then the channel denies and allows, to
// everyone, to the roles, and to the member.
func (s permissionInputs) permissions() uint64 {
	var bits uint64
	mine := func(id string) bool { return slices.Contains(s.member.Roles, id) }
	for _, r := range s.roles {
		if r.ID == s.guild || mine(r.ID) { // @everyone has the server's id
			bits |= discord.Uint(r.Permissions)
		}
	}
	if bits&discordgo.PermissionAdministrator != 0 {
		return ^uint64(0)
	}
	for _, concerns := range []func(id string) bool{
		func(id string) bool { return id == s.guild }, mine, func(id string) bool { return id == s.bot },
	} {
		var allow, deny uint64
		for _, o := range s.channel.Overwrites {
			if concerns(o.ID) {
				allow, deny = allow|discord.Uint(o.Allow), deny|discord.Uint(o.Deny)
			}
		}
		bits = bits&^deny | allow
	}
	return bits
}
