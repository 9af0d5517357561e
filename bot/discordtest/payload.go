package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// payload is a message as a bot sends it.
type payload struct {
	Content         string           `json:"content"`
	Embeds          []Embed          `json:"embeds"`
	Components      []Component      `json:"components"`
	Attachments     []attachmentRef  `json:"attachments"`
	Flags           int              `json:"flags"`
	AllowedMentions *AllowedMentions `json:"allowed_mentions"`
	TTS             bool             `json:"tts"`
	Poll            json.RawMessage  `json:"poll"`
	StickerIDs      []string         `json:"sticker_ids"`
	Nonce           flexID           `json:"nonce"`
	EnforceNonce    bool             `json:"enforce_nonce"`
	// fields are those present: an edit leaves alone what it does not name.
	fields map[string]json.RawMessage
	files  []File
}

// attachmentRef names a file of the request by its number, or one that the
// message already has by its id.
type attachmentRef struct {
	ID          flexID `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

// flexID is an id that may come as a number too.
type flexID string

// UnmarshalJSON takes "5" and 5.
func (f *flexID) UnmarshalJSON(b []byte) error {
	*f = flexID(strings.Trim(string(b), `"`))
	return nil
}

// has tells whether an edit names a field. "components": null has been seen to
// leave the components of an interaction's message alone (discord-api-docs
// issue 5860), where null empties content and embeds: who wants them gone
// sends [].
func (p *payload) has(field string) bool {
	raw, ok := p.fields[field]
	return ok && (field != "components" || string(raw) != "null")
}

// bodyPath is where in the body a message lies: errors name their place.
type bodyPath string

const (
	rootPath bodyPath = ""
	dataPath bodyPath = "data."
)

// messagePayload reads a message from the body, or from its "data".
func (c *call) messagePayload(at bodyPath) (*payload, error) {
	raw := c.rec.JSON
	if at == dataPath {
		raw = c.body["data"]
	}
	p := &payload{files: slices.Clone(c.rec.Files)}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, p); err != nil {
			return nil, badJSON(err)
		}
		if err := json.Unmarshal(raw, &p.fields); err != nil {
			return nil, badJSON(err)
		}
	}
	p.describeFiles()
	return p, nil
}

// describeFiles gives the uploaded files what "attachments" says about them.
func (p *payload) describeFiles() {
	for i := range p.files {
		n, _ := fileIndex(p.files[i].field)
		for _, ref := range p.Attachments {
			if string(ref.ID) != n {
				continue
			}
			p.files[i].Description = ref.Description
			if ref.Filename != "" {
				p.files[i].Name = ref.Filename
			}
		}
	}
}

func (p *payload) blank() bool {
	return p.Content == "" && len(p.Embeds) == 0 && len(p.files) == 0 && len(p.Components) == 0 &&
		len(p.StickerIDs) == 0 && len(p.Poll) == 0
}

func emptyMessage() error {
	return &apiError{status: http.StatusBadRequest, code: CodeEmptyMessage, message: "Cannot send an empty message"}
}

// fits tells whether a message may be edited so: something must be left of it,
// and not too many files. Callers hold mu.
func (s *Server) fits(c *call, m *Message, p *payload) error {
	after := m.clone()
	if p.has("content") {
		after.Content = p.Content
	}
	if p.has("embeds") {
		after.Embeds = p.Embeds
	}
	if p.has("components") {
		after.Components = p.Components
	}
	files := len(m.Files) + len(p.files)
	if p.has("attachments") {
		files = max(len(p.Attachments), len(p.files))
	}
	if files > MaxFiles {
		k := checker{form: &formErrors{}}
		k.count(RuleFiles, "attachments", files, MaxFiles)
		s.violateLocked(RuleFiles, c.where(), fmt.Sprintf("the message would have %d files", files))
		return k.form.err()
	}
	if after.Content == "" && len(after.Embeds)+len(after.Components)+files == 0 {
		s.violateLocked(RuleEmpty, c.where(), "the edit leaves nothing of the message")
		return emptyMessage()
	}
	return nil
}

