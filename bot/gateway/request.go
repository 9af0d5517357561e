package gateway

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
)

// errUnread is returned for an interaction whose data is missing, or of a kind that the
// bot does not use.
var errUnread = errors.New("the interaction holds no readable data")

// incoming is an interaction as a request, before its files are fetched.
type incoming struct {
	request commands.Request
	// files are the attachments to fetch, by option name.
	files map[string]*postedFile
	// integer says that the option being typed is an integer option.
	integer bool
}

// read returns an interaction as a request. Missing values stay zero: the router refuses
// requests that make no sense. Together with an error, the request can be used to answer
// the user.
func read(i *interaction) (incoming, error) {
	in := incoming{request: commands.Request{
		ID:        i.ID,
		User:      i.user(),
		ChannelID: discord.Uint(i.ChannelID),
		Locale:    i.Locale,
		Options:   commands.Options{},
	}}
	req := &in.request
	if asked, err := discordgo.SnowflakeTimestamp(i.ID); err == nil {
		req.At = asked.UTC()
	}
	i.place(req)
	if i.Data == nil {
		return in, fmt.Errorf("%w: type %d", errUnread, i.Type)
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		return in, in.readCommand(i.Type, i.Data)
	case discordgo.InteractionMessageComponent:
		req.Kind, req.Picked = commands.Press, i.Data.Values
	case discordgo.InteractionModalSubmit:
		req.Kind = commands.Submit
		eachComponent(i.Data.Components, func(c postedComponent) {
			if c.CustomID != "" {
				req.Options[c.CustomID] = c.Value
			}
		})
	default:
		return in, fmt.Errorf("%w: type %d", errUnread, i.Type)
	}
	req.Command = i.Data.CustomID
	return in, nil
}

// place sets where the interaction happened. A server counts as one only if the bot itself
// was added to it; where only the user installed the bot, there are no boards and nobody
// to manage them.
func (i *interaction) place(req *commands.Request) {
	req.GuildLocale = i.GuildLocale
	_, byGuild := i.Owners["0"]
	switch {
	case i.GuildID != "" && (byGuild || len(i.Owners) == 0):
		req.Place, req.GuildID = commands.InGuild, discord.Uint(i.GuildID)
		if i.Member != nil {
			req.ManageGuild = discord.Uint(i.Member.Permissions)&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
		}
	case i.GuildID != "" || i.Context == discordgo.InteractionContextPrivateChannel:
		req.Place = commands.InPrivate
	default:
		req.Place = commands.InDM
	}
}

// user returns the asking user, in a server by their name there.
func (i *interaction) user() commands.User {
	u, nick := i.User, ""
	if i.Member != nil {
		u, nick = i.Member.User, i.Member.Nick
	}
	if u == nil {
		return commands.User{Name: nick}
	}
	return commands.User{ID: discord.Uint(u.ID), Name: cmp.Or(nick, u.GlobalName, u.Username, u.ID)}
}

func (in *incoming) readCommand(t discordgo.InteractionType, data *interactionData) error {
	req := &in.request
	req.Command = data.Name
	switch {
	case t == discordgo.InteractionApplicationCommandAutocomplete:
		req.Kind = commands.Complete
	case data.Type == discordgo.MessageApplicationCommand:
		// Discord sends the message along, so no intent is needed to read it.
		req.Kind = commands.MessageMenu
		target := data.Resolved.Messages[data.TargetID]
		if target == nil {
			return fmt.Errorf("%w: no message %q", errUnread, data.TargetID)
		}
		req.Message, req.MessageFiles = target.text(), target.hasFiles()
		return nil
	default:
		req.Kind = commands.Slash
	}
	for id, u := range data.Resolved.Users {
		if u != nil && u.Bot {
			req.Bots = append(req.Bots, discord.Uint(id))
		}
	}
	for _, o := range subcommand(req, data.Options) {
		in.readOption(o, data.Resolved.Attachments)
	}
	return nil
}

// subcommand sets the subcommand, and returns its options.
func subcommand(req *commands.Request, options []usedOption) []usedOption {
	if len(options) != 1 || options[0].Type != discordgo.ApplicationCommandOptionSubCommand {
		return options
	}
	req.Sub = options[0].Name
	return options[0].Options
}

func (in *incoming) readOption(o usedOption, attached map[string]*postedFile) {
	if o.Focused {
		in.request.Focused = o.Name
		in.integer = o.Type == discordgo.ApplicationCommandOptionInteger
	}
	if id, ok := o.Value.(string); ok && o.Type == discordgo.ApplicationCommandOptionAttachment {
		if in.files == nil {
			in.files = make(map[string]*postedFile)
		}
		in.files[o.Name] = attached[id] // nil, which is reported, if it was not sent along
		return
	}
	if value := optionValue(o); value != nil {
		in.request.Options[o.Name] = value
	}
}

// optionValue returns an option's value as [commands.Options] holds it, nil if it has
// another type. An integer option that is being typed may hold any text.
func optionValue(o usedOption) any {
	switch v := o.Value.(type) {
	case string:
		if o.Type == discordgo.ApplicationCommandOptionUser || o.Type == discordgo.ApplicationCommandOptionChannel {
			return discord.Uint(v)
		}
		return v
	case float64:
		return int64(v)
	case bool:
		return v
	}
	return nil
}
