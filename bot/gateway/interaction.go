package gateway

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"
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

// UnmarshalJSON passes over parts of a wrong type, as that of a message does.
func (e *postedEmbed) UnmarshalJSON(text []byte) error {
	type plain postedEmbed // without this method
	return exceptType(json.Unmarshal(text, (*plain)(e)))
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
