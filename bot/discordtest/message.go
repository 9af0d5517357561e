package discordtest

import (
	"slices"
	"time"
)

// The flags of messages that matter here.
const (
	flagEphemeral    = 1 << 6
	flagLoading      = 1 << 7
	flagComponentsV2 = 1 << 15
)

// Message is a message as people see it.
type Message struct {
	ID, ChannelID, GuildID string
	Author                 User
	Content                string
	Embeds                 []Embed
	Components             []Component
	Files                  []File
	Flags                  int
	AllowedMentions        *AllowedMentions
	Sent, Edited           time.Time
	nonce                  string // when the message is to be the only one of it
}

// Ephemeral tells whether only the asking user sees the message.
func (m Message) Ephemeral() bool { return m.Flags&flagEphemeral != 0 }

// Loading tells whether the message still only says "thinking…".
func (m Message) Loading() bool { return m.Flags&flagLoading != 0 }

// File returns the uploaded file of that name.
func (m Message) File(name string) (File, bool) {
	i := slices.IndexFunc(m.Files, func(f File) bool { return f.Name == name })
	if i < 0 {
		return File{}, false
	}
	return m.Files[i], true
}

// Component returns the button, menu or input with that custom id.
func (m Message) Component(customID string) (Component, bool) {
	return findComponent(m.Components, customID)
}

func (m Message) clone() Message {
	m.Embeds = slices.Clone(m.Embeds)
	m.Components = slices.Clone(m.Components)
	m.Files = slices.Clone(m.Files)
	return m
}

// File is an uploaded file.
type File struct {
	ID, Name, ContentType, Description string
	Data                               []byte
	// URL is where the CDN has it.
	URL string
	// InEmbed: it does not hang below the message, but is shown in an embed.
	InEmbed bool
	// number is that of its part of the request: "0" of "files[0]".
	number string
}

// Embed is a card in a message.
type Embed struct {
	Type        string       `json:"type,omitempty"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       int          `json:"color,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Image       *EmbedMedia  `json:"image,omitempty"`
	Thumbnail   *EmbedMedia  `json:"thumbnail,omitempty"`
	Author      *EmbedAuthor `json:"author,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedFooter is the small line below an embed.
type EmbedFooter struct {
	Text    string `json:"text"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedMedia is a picture in an embed.
type EmbedMedia struct {
	URL string `json:"url"`
}

// EmbedAuthor is the small line above an embed.
type EmbedAuthor struct {
	Name    string `json:"name"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedField is a named fact in an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// AllowedMentions says whom a message may ping. A nil Parse means everybody
// named in it.
type AllowedMentions struct {
	Parse       []string `json:"parse"`
	Roles       []string `json:"roles,omitempty"`
	Users       []string `json:"users,omitempty"`
	RepliedUser bool     `json:"replied_user,omitempty"`
}

// The types of [Component].
const (
	TypeRow          = 1
	TypeButton       = 2
	TypeStringSelect = 3
	TypeTextInput    = 4
)

// Component is a row, a button, a menu or a text input.
type Component struct {
	Type        int            `json:"type"`
	ID          int            `json:"id,omitempty"`
	CustomID    string         `json:"custom_id,omitempty"`
	Label       string         `json:"label,omitempty"`
	Description string         `json:"description,omitempty"`
	Style       int            `json:"style,omitempty"`
	URL         string         `json:"url,omitempty"`
	SKU         string         `json:"sku_id,omitempty"`
	Emoji       *Emoji         `json:"emoji,omitempty"`
	Disabled    bool           `json:"disabled,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	Options     []SelectOption `json:"options,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
	Value       string         `json:"value,omitempty"`
	Required    *bool          `json:"required,omitempty"`
	MinLength   *int           `json:"min_length,omitempty"`
	MaxLength   *int           `json:"max_length,omitempty"`
	Components  []Component    `json:"components,omitempty"`
	Component   *Component     `json:"component,omitempty"`
}

// Emoji is a small picture on a button or in a menu.
type Emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// SelectOption is an entry of a menu.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Modal is a dialog that the bot opened.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
	// message is the one whose button opened the dialog.
	message *Message
}

// Input returns the text input with that custom id.
func (m Modal) Input(customID string) (Component, bool) {
	return findComponent(m.Components, customID)
}

// findComponent looks through rows and labels too.
func findComponent(in []Component, customID string) (Component, bool) {
	for _, c := range flatten(in) {
		if c.CustomID == customID {
			return c, true
		}
	}
	return Component{}, false
}

// flatten lists components with all that lies inside them, outermost first.
func flatten(in []Component) []Component {
	var out []Component
	for _, c := range in {
		out = append(append(out, c), flatten(c.Components)...)
		if c.Component != nil {
			out = append(out, flatten([]Component{*c.Component})...)
		}
	}
	return out
}

// Choice is a suggestion or a fixed value of an option.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	// Value is a string, or a float64 for a number.
	Value any `json:"value"`
}
