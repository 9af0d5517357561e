package discordtest

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// payload is a message as a bot sends it.
type payload struct {
	Content         string           `json:"content"`
	Embeds          []Embed          `json:"embeds"`
	Components      []Component      `json:"components"`
	Attachments     []attachmentRef  `json:"attachments"`
	Flags           int              `json:"flags"`
	AllowedMentions *AllowedMentions `json:"allowed_mentions"`
	Poll            json.RawMessage  `json:"poll"`
	StickerIDs      []string         `json:"sticker_ids"`
	Nonce           looseID          `json:"nonce"`
	EnforceNonce    bool             `json:"enforce_nonce"`
	// fields are those present: an edit leaves alone what it does not name.
	fields map[string]json.RawMessage
	files  []File
}

// attachmentRef names a file of the request by its number, or one that the
// message already has by its id.
type attachmentRef struct {
	ID          looseID `json:"id"`
	Filename    string  `json:"filename"`
	Description string  `json:"description"`
}

// looseID is an id that may come as a number too.
type looseID string

// UnmarshalJSON takes "5" and 5.
func (id *looseID) UnmarshalJSON(b []byte) error {
	*id = looseID(strings.Trim(string(b), `"`))
	return nil
}

// newPayload reads a message that comes with files.
func newPayload(raw []byte, files []File) (*payload, error) {
	p := &payload{files: slices.Clone(files)}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, p); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(raw, &p.fields); err != nil {
			return nil, err
		}
	}
	for _, ref := range p.Attachments {
		for i := range p.files {
			if p.files[i].number != string(ref.ID) {
				continue
			}
			p.files[i].Description = ref.Description
			if ref.Filename != "" {
				p.files[i].Name = ref.Filename
			}
		}
	}
	return p, nil
}

// has tells whether an edit names a field. "components": null has been seen to
// leave the components of an interaction's message alone (discord-api-docs
// issue 5860), where null empties content and embeds: who wants them gone
// sends [].
func (p *payload) has(field string) bool {
	raw, ok := p.fields[field]
	return ok && (field != "components" || string(raw) != "null")
}

func (p *payload) blank() bool {
	return p.Content == "" && len(p.Embeds) == 0 && len(p.files) == 0 && len(p.Components) == 0 &&
		len(p.StickerIDs) == 0 && len(p.Poll) == 0
}

// pings tells whether the message does not forbid every ping.
func (p *payload) pings() bool {
	a := p.AllowedMentions
	return a == nil || a.Parse == nil || len(a.Parse)+len(a.Users)+len(a.Roles) > 0
}

// newMessage makes the bot's message and remembers it. Callers hold mu.
func (s *Server) newMessage(channel, guild string, p *payload) *Message {
	m := &Message{
		ID: s.snowflake(), ChannelID: channel, GuildID: guild, Author: BotUser(), Sent: time.Now(),
		Content: p.Content, Embeds: p.Embeds, Components: p.Components,
		Flags: p.Flags, AllowedMentions: p.AllowedMentions,
	}
	s.attach(m, p.files)
	s.messages.put(m.ID, m)
	return m
}

// edit writes what a payload names into a message, unless nothing would be
// left of it, or too many files. Callers hold mu.
func (s *Server) edit(c *call, m *Message, p *payload) error {
	after := m.clone()
	if p.has("content") {
		after.Content = p.Content
	}
	if p.has("embeds") {
		after.Embeds = slices.Clone(p.Embeds)
	}
	if p.has("components") {
		after.Components = p.Components
	}
	if p.has("allowed_mentions") {
		after.AllowedMentions = p.AllowedMentions
	}
	if p.has("attachments") {
		after.Files = slices.DeleteFunc(after.Files, func(f File) bool {
			return !slices.ContainsFunc(p.Attachments, func(r attachmentRef) bool { return string(r.ID) == f.ID })
		})
	}
	files := len(after.Files) + len(p.files)
	if files > maxFiles {
		c.violate(RuleFiles, "the message would have more than ten files")
		return badRequest(30015, "Maximum number of attachments in a message reached (10)")
	}
	if after.Content == "" && len(after.Embeds)+len(after.Components)+files == 0 {
		return c.emptyMessage()
	}
	after.Flags &^= flagLoading
	after.Edited = time.Now()
	s.attach(&after, p.files)
	*m = after
	return nil
}

func (c *call) emptyMessage() error {
	c.violate(RuleEmpty, "nothing is said")
	return badRequest(50006, "Cannot send an empty message")
}

// attach puts uploaded files on the CDN and adds them to a message, whose
// embeds may show them. Callers hold mu.
func (s *Server) attach(m *Message, files []File) {
	for _, f := range files {
		f = s.store(m.ChannelID, f)
		for i := range m.Embeds {
			for _, media := range []**EmbedMedia{&m.Embeds[i].Image, &m.Embeds[i].Thumbnail} {
				if *media != nil && (*media).URL == "attachment://"+f.Name {
					*media, f.InEmbed = &EmbedMedia{URL: f.URL}, true
				}
			}
		}
		m.Files = append(m.Files, f)
	}
}

// messageJSON is a message as the API shows it.
func messageJSON(m *Message) map[string]any {
	attachments := []any{}
	for _, f := range m.Files {
		if !f.InEmbed {
			attachments = append(attachments, attachmentJSON(f))
		}
	}
	out := map[string]any{
		"id": m.ID, "channel_id": m.ChannelID, "type": 0, "author": userJSON(m.Author),
		"content": m.Content, "embeds": withType(m.Embeds), "components": numbered(m.Components, new(int)),
		"attachments": attachments, "flags": m.Flags, "timestamp": stamp(m.Sent),
		"edited_timestamp": nil, "mentions": []any{}, "mention_roles": []any{},
		"mention_everyone": false, "pinned": false, "tts": false,
	}
	if !m.Edited.IsZero() {
		out["edited_timestamp"] = stamp(m.Edited)
	}
	if m.Author.ID == AppID {
		out["application_id"], out["webhook_id"] = AppID, AppID
	}
	return out
}

func withType(in []Embed) []Embed {
	out := append([]Embed{}, in...)
	for i := range out {
		out[i].Type = "rich"
	}
	return out
}

// numbered fills in what Discord adds to components: a number each, and how
// many values of a menu can be picked.
func numbered(in []Component, last *int) []Component {
	out := append([]Component{}, in...)
	for i := range out {
		c := &out[i]
		*last++
		if c.ID == 0 {
			c.ID = *last
		}
		if c.Type == TypeStringSelect {
			lo, hi := c.picks()
			c.MinValues, c.MaxValues = &lo, &hi
		}
		if c.Components != nil {
			c.Components = numbered(c.Components, last)
		}
	}
	return out
}

// picks returns how few and how many values of a menu can be picked.
func (c Component) picks() (lo, hi int) {
	lo, hi = 1, 1
	if c.MinValues != nil {
		lo = *c.MinValues
	}
	if c.MaxValues != nil {
		hi = *c.MaxValues
	}
	return lo, hi
}
