package gateway

import "github.com/bwmarrin/discordgo"

// The types in this file are sent as JSON. The library's own lack fields (the description
// of a file) and send empty ones that change the meaning (an option's max_value of 0).

// callback is an interaction's first answer.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// message is a message to send. Empty lists are sent as such: in an edit they
// clear what was there.
type message struct {
	Content         string                   `json:"content"`
	Embeds          []discordgo.MessageEmbed `json:"embeds"`
	Components      []component              `json:"components"`
	Attachments     []attachment             `json:"attachments"`
	AllowedMentions mentions                 `json:"allowed_mentions"`
	Flags           discordgo.MessageFlags   `json:"flags,omitempty"`
	// Nonce and EnforceNonce have Discord send the message once, however often it is
	// tried.
	Nonce        string `json:"nonce,omitempty"`
	EnforceNonce bool   `json:"enforce_nonce,omitempty"`
}

// mentions lists whom a message may ping: those users, and no roles or others.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

type attachment struct {
	ID          string `json:"id"` // the number of a new file, or Discord's id of an old one
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// component is a row or a control.
type component struct {
	Type        discordgo.ComponentType `json:"type"`
	Components  []component             `json:"components,omitempty"`
	CustomID    string                  `json:"custom_id,omitempty"`
	Style       int                     `json:"style,omitempty"`
	Label       string                  `json:"label,omitempty"`
	URL         string                  `json:"url,omitempty"`
	Placeholder string                  `json:"placeholder,omitempty"`
	Options     []menuOption            `json:"options,omitempty"`
	MaxLength   int                     `json:"max_length,omitempty"`
	Value       string                  `json:"value,omitempty"`
	Required    *bool                   `json:"required,omitempty"`
	Disabled    bool                    `json:"disabled,omitempty"`
}

type menuOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
}

// form is a modal.
type form struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

// choices answers an autocompletion.
type choices struct {
	Choices []choice `json:"choices"`
}

type choice struct {
	Name   string            `json:"name"`
	NameIn map[string]string `json:"name_localizations,omitempty"`
	Value  any               `json:"value"`
}
