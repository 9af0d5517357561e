package gateway

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/commands"
)

// errUnread is an interaction that the library could not make sense of: its
// data is missing, or of another type than it says.
var errUnread = errors.New("the interaction holds no readable data")

// incoming is an interaction as a request, before its files were fetched.
type incoming struct {
	request commands.Request
	// files are the attachments to fetch, by option name.
	files map[string]*discordgo.MessageAttachment
	// integer says that the option being typed holds a whole number.
	integer bool
}

// read turns an interaction into a request. What is missing in it stays zero:
// a request that makes no sense is for the router to refuse. The request is
// usable for a refusal even when an error is returned.
func read(i *discordgo.Interaction, at time.Time) (incoming, error) {
	in := incoming{request: commands.Request{
		ID:        i.ID,
		User:      user(i),
		ChannelID: number(i.ChannelID),
		Locale:    string(i.Locale),
		At:        at,
		Options:   commands.Options{},
	}}
	place(&in.request, i)
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		err := in.readCommand(i.Type, data)
		return in, err
	case discordgo.MessageComponentInteractionData:
		in.request.Kind = commands.Press
		in.request.Command, in.request.State = commands.SplitID(data.CustomID)
		in.request.Picked = data.Values
		return in, nil
	case discordgo.ModalSubmitInteractionData:
		in.request.Kind = commands.Submit
		in.request.Command, in.request.State = commands.SplitID(data.CustomID)
		in.readInputs(data.Components)
		return in, nil
	}
	return in, fmt.Errorf("%w: type %d, data %T", errUnread, i.Type, i.Data)
}

// place says where the interaction happened. A server counts as one only where
// the bot itself was added to it; where only the user installed the bot, there
// is no board and nobody who could manage one.
func place(req *commands.Request, i *discordgo.Interaction) {
	if i.GuildLocale != nil {
		req.GuildLocale = string(*i.GuildLocale)
	}
	_, byGuild := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	switch {
	case i.GuildID != "" && (byGuild || len(i.AuthorizingIntegrationOwners) == 0):
		req.Place, req.GuildID = commands.InGuild, number(i.GuildID)
		if i.Member != nil {
			req.ManageGuild = i.Member.Permissions&(permissionManageGuild|permissionAdministrate) != 0
		}
	case i.GuildID != "" || i.Context == discordgo.InteractionContextPrivateChannel:
		req.Place = commands.InPrivate
	default:
		req.Place = commands.InDM
	}
}

// user is who asks: a member in a server, a user elsewhere.
func user(i *discordgo.Interaction) commands.User {
	u, nick := i.User, ""
	if i.Member != nil {
		u, nick = i.Member.User, i.Member.Nick
	}
	if u == nil {
		return commands.User{Name: nick}
	}
	for _, name := range []string{nick, u.GlobalName, u.Username} {
		if name != "" {
			return commands.User{ID: number(u.ID), Name: name}
		}
	}
	return commands.User{ID: number(u.ID), Name: u.ID}
}

// number reads an id; one that is none is 0, nobody.
func number(id string) uint64 {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func (in *incoming) readCommand(t discordgo.InteractionType, data discordgo.ApplicationCommandInteractionData) error {
	req := &in.request
	req.Command = data.Name
	switch {
	case t == discordgo.InteractionApplicationCommandAutocomplete:
		req.Kind = commands.Complete
	case data.CommandType == discordgo.MessageApplicationCommand:
		req.Kind = commands.MessageMenu
		return in.readTarget(data)
	default:
		req.Kind = commands.Slash
	}
	in.readOptions(subcommand(req, data.Options), data.Resolved)
	return nil
}

// readTarget reads the message that a message command was used on: Discord
// sends it along, so no intent is needed to read it.
func (in *incoming) readTarget(data discordgo.ApplicationCommandInteractionData) error {
	if data.Resolved == nil || data.Resolved.Messages[data.TargetID] == nil {
		return fmt.Errorf("%w: no message %q", errUnread, data.TargetID)
	}
	in.request.Message = data.Resolved.Messages[data.TargetID].Content
	return nil
}

// subcommand finds the subcommand, in a group or not, and returns its options.
func subcommand(req *commands.Request, options []*discordgo.ApplicationCommandInteractionDataOption) []*discordgo.ApplicationCommandInteractionDataOption {
	for range 2 { // Discord nests no deeper
		if len(options) != 1 || options[0] == nil {
			break
		}
		o := options[0]
		if o.Type != discordgo.ApplicationCommandOptionSubCommand && o.Type != discordgo.ApplicationCommandOptionSubCommandGroup {
			break
		}
		if req.Sub != "" {
			req.Sub += " "
		}
		req.Sub += o.Name
		options = o.Options
	}
	return options
}

func (in *incoming) readOptions(options []*discordgo.ApplicationCommandInteractionDataOption, resolved *discordgo.ApplicationCommandInteractionDataResolved) {
	for _, o := range options {
		if o == nil {
			continue
		}
		if o.Focused {
			in.request.Focused = o.Name
			in.integer = o.Type == discordgo.ApplicationCommandOptionInteger
		}
		if value := optionValue(o); value != nil {
			in.request.Options[o.Name] = value
		}
		if id, ok := o.Value.(string); ok && o.Type == discordgo.ApplicationCommandOptionAttachment {
			in.addFile(o.Name, id, resolved)
		}
	}
}

func (in *incoming) addFile(option, id string, resolved *discordgo.ApplicationCommandInteractionDataResolved) {
	if in.files == nil {
		in.files = make(map[string]*discordgo.MessageAttachment)
	}
	in.files[option] = nil // fetched, and so reported, even when it was not sent along
	if resolved != nil {
		in.files[option] = resolved.Attachments[id]
	}
}

// optionValue is an option's value as [commands.Options] holds it, nil when it
// has another type than it says. The number of an integer option being typed
// may still be any text; it is then passed as such.
func optionValue(o *discordgo.ApplicationCommandInteractionDataOption) any {
	switch v := o.Value.(type) {
	case string:
		if o.Type == discordgo.ApplicationCommandOptionUser || o.Type == discordgo.ApplicationCommandOptionChannel {
			return number(v)
		}
		if o.Type != discordgo.ApplicationCommandOptionAttachment {
			return v
		}
	case float64:
		return int64(v)
	case bool:
		return v
	}
	return nil
}

// readInputs collects a form's text boxes, which stand in rows.
func (in *incoming) readInputs(components []discordgo.MessageComponent) {
	for _, c := range components {
		row, ok := c.(*discordgo.ActionsRow)
		if !ok {
			continue
		}
		for _, c := range row.Components {
			if text, ok := c.(*discordgo.TextInput); ok {
				in.request.Options[text.CustomID] = text.Value
			}
		}
	}
}