// apply writes what a payload says into a message. Callers hold mu.
func (s *Server) apply(m *Message, p *payload, edit bool) {
	if !edit || p.has("content") {
		m.Content = p.Content
	}
	if !edit || p.has("embeds") {
		m.Embeds = slices.Clone(p.Embeds)
	}
	if !edit || p.has("components") {
		m.Components = slices.Clone(p.Components)
	}
	m.Flags &^= FlagLoading
	if !edit {
		m.Flags = p.Flags
	} else {
		m.Edited = s.opts.Now()
	}
	if !edit || p.has("allowed_mentions") {
		m.AllowedMentions = p.AllowedMentions
	}
	s.applyFiles(m, p, edit)
}

// applyFiles keeps the attachments an edit names, or all when it names none,
// and adds the uploaded ones.
func (s *Server) applyFiles(m *Message, p *payload, edit bool) {
	if edit && p.has("attachments") {
		m.Attachments = slices.DeleteFunc(m.Attachments, func(a Attachment) bool {
			return !slices.ContainsFunc(p.Attachments, func(r attachmentRef) bool { return string(r.ID) == a.ID })
		})
		m.Files = slices.DeleteFunc(m.Files, func(f File) bool {
			return !slices.ContainsFunc(m.Attachments, func(a Attachment) bool { return a.Filename == f.Name })
		})
	}
	urls := map[string]string{}
	for _, f := range p.files {
		a := s.store(m.ChannelID, f)
		urls["attachment://"+f.Name] = a.URL
		m.Attachments = append(m.Attachments, a)
		m.Files = append(m.Files, f)
	}
	s.showInEmbeds(m, urls)
}

// showInEmbeds points "attachment://chart.png" at the uploaded file, which
// then no longer hangs below the message.
func (s *Server) showInEmbeds(m *Message, urls map[string]string) {
	shown := map[string]bool{}
	point := func(media *EmbedMedia) *EmbedMedia {
		if media == nil || urls[media.URL] == "" {
			return media
		}
		shown[urls[media.URL]] = true
		return &EmbedMedia{URL: urls[media.URL]}
	}
	for i := range m.Embeds {
		m.Embeds[i].Image = point(m.Embeds[i].Image)
		m.Embeds[i].Thumbnail = point(m.Embeds[i].Thumbnail)
	}
	m.Attachments = slices.DeleteFunc(m.Attachments, func(a Attachment) bool { return shown[a.URL] })
}

// messageJSON is a message as the API shows it.
func (s *Server) messageJSON(m *Message) map[string]any {
	out := map[string]any{
		"id": m.ID, "channel_id": m.ChannelID, "type": 0, "author": userJSON(m.Author),
		"content": m.Content, "embeds": withType(m.Embeds), "components": numbered(m.Components),
		"attachments": orEmpty(m.Attachments), "flags": m.Flags, "timestamp": stamp(m.Sent),
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
	out := make([]Embed, len(in))
	for i, e := range in {
		e.Type = "rich"
		out[i] = e
	}
	return out
}

// numbered gives components the numbers that Discord gives those of a bot that
// gave none, and says what they left unsaid.
func numbered(list []Component) []Component {
	next := 0
	var walk func(list []Component) []Component
	walk = func(list []Component) []Component {
		out := orEmpty(list)
		for i := range out {
			next++
			if out[i].ID == 0 {
				out[i].ID = next
			}
			if out[i].Type == TypeStringSelect && out[i].MinValues == nil {
				out[i].MinValues = new(1)
			}
			if out[i].Type == TypeStringSelect && out[i].MaxValues == nil {
				out[i].MaxValues = new(1)
			}
			if out[i].Components != nil {
				out[i].Components = walk(out[i].Components)
			}
		}
		return out
	}
	return walk(list)
}

func orEmpty[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return slices.Clone(in)
}
