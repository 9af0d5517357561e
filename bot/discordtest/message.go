package discordtest

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// The flags of messages that matter here.
const (
	flagEphemeral    = 1 << 6
	flagLoading      = 1 << 7
	flagComponentsV2 = 1 << 15
)

// Message is what people see of a message, and what is checked of one.
type Message struct {
	ID         string
	ChannelID  string `json:"channel_id"`
	Content    string
	Embeds     []Embed
	Components []Component
	Flags      int
	Files      []File `json:"-"`
}

// Ephemeral tells whether only the asking user sees the message.
func (m Message) Ephemeral() bool { return m.Flags&flagEphemeral != 0 }

// File returns the uploaded file of that name.
func (m Message) File(name string) (File, bool) {
	i := slices.IndexFunc(m.Files, func(f File) bool { return f.Name == name })
	if i < 0 {
		return File{}, false
	}
	return m.Files[i], true
}

// Embed is a card in a message.
type Embed struct {
	Title, Description string
	Fields             []EmbedField
	Footer             struct{ Text string }
	Author             struct{ Name string }
	Image, Thumbnail   struct{ URL string }
}

// EmbedField is a named fact in an embed.
type EmbedField struct{ Name, Value string }

// The types of [Component].
const (
	TypeRow          = 1
	TypeButton       = 2
	TypeStringSelect = 3
	TypeTextInput    = 4
)

// Component is a row, a button, a menu or a text input.
type Component struct {
	Type       int
	CustomID   string `json:"custom_id"`
	Label      string
	Style      int
	URL        string
	Emoji      struct{ ID, Name string }
	Disabled   bool
	Options    []Choice
	Value      string
	Required   *bool
	Components []Component
	Component  *Component
}

// Choice is a suggestion, a fixed value of an option, or an entry of a menu.
type Choice struct {
	Name              string
	NameLocalizations map[string]string `json:"name_localizations"`
	// Value is a string, or a float64 for a number.
	Value any
}

// Modal is a dialog that the bot opened.
type Modal struct {
	CustomID, Title string
	Components      []Component
	// message is the one whose button opened the dialog.
	message *message
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

// findComponent looks through rows and labels too.
func findComponent(in []Component, customID string) (Component, bool) {
	for _, c := range flatten(in) {
		if c.CustomID == customID {
			return c, true
		}
	}
	return Component{}, false
}

// message is a message as it is stored. Guarded by the server's mu.
type message struct {
	wire  object // what the API shows of it, but for its files
	files []File
	sent  time.Time
	nonce string // when the message is to be the only one of it
}

func (m *message) id() string { id, _ := m.wire["id"].(string); return id }

// shown is the message as people see it.
func (m *message) shown() Message {
	var out Message
	raw, err := json.Marshal(m.wire)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		panic("discordtest: a stored message: " + err.Error()) // it had been read before
	}
	out.Files = slices.Clone(m.files)
	return out
}

func (m *message) json() object {
	out, attachments := maps.Clone(m.wire), []any{}
	for _, f := range m.files {
		attachments = append(attachments, f.json())
	}
	out["attachments"] = attachments
	return out
}

// newMessage makes the bot's message and remembers it. Callers hold mu.
func (s *Server) newMessage(channel string, b body, flags int) *message {
	m := &message{sent: time.Now(), wire: s.messageJSON(channel, botUser())}
	m.wire["flags"] = flags
	m.wire["application_id"], m.wire["webhook_id"] = AppID, AppID
	s.rewrite(m, b)
	s.messages.put(m.id(), m)
	return m
}

// messageJSON is an empty message as the API shows it.
func (s *Server) messageJSON(channel string, author object) object {
	return object{
		"id": s.snowflake(), "channel_id": channel, "type": 0, "author": author, "flags": 0,
		"content": "", "embeds": []any{}, "components": []any{}, "timestamp": stamp(time.Now()),
		"edited_timestamp": nil, "mentions": []any{}, "mention_roles": []any{},
		"mention_everyone": false, "pinned": false, "tts": false,
	}
}

// rewrite writes what a body names into a message, and leaves alone what it does
// not. "components": null has been seen to leave the components of an
// interaction's message alone (discord-api-docs issue 5860), where null empties
// content and embeds: who wants them gone sends []. Callers hold mu.
func (s *Server) rewrite(m *message, b body) {
	wire := maps.Clone(m.wire)
	for field, empty := range map[string]any{"content": "", "embeds": []any{}, "components": wire["components"]} {
		if v, named := b.fields[field]; named {
			if v == nil {
				v = empty
			}
			wire[field] = v
		}
	}
	files := slices.Clone(m.files)
	if _, named := b.fields["attachments"]; named {
		files = slices.DeleteFunc(files, func(f File) bool {
			return !slices.ContainsFunc(b.Attachments, func(r attachmentRef) bool { return string(r.ID) == f.id })
		})
	}
	channel, _ := wire["channel_id"].(string)
	for _, f := range b.files {
		files = append(files, s.store(channel, f))
	}
	finish(wire["embeds"], wire["components"], new(int))
	m.wire, m.files = wire, files
}

// finish fills in what Discord adds: the type of embeds, whether fields are
// inline, a number for each component, and how many values of a menu can be
// picked.
func finish(embeds, components any, last *int) {
	for _, e := range objects(embeds) {
		e["type"] = "rich"
		for _, field := range objects(e["fields"]) {
			field["inline"] = field["inline"] == true
		}
	}
	for _, c := range objects(components) {
		*last++
		added := object{"id": *last}
		if c["type"] == float64(TypeStringSelect) {
			added["min_values"], added["max_values"] = 1, 1
		}
		for key, v := range added {
			if c[key] == nil {
				c[key] = v
			}
		}
		finish(nil, c["components"], last)
	}
}

// objects are the objects of a JSON list.
func objects(list any) []object {
	var out []object
	items, _ := list.([]any)
	for _, item := range items {
		if o, ok := item.(object); ok {
			out = append(out, o)
		}
	}
	return out
}

// Messages returns what stands in a channel, oldest first, ephemeral messages
// left out: they are seen through their [Interaction].
func (s *Server) Messages(channelID string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	for _, m := range s.messages.all() {
		if shown := m.shown(); shown.ChannelID == channelID && !shown.Ephemeral() {
			out = append(out, shown)
		}
	}
	return out
}
