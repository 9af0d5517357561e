package discordtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The limits of a message.
const (
	MaxContent          = 2000
	MaxEmbeds           = 10
	MaxEmbedTitle       = 256
	MaxEmbedDescription = 4096
	MaxEmbedFields      = 25
	MaxFieldName        = 256
	MaxFieldValue       = 1024
	MaxFooter           = 2048
	MaxAuthor           = 256
	// MaxEmbedTotal is over all embeds of a message together.
	MaxEmbedTotal = 6000
	MaxFiles      = 10
	MaxAlt        = 1024
)

// fileName is what Discord leaves as it is; every other name it changes, and
// links that the bot made to it break.
var fileName = regexp.MustCompile(`^[A-Za-z0-9.-][A-Za-z0-9_.-]*$`)

func (k checker) message(p *payload) {
	k.most(RuleContent, "content", p.Content, MaxContent)
	k.count(RuleEmbeds, "embeds", len(p.Embeds), MaxEmbeds)
	total := 0
	for i, e := range p.Embeds {
		total += k.in("embeds", i).embed(e)
	}
	if total > MaxEmbedTotal {
		k.fail(RuleEmbedTotal, "embeds", "MAX_EMBED_SIZE_EXCEEDED",
			"Embed size exceeds maximum size of %d (found %d)", MaxEmbedTotal, total)
	}
	k.files(p)
	k.references(p)
	k.components(p.Components, p.Flags&flagComponentsV2 != 0)
}

// embed returns how much of [MaxEmbedTotal] an embed takes.
func (k checker) embed(e Embed) int {
	k.most(RuleEmbeds, "title", e.Title, MaxEmbedTitle)
	k.most(RuleEmbeds, "description", e.Description, MaxEmbedDescription)
	k.count(RuleEmbeds, "fields", len(e.Fields), MaxEmbedFields)
	total := length(e.Title) + length(e.Description)
	for i, f := range e.Fields {
		at := k.in("fields", i)
		at.between(RuleEmbeds, "name", f.Name, MaxFieldName)
		at.between(RuleEmbeds, "value", f.Value, MaxFieldValue)
		total += length(f.Name) + length(f.Value)
	}
	if e.Footer != nil {
		k.in("footer").most(RuleEmbeds, "text", e.Footer.Text, MaxFooter)
		total += length(e.Footer.Text)
	}
	if e.Author != nil {
		k.in("author").most(RuleEmbeds, "name", e.Author.Name, MaxAuthor)
		total += length(e.Author.Name)
	}
	if total == 0 && e.Image == nil && e.Thumbnail == nil {
		k.fail(RuleEmbeds, "description", "BASE_TYPE_REQUIRED", "This field is required")
	}
	return total
}

func (k checker) files(p *payload) {
	k.count(RuleFiles, "attachments", len(p.files), MaxFiles)
	for i, f := range p.files {
		at := k.in("attachments", i)
		if !fileName.MatchString(f.Name) {
			at.fail(RuleFileName, "filename", "FILENAME_CHANGED", "Discord would not keep the name %q", f.Name)
		}
		if len(f.Data) > MaxFile {
			at.fail(RuleFileSize, "", "FILE_SIZE_LIMIT_EXCEEDED", "%s has %d bytes, over %d", f.Name, len(f.Data), MaxFile)
		}
		at.most(RuleFiles, "description", f.Description, MaxAlt)
	}
}

// references checks that what the message names among its files is there.
func (k checker) references(p *payload) {
	uploaded := func(name string) bool {
		return slices.ContainsFunc(p.files, func(f File) bool { return f.Name == name })
	}
	for i, e := range p.Embeds {
		for field, media := range map[string]*EmbedMedia{"image": e.Image, "thumbnail": e.Thumbnail} {
			if media == nil {
				continue
			}
			if name, ok := strings.CutPrefix(media.URL, "attachment://"); ok && !uploaded(name) {
				k.in("embeds", i).in(field).fail(RuleFiles, "url", "ATTACHMENT_NOT_FOUND",
					"no file %q comes with the message", name)
			}
		}
	}
	for i, ref := range p.Attachments {
		// Short ids number the files of this request; long ones are those of
		// files the message already has.
		isNew := len(ref.ID) < 16
		if isNew && !slices.ContainsFunc(p.files, func(f File) bool { return f.field == "files["+string(ref.ID)+"]" }) {
			k.in("attachments", i).fail(RuleFiles, "id", "ATTACHMENT_NOT_FOUND",
				"there is no files[%s] in the request", ref.ID)
		}
	}
}

// mentions checks the promise of [Options.RequireNoMentions].
func (c *call) mentions(p *payload) {
	if !c.srv.opts.RequireNoMentions || p.blank() {
		return
	}
	if a := p.AllowedMentions; a == nil || a.Parse == nil || len(a.Parse)+len(a.Users)+len(a.Roles) > 0 {
		c.srv.violate(RuleMentions, c.where(), fmt.Sprintf("allowed_mentions is %s, not {\"parse\":[]}", orAbsent(p.fields["allowed_mentions"])))
	}
}

func orAbsent(raw []byte) string {
	if len(raw) == 0 {
		return "absent"
	}
	return string(raw)
}
