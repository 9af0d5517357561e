package interactions

import (
	"cmp"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
)

// renderer renders replies as Discord accepts them. It changes them only where a limit
// demands it, and says so in the reply, or in the log where it was a mistake of ours.
type renderer struct {
	router *commands.Router
	locale string // of the user
	log    *slog.Logger
}

func (r renderer) say(id string, args words.Args) string {
	return r.router.Say(commands.Request{Locale: r.locale}, id, args)
}

// colour is that of the bar beside an embed: the green of a card table.
const colour = 0x2e7d4f

// leastText is how many characters of a reply's text are kept in any case: fields are
// dropped for them.
const leastText = 1000

// message renders a reply, and returns the files to send with it.
func (r renderer) message(reply commands.Reply) (message, []discord.File) {
	r.locale = cmp.Or(reply.Locale, r.locale)
	files, left := r.files(reply)
	reply.Text = r.withOmissions(reply.Text, left)
	m := message{
		Embeds:          []discordgo.MessageEmbed{},
		Components:      rows(reply.Rows),
		Attachments:     attachments(files),
		AllowedMentions: mentions{Parse: []string{}},
	}
	for _, id := range reply.Mentions {
		m.AllowedMentions.Users = append(m.AllowedMentions.Users, strconv.FormatUint(id, 10))
	}
	picture := ""
	if reply.Picture != nil && len(reply.Picture.Data) <= maxFileBytes {
		picture = files[0].Name
	}
	if isPlain(reply) {
		m.Content = reply.Text
	} else {
		m.Embeds = []discordgo.MessageEmbed{r.embed(reply, picture)}
	}
	if reply.Ephemeral {
		m.Flags = discordgo.MessageFlagsEphemeral
	}
	return m, files
}

// isPlain reports whether a reply is text alone, which looks better as an ordinary message
// than in an embed.
func isPlain(reply commands.Reply) bool {
	return reply.Title == "" && len(reply.Fields) == 0 && reply.Footer == "" &&
		reply.Picture == nil && length(reply.Text) <= maxContent
}

// withOmissions returns the text with a note below it of files that are missing, and why.
func (r renderer) withOmissions(text string, left []string) string {
	if len(left) == 0 {
		return text
	}
	// The note must survive a text that is cut for its own length.
	note := strings.Join(left, "\n")
	text = cut(text, maxDescription-length(note)-2, r.mark())
	return strings.TrimLeft(text+"\n\n"+note, "\n")
}

// mark returns the sentence that ends a text that was cut off.
func (r renderer) mark() string { return "\n" + r.say("adapter.cut-off", nil) }

// embed renders a reply as an embed of at most 6,000 characters. It cuts the text first,
// then drops fields from the last on.
func (r renderer) embed(reply commands.Reply, picture string) discordgo.MessageEmbed {
	e := discordgo.MessageEmbed{Color: colour, Title: cut(commands.Escape(reply.Title), maxTitle, "…")}
	room := maxEmbedTotal - length(e.Title)
	if reply.Footer != "" {
		e.Footer = &discordgo.MessageEmbedFooter{Text: cut(reply.Footer, maxFooter, "…")}
		room -= length(e.Footer.Text)
	}
	fields, used := r.fields(reply.Fields, room-min(length(reply.Text), leastText))
	room -= used
	if len(fields) < len(reply.Fields) {
		reply.Text = cut(reply.Text, min(maxDescription, room)-length(r.mark()), "") + r.mark()
	}
	e.Fields = fields
	e.Description = cut(reply.Text, min(maxDescription, room), r.mark())
	if picture != "" {
		e.Image = &discordgo.MessageEmbedImage{URL: "attachment://" + picture}
	}
	return e
}

// fields renders as many fields as there is room for, and returns how many characters they
// use.
func (r renderer) fields(fields []commands.Field, room int) (out []*discordgo.MessageEmbedField, used int) {
	for i, f := range fields {
		if i == maxFields {
			break
		}
		e := &discordgo.MessageEmbedField{
			Name:  cut(filled(f.Name), maxFieldName, "…"),
			Value: cut(filled(f.Value), maxFieldValue, "…"),
		}
		n := length(e.Name) + length(e.Value)
		if used+n > room {
			break
		}
		used += n
		out = append(out, e)
	}
	return out, used
}

func attachments(files []discord.File) []attachment {
	list := make([]attachment, 0, len(files))
	for i, f := range files {
		list = append(list, attachment{ID: strconv.Itoa(i), Filename: f.Name, Description: cut(f.Alt, maxAlt, "…")})
	}
	return list
}

// maxFileBytes is Discord's limit for a file.
const maxFileBytes = 10 << 20

// files returns the picture of a reply, if it has one, and its files, in that order, and the
// sentences about those that are too large to be sent.
func (r renderer) files(reply commands.Reply) (sent []discord.File, left []string) {
	all := reply.Files
	if reply.Picture != nil {
		all = append([]commands.File{*reply.Picture}, all...)
	}
	for _, f := range all {
		name := commands.FileName(f.Name)
		if len(f.Data) > maxFileBytes {
			left = append(left, r.say("adapter.file-left-out", words.Args{
				"name": "`" + name + "`", "size": mebibytes(len(f.Data)), "limit": mebibytes(maxFileBytes),
			}))
			continue
		}
		sent = append(sent, discord.File{Name: name, Alt: f.Alt, Data: f.Data})
	}
	return sent, left
}

