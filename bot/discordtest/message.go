package discordtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"path"
	"slices"
	"time"
)

// The flags of messages that matter here.
const (
	flagEphemeral = 1 << 6
	flagLoading   = 1 << 7
)

// Message is what people see of a message.
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
	Fields             []struct{ Name, Value string }
	Footer             struct{ Text string }
	Author             struct{ Name string }
	Image, Thumbnail   struct{ URL string }
}

const typeButton = 2

// Component is a row, a button, a menu or a text input.
type Component struct {
	Type       int
	CustomID   string `json:"custom_id"`
	Disabled   bool
	Options    []Choice
	Value      string
	Components []Component
	Component  *Component
}

// inner is what lies in a row or a label.
func (c Component) inner() []Component {
	if c.Component != nil {
		return []Component{*c.Component}
	}
	return c.Components
}

// find looks through rows and labels too.
func find(in []Component, customID string) (Component, bool) {
	for _, c := range in {
		if c.CustomID == customID {
			return c, true
		}
		if found, ok := find(c.inner(), customID); ok {
			return found, true
		}
	}
	return Component{}, false
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

// body is what a bot sends to be shown: a message, a dialog or suggestions.
type body struct {
	Message

	Attachments  []attachmentRef
	Nonce        any  // text or number
	EnforceNonce bool `json:"enforce_nonce"`

	CustomID string `json:"custom_id"` // of a dialog
	Title    string
	Choices  []Choice

	// fields are those present: an edit leaves alone what it does not name.
	fields object
	files  []File
}

// attachmentRef names a file of the request by its number, or one that the
// message already has by its id.
type attachmentRef struct {
	ID                    json.Number // or a text of digits
	Filename, Description string
}

// readBody reads what is to be shown, with its files.
func readBody(raw []byte, files []File) (b body, err error) {
	b.files = slices.Clone(files)
	if len(raw) == 0 {
		return b, nil
	}
	if err = json.Unmarshal(raw, &b); err == nil {
		err = json.Unmarshal(raw, &b.fields)
	}
	for i := range b.files {
		for _, ref := range b.Attachments {
			if b.files[i].number == string(ref.ID) {
				b.files[i].Name = cmp.Or(ref.Filename, b.files[i].Name)
				b.files[i].Description = ref.Description
			}
		}
	}
	return b, err
}

func (b body) blank() bool {
	return b.Content == "" && len(b.Embeds) == 0 && len(b.files) == 0 && len(b.Components) == 0 &&
		b.fields["sticker_ids"] == nil && b.fields["poll"] == nil
}

// message is a message as it is stored. Guarded by the server's mu.
type message struct {
	wire  object // what the API shows of it, but for its files
	files []File
	sent  time.Time
	nonce any
}

// shown is the message as people see it.
func (m *message) shown() (out Message) {
	raw, err := json.Marshal(m.wire)
	must(err)
	must(json.Unmarshal(raw, &out)) // as it had been when it came
	out.Files = slices.Clone(m.files)
	return out
}

// json is the message as the API shows it.
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
	m := &message{sent: time.Now(), wire: s.messageJSON(channel, userJSON(AppID, "bot"))}
	m.wire["flags"] = flags
	s.rewrite(m, b)
	s.messages = append(s.messages, m)
	return m
}

// messageJSON is an empty message as the API shows it. Callers hold mu.
func (s *Server) messageJSON(channel string, author object) object {
	return object{
		"id": s.snowflake(), "channel_id": channel, "type": 0, "author": author, "flags": 0,
		"content": "", "embeds": []any{}, "components": []any{}, "timestamp": time.Now().UTC(),
	}
}

// rewrite writes what a body names into a message, and leaves alone what it does
// not. "components": null has been seen to leave the components of an
// interaction's message alone (discord-api-docs issue 5860), where null empties
// content and embeds: who wants them gone sends []. Callers hold mu.
func (s *Server) rewrite(m *message, b body) {
	m.wire, m.files = maps.Clone(m.wire), slices.Clone(m.files)
	for _, field := range []string{"content", "embeds", "components"} {
		if v, named := b.fields[field]; named && (v != nil || field != "components") {
			m.wire[field] = v
		}
	}
	if _, named := b.fields["attachments"]; named {
		m.files = slices.DeleteFunc(m.files, func(f File) bool {
			return !slices.ContainsFunc(b.Attachments, func(r attachmentRef) bool { return string(r.ID) == f.id })
		})
	}
	channel, _ := m.wire["channel_id"].(string)
	for _, f := range b.files {
		m.files = append(m.files, s.store(channel, f))
	}
}

// Messages returns what stands in a channel, oldest first, ephemeral messages
// left out: they are seen through their [Interaction].
func (s *Server) Messages(channelID string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	for _, m := range s.messages {
		if shown := m.shown(); shown.ChannelID == channelID && !shown.Ephemeral() {
			out = append(out, shown)
		}
	}
	return out
}

// File is a file that the bot or a user uploaded.
type File struct {
	Name, Description string
	Data              []byte
	// URL is where the CDN has it. A user's file may claim another: for bots
	// that must not fetch from just anywhere.
	URL string
	// Size is that of Data, unless Discord is to claim another.
	Size int

	id string
	// number is that of its part of the request: "0" of "files[0]".
	number string
}

// store puts a file on the CDN and returns it with what it is known by there.
// Callers hold mu.
func (s *Server) store(channel string, f File) File {
	f.id = s.snowflake()
	place := fmt.Sprintf("/attachments/%s/%s/%s", channel, f.id, f.Name)
	s.files[place] = f.Data
	// Links are signed and short-lived; a bot that takes the query off gets 404.
	f.URL = cmp.Or(f.URL, "https://cdn.discordapp.com"+place+"?ex=7fffffff&is=00000000&hm="+f.id)
	f.Size = cmp.Or(f.Size, len(f.Data))
	return f
}

// json is the file as a message or an interaction names it.
func (f File) json() object {
	return object{
		"id": f.id, "filename": f.Name, "description": f.Description, "size": f.Size,
		"content_type": mime.TypeByExtension(path.Ext(f.Name)), "url": f.URL, "proxy_url": f.URL,
	}
}

func (s *Server) getFile(c *call) (any, error) {
	data, ok := s.files[c.http.URL.Path]
	if !ok || c.http.URL.Query().Get("hm") == "" {
		return nil, refuse(http.StatusNotFound, 0, "This content is no longer available.")
	}
	return data, nil
}
