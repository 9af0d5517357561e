package gateway

import (
	"cmp"
	"log/slog"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
	"nonna/commands/words"
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
