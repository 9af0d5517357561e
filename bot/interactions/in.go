package interactions

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
)

// interaction holds the fields of an interaction that are used, as Discord sends them, by
// the gateway or by HTTP. Missing fields stay zero.
type interaction struct {
	ID          string                    `json:"id"`
	AppID       string                    `json:"application_id"`
	Token       string                    `json:"token"`
	Type        discordgo.InteractionType `json:"type"`
	GuildID     string                    `json:"guild_id"`
	ChannelID   string                    `json:"channel_id"`
	Locale      string                    `json:"locale"`
	GuildLocale string                    `json:"guild_locale"`
	// Context is the kind of conversation. In one between users the bot is absent.
	Context discordgo.InteractionContextType `json:"context"`
	// Owners has a key for each kind of installation that brought the bot there: "0" a
	// server's, "1" a user's.
	Owners map[string]any   `json:"authorizing_integration_owners"`
	Member *guildMember     `json:"member"`
	User   *account         `json:"user"`
	Data   *interactionData `json:"data"`
	// Message is set when a control of a message was used.
	Message *struct{} `json:"message"`
}

type guildMember struct {
	Nick        string   `json:"nick"`
	Permissions string   `json:"permissions"` // a decimal bit set
	User        *account `json:"user"`
}

type account struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// interactionData is of a command, a control or a form.
type interactionData struct {
	Name     string                           `json:"name"`
	Type     discordgo.ApplicationCommandType `json:"type"` // of the command
	TargetID string                           `json:"target_id"`
	Options  []usedOption                     `json:"options"`
	Resolved struct {
		Messages    map[string]*postedMessage `json:"messages"`
		Attachments map[string]*postedFile    `json:"attachments"`
		Users       map[string]*account       `json:"users"`
	} `json:"resolved"`

	CustomID   string            `json:"custom_id"`
	Values     []string          `json:"values"`
	Components []postedComponent `json:"components"`
}

// usedOption is an option that was filled in, or a subcommand.
type usedOption struct {
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Name    string                                 `json:"name"`
	Value   any                                    `json:"value"`
	Focused bool                                   `json:"focused"`
	Options []usedOption                           `json:"options"`
}

// postedFile is a file that a user attached.
type postedFile struct {
	Filename string `json:"filename"`
	URL      string `json:"url"`
	Size     int64  `json:"size"`
}

// postedMessage is a message that somebody wrote, or forwarded.
type postedMessage struct {
	Content     string            `json:"content"`
	Embeds      []postedEmbed     `json:"embeds"`
	Components  []postedComponent `json:"components"`
	Attachments []any             `json:"attachments"`
	// Snapshots are the messages that it forwards.
	Snapshots []struct {
		Message postedMessage `json:"message"`
	} `json:"message_snapshots"`
}

// postedEmbed is an embed of a message, as bots write them.
type postedEmbed struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Fields      []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"fields"`
}

// postedComponent is a component of any kind, of a message or of a submitted form. Any
// kind may hold others, so that kinds that Discord adds are read too.
type postedComponent struct {
	Type        int               `json:"type"`
	CustomID    string            `json:"custom_id"`
	Value       string            `json:"value"`
	Content     string            `json:"content"`
	Description string            `json:"description"` // of a picture
	Component   *postedComponent  `json:"component"`
	Accessory   *postedComponent  `json:"accessory"`
	Components  []postedComponent `json:"components"`
	Items       []postedComponent `json:"items"`
}

// text returns all text of a message, of its embeds and components, and of the messages that it
// forwards, without the labels of controls.
func (m postedMessage) text() string {
	parts := []string{m.Content}
	for _, e := range m.Embeds {
		parts = append(parts, e.Title, e.Description)
		for _, f := range e.Fields {
			parts = append(parts, f.Name, f.Value)
		}
	}
	eachComponent(m.Components, func(c postedComponent) { parts = append(parts, c.Content, c.Description) })
	for _, s := range m.Snapshots {
		parts = append(parts, s.Message.text())
	}
	var written []string
	for _, p := range parts {
		if p != "" {
			written = append(written, p)
		}
	}
	return strings.Join(written, "\n")
}

// hasFiles reports whether files are attached to a message, or to one that it forwards.
func (m postedMessage) hasFiles() bool {
	for _, s := range m.Snapshots {
		if s.Message.hasFiles() {
			return true
		}
	}
	return len(m.Attachments) > 0
}

// UnmarshalJSON passes over parts of a wrong type: messages are written by others, and
// Discord adds parts to them at any time.
func (m *postedMessage) UnmarshalJSON(text []byte) error {
	type plain postedMessage // without this method
	return exceptType(json.Unmarshal(text, (*plain)(m)))
}

// UnmarshalJSON passes over parts of a wrong type: Discord adds kinds of components at any
// time.
func (c *postedComponent) UnmarshalJSON(text []byte) error {
	type plain postedComponent // without this method
	return exceptType(json.Unmarshal(text, (*plain)(c)))
}

// exceptType returns an error unless it is that of a part of a wrong type.
func exceptType(err error) error {
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil
	}
	return err
}

// eachComponent visits components and the components in them, in order.
func eachComponent(list []postedComponent, visit func(postedComponent)) {
	for _, c := range list {
		visit(c)
		if c.Component != nil {
			eachComponent([]postedComponent{*c.Component}, visit)
		}
		eachComponent(c.Components, visit)
		if c.Accessory != nil {
			eachComponent([]postedComponent{*c.Accessory}, visit)
		}
		eachComponent(c.Items, visit)
	}
}

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
