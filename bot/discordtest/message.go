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

// Message is a message as people see it.
type Message struct {
	ID         string
	ChannelID  string `json:"channel_id"`
	Content    string
	Embeds     []Embed
	Components []Component
	Flags      int
	Files      []File `json:"-"`
	// Nonce is the enforced nonce of a message that the bot posted, else nil.
	Nonce any `json:"-"`
}

// Ephemeral reports whether only the asking user sees the message.
func (m Message) Ephemeral() bool { return m.Flags&flagEphemeral != 0 }

// File returns the uploaded file with a name.
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

// inner returns the components in a row or a label.
func (c Component) inner() []Component {
	if c.Component != nil {
		return []Component{*c.Component}
	}
	return c.Components
}

// find returns the component with a custom id, also from within rows and labels.
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
	// message is the message whose button opened the dialog.
	message *message
}

// body is something to show: a message, a dialog or suggestions.
type body struct {
	Message

	Attachments  []attachmentRef
	Nonce        any  // text or number
	EnforceNonce bool `json:"enforce_nonce"`

	CustomID string `json:"custom_id"` // of a dialog
	Title    string
	Choices  []Choice

	// fields holds the fields that are present: an edit changes only these.
	fields object
	files  []File
}

// attachmentRef refers to a file of the request by its number.
type attachmentRef struct {
	ID                    json.Number // or a text of digits
	Filename, Description string
}

// readBody parses something to show, with its files.
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
	wire  object // as the API shows it, without its files
	files []File
	sent  time.Time
	nonce any
	// edited are the times of the last edits.
	edited []time.Time
}

// shown returns the message as people see it.
func (m *message) shown() (out Message) {
	raw, err := json.Marshal(m.wire)
	must(err)
	must(json.Unmarshal(raw, &out)) // as when it arrived
	out.Files, out.Nonce = slices.Clone(m.files), m.nonce
	return out
}

// json returns the message as the API shows it.
func (m *message) json() object {
	out, attachments := maps.Clone(m.wire), []any{}
	for _, f := range m.files {
		attachments = append(attachments, f.json())
	}
	out["attachments"] = attachments
	return out
}

// newMessage creates and stores a message of the bot. Callers must hold mu.
func (s *Server) newMessage(channel string, b body, flags int) *message {
	m := &message{sent: time.Now(), wire: s.messageJSON(channel, userJSON(AppID, "bot"))}
	m.wire["flags"] = flags
	s.rewrite(m, b)
	s.messages = append(s.messages, m)
	return m
}

// messageJSON returns an empty message as the API shows it. Callers must hold mu.
func (s *Server) messageJSON(channel string, author object) object {
	return object{
		"id": s.snowflake(), "channel_id": channel, "type": 0, "author": author, "flags": 0,
		"content": "", "embeds": []any{}, "components": []any{}, "timestamp": time.Now().UTC(),
	}
}

// rewrite changes the fields of a message that a body has. null empties content and embeds,
// but has been seen to leave the components of an interaction's message (discord-api-docs
// issue 5860); [] removes them. Callers must hold mu.
func (s *Server) rewrite(m *message, b body) {
	m.wire, m.files = maps.Clone(m.wire), slices.Clone(m.files)
	for _, field := range []string{"content", "embeds", "components"} {
		if v, named := b.fields[field]; named && (v != nil || field != "components") {
			m.wire[field] = v
		}
	}
	if _, named := b.fields["attachments"]; named {
		m.files = nil
	}
	channel, _ := m.wire["channel_id"].(string)
	for _, f := range b.files {
		m.files = append(m.files, s.store(channel, f))
	}
}

// Messages returns the messages in a channel, oldest first, without ephemeral ones: those
// are in their [Interaction].
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

// DeleteMessage deletes a message, as a moderator does.
func (s *Server) DeleteMessage(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = slices.DeleteFunc(s.messages, func(m *message) bool { return m.wire["id"] == id })
}

// DeleteChannel deletes a channel with its messages.
func (s *Server) DeleteChannel(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.channels, id)
	s.messages = slices.DeleteFunc(s.messages, func(m *message) bool { return m.wire["channel_id"] == id })
}

// File is a file that the bot or a user uploaded.
type File struct {
	Name, Description string
	Data              []byte
	// URL is the file's address at the CDN. The file of a user may claim another one, to
	// test that a bot fetches from Discord's CDN only.
	URL string
	// Size is the size of Data, or what Discord is to claim.
	Size int

	id string
	// number is from the name of the file's part in the request: "0" of "files[0]".
	number string
}

// store puts a file on the CDN and returns it with its id and address there. Callers must
// hold mu.
func (s *Server) store(channel string, f File) File {
	f.id = s.snowflake()
	at := fmt.Sprintf("/attachments/%s/%s/%s", channel, f.id, f.Name)
	s.files[at] = f.Data
	// Links are signed and short-lived; without the query they give 404.
	f.URL = cmp.Or(f.URL, "https://cdn.discordapp.com"+at+"?ex=7fffffff&is=00000000&hm="+f.id)
	f.Size = cmp.Or(f.Size, len(f.Data))
	return f
}

// json returns the file as it appears in a message or an interaction.
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
