package discordtest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// This file checks what neither the specification nor rules.json can express: relations
// between parts of a body, and its files. Like Discord's API it counts lengths in code
// points, not in bytes, and not in UTF-16 units as clients do.
const (
	maxEmbedTotal = 6000
	maxFiles      = 10
	maxFile       = 10 << 20
)

// keptFileName matches file names that Discord keeps. It changes others, which breaks the
// bot's links to them.
var keptFileName = regexp.MustCompile(`^[A-Za-z0-9.-][A-Za-z0-9_.-]*$`)

// check parses the body for its route, and refuses it for what is wrong regardless of the
// server's state.
func (c *call) check() error {
	var f form
	if loadSpec().check(c.rec.Route, c.rec.JSON, &f); f != nil {
		return f.refusal()
	}
	var err error
	switch c.rec.Route {
	case RouteCallback:
		var first struct {
			Type int
			Data json.RawMessage
		}
		err = json.Unmarshal(c.rec.JSON, &first)
		c.kind = first.Type
		if err == nil && first.Data != nil {
			err = c.readShown("data", first.Data, &f)
		}
	case RouteFollowup, RouteOriginalEdit, RouteMessageCreate, RouteMessageEdit:
		err = c.readShown("", c.rec.JSON, &f)
	case RouteCommandsPut, RouteGuildCommandsPut:
		err = c.readCommands(&f)
	}
	if err != nil {
		f.add(RuleSpec, "", "%v", err)
	}
	return f.refusal()
}

// readShown parses and checks a message, dialog or suggestions, found at a path of the
// request.
func (c *call) readShown(at string, raw []byte, f *form) (err error) {
	if c.body, err = readBody(raw, c.rec.Files); err != nil {
		return err
	}
	f.checkEmbeds(at, c.body)
	f.checkFiles(at, c.body)
	f.checkComponents(at+".components", c.body.Components, map[string]bool{})
	for _, file := range c.body.files {
		if !keptFileName.MatchString(file.Name) {
			c.tolerated.add(RuleFileName, at+".attachments", "Discord would not keep %q", file.Name)
		}
	}
	mentions, speaks := c.body.fields["allowed_mentions"], c.kind != CallbackModal && !c.body.blank()
	if c.srv.opts.RequireNoMentions && speaks && !suppressed(mentions, c.body.fields["content"]) {
		c.tolerated.add(RuleMentions, at+".allowed_mentions", "%v is not {\"parse\":[]}, nor are its users mentioned in the text", mentions)
	}
	return nil
}

// suppressed reports whether allowed_mentions allow no mentions but those of single users
// whom a text mentions.
func suppressed(mentions, content any) bool {
	allowed, _ := mentions.(object)
	text, _ := content.(string)
	users, listed := allowed["users"].([]any)
	for _, id := range users {
		if !strings.Contains(text, fmt.Sprintf("<@%v>", id)) {
			return false
		}
	}
	want := object{"parse": []any{}}
	if listed {
		want["users"] = users
	}
	return reflect.DeepEqual(mentions, want)
}

func (f *form) checkEmbeds(at string, b body) {
	total := 0
	for i, e := range b.Embeds {
		text := e.Title + e.Description + e.Footer.Text + e.Author.Name
		for _, field := range e.Fields {
			text += field.Name + field.Value
		}
		total += utf8.RuneCountInString(text)
		for key, url := range map[string]string{"image": e.Image.URL, "thumbnail": e.Thumbnail.URL} {
			name, own := strings.CutPrefix(url, "attachment://")
			if own && !slices.ContainsFunc(b.files, func(f File) bool { return f.Name == name }) {
				f.add(RuleFiles, fmt.Sprintf("%s.embeds.%d.%s.url", at, i, key), "no file %q comes with the message", name)
			}
		}
	}
	if total > maxEmbedTotal {
		f.add(RuleEmbedTotal, at+".embeds", "%d characters over all embeds, over %d", total, maxEmbedTotal)
	}
}

func (f *form) checkFiles(at string, b body) {
	if len(b.files) > maxFiles {
		f.add(RuleFiles, at+".attachments", "%d files, over %d", len(b.files), maxFiles)
	}
	for _, file := range b.files {
		if len(file.Data) > maxFile {
			f.add(RuleFileSize, at+".attachments", "%d bytes in %s, over %d", len(file.Data), file.Name, maxFile)
		}
	}
	for i, ref := range b.Attachments {
		// Discord also takes the ids of files that the message already has, which nobody needs
		// here.
		uploaded := func(f File) bool { return f.number == string(ref.ID) }
		if !slices.ContainsFunc(b.files, uploaded) {
			f.add(RuleFiles, fmt.Sprintf("%s.attachments.%d.id", at, i), "there is no files[%s] in the request", ref.ID)
		}
	}
}

// checkComponents checks components and everything in them. seen holds the custom ids of
// the whole message or dialog.
func (f *form) checkComponents(at string, list []Component, seen map[string]bool) {
	for i, c := range list {
		here := fmt.Sprintf("%s.%d", at, i)
		if c.CustomID != "" {
			f.once(RuleCustomID, here+".custom_id", c.CustomID, seen)
		}
		values := map[string]bool{}
		for j, o := range c.Options {
			f.once(RuleSelect, fmt.Sprintf("%s.options.%d.value", here, j), fmt.Sprint(o.Value), values)
		}
		f.checkComponents(here+".components", c.inner(), seen)
	}
}

// once adds an error if a name was seen before.
func (f *form) once(rule Rule, at, name string, seen map[string]bool) {
	if seen[name] {
		f.add(rule, at, "%q is used twice", name)
	}
	seen[name] = true
}