// bytesOf returns the number of bytes of all files.
func bytesOf(files []discord.File) (n int) {
	for _, f := range files {
		n += len(f.Data)
	}
	return n
}

func mebibytes(n int) game.Decimal { return game.Decimal{Value: float64(n) / (1 << 20), Places: 1} }

// Discord's limits for controls. Their ids and numbers are ours to keep: Discord refuses the
// whole of a reply that breaks one, and its user gets an apology.
const (
	maxButtons     = 5
	maxLabel       = 80
	maxChoiceText  = 100
	maxPlaceholder = 150
)

// rows renders the controls. A row with more than five buttons becomes several.
func rows(rows []commands.Row) []component {
	out := make([]component, 0, len(rows))
	add := func(controls []component) {
		out = append(out, component{Type: discordgo.ActionsRowComponent, Components: controls})
	}
	for _, row := range rows {
		for some := range slices.Chunk(row.Buttons, maxButtons) {
			var controls []component
			for _, b := range some {
				controls = append(controls, button(b))
			}
			add(controls)
		}
		if row.Menu != nil {
			add([]component{menu(*row.Menu)})
		}
	}
	return out
}

func button(b commands.Button) component {
	c := component{Type: discordgo.ButtonComponent, Label: cut(filled(b.Label), maxLabel, "…"), Disabled: b.Disabled}
	if b.URL != "" {
		c.Style, c.URL = int(discordgo.LinkButton), b.URL
	} else {
		c.Style, c.CustomID = int(buttonStyle(b.Style)), b.ID
	}
	return c
}

// buttonStyle returns Discord's style for ours: blurple, red or grey.
func buttonStyle(s commands.Style) discordgo.ButtonStyle {
	switch s {
	case commands.Primary:
		return discordgo.PrimaryButton
	case commands.Danger:
		return discordgo.DangerButton
	default:
		return discordgo.SecondaryButton
	}
}

func menu(m commands.Menu) component {
	c := component{Type: discordgo.SelectMenuComponent, CustomID: m.ID, Placeholder: cut(m.Placeholder, maxPlaceholder, "…")}
	for _, ch := range m.Choices {
		c.Options = append(c.Options, menuOption{
			Label:       cut(filled(ch.Label), maxChoiceText, "…"),
			Value:       ch.Value,
			Description: cut(ch.Detail, maxChoiceText, "…"),
		})
	}
	return c
}

// Discord's limits for forms and suggestions.
const (
	maxFormTitle        = 45
	maxInputLabel       = 45
	maxInputPlaceholder = 100
	maxInputValue       = 4000
	maxSuggestions      = 25
	// maxInteger is the largest absolute value of an integer option: 2⁵³, up to which a
	// float64 is exact.
	maxInteger = 1 << 53
)

// newForm renders a dialog.
func newForm(f commands.Form) form {
	out := form{CustomID: f.ID, Title: cut(filled(f.Title), maxFormTitle, "…")}
	for _, in := range f.Inputs {
		out.Components = append(out.Components, component{Type: discordgo.ActionsRowComponent, Components: []component{input(in)}})
	}
	return out
}

func input(in commands.Input) component {
	style := discordgo.TextInputShort
	if in.Lines {
		style = discordgo.TextInputParagraph
	}
	return component{
		Type:        discordgo.TextInputComponent,
		CustomID:    in.ID,
		Style:       int(style),
		Label:       cut(filled(in.Label), maxInputLabel, "…"),
		Placeholder: cut(in.Placeholder, maxInputPlaceholder, "…"),
		MaxLength:   maxInputValue,
		Value:       cut(in.Value, maxInputValue, ""),
		Required:    &in.Required,
	}
}

// choices renders suggestions for an option. A value that is too long or of the wrong type
// is left out, since Discord would refuse all of them for it.
func (r renderer) choices(list []commands.Choice, integer bool) choices {
	out := choices{Choices: []choice{}}
	for _, c := range list {
		if len(out.Choices) == maxSuggestions {
			break
		}
		value, ok := choiceValue(c.Value, integer)
		if !ok {
			r.log.Warn("a suggestion was left out: its value is empty, overlong or not a number", slog.Int("bytes", len(c.Value)))
			continue
		}
		out.Choices = append(out.Choices, choice{
			Name:   cut(filled(c.Label), maxChoiceText, "…"),
			NameIn: cutAll(c.LabelIn, maxChoiceText),
			Value:  value,
		})
	}
	return out
}

// choiceValue returns the value of a choice in the type that Discord expects, a number for
// an integer option and text otherwise, and reports whether it is valid.
func choiceValue(value string, integer bool) (any, bool) {
	if !integer {
		return value, value != "" && length(value) <= maxChoiceText
	}
	n, err := strconv.ParseInt(value, 10, 64)
	return n, err == nil && n >= -maxInteger && n <= maxInteger
}

func cutAll(texts map[string]string, limit int) map[string]string {
	if len(texts) == 0 {
		return nil
	}
	out := make(map[string]string, len(texts))
	for locale, text := range texts {
		out[locale] = cut(filled(text), limit, "…")
	}
	return out
}

// The following types are sent as JSON. The library's own lack fields (the description
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
