package discordtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// What the specification leaves out is checked here. Lengths are counted as
// Discord's API does, in code points: not in bytes, and not in the UTF-16
// units that a client's text box shows.
const (
	maxContent    = 2000
	maxEmbedTotal = 6000
	maxFiles      = 10
	maxFile       = 10 << 20
	maxRows       = 5
	maxInRow      = 5
	maxInputs     = 5
	maxSuggestion = 100
)

// keptFileName is a file name that Discord leaves as it is; links that the bot
// made to any other break.
var keptFileName = regexp.MustCompile(`^[A-Za-z0-9.-][A-Za-z0-9_.-]*$`)

// checkMessage checks a message that lies at a path of the body.
func (f *form) checkMessage(at string, b body) {
	if n := utf8.RuneCountInString(b.Content); n > maxContent {
		f.add(RuleContent, at+".content", "%d characters, over %d", n, maxContent)
	}
	f.checkEmbeds(at, b)
	f.checkFiles(at, b)
	if b.Flags&flagComponentsV2 == 0 && len(b.Components) > maxRows {
		f.add(RuleRows, at+".components", "%d rows, over %d", len(b.Components), maxRows)
	}
	f.checkComponents(at+".components", b.Components, map[string]bool{})
}

func (f *form) checkEmbeds(at string, b body) {
	total := 0
	for i, e := range b.Embeds {
		here := fmt.Sprintf("%s.embeds.%d", at, i)
		text := e.Title + e.Description + e.Footer.Text + e.Author.Name
		for j, field := range e.Fields {
			if field.Name == "" || field.Value == "" {
				f.add(RuleEmpty, fmt.Sprintf("%s.fields.%d", here, j), "a field has a name and a value")
			}
			text += field.Name + field.Value
		}
		if text+e.Image.URL+e.Thumbnail.URL == "" {
			f.add(RuleEmpty, here, "the embed says nothing")
		}
		total += utf8.RuneCountInString(text)
		for key, url := range map[string]string{"image": e.Image.URL, "thumbnail": e.Thumbnail.URL} {
			name, own := strings.CutPrefix(url, "attachment://")
			if own && !slices.ContainsFunc(b.files, func(f File) bool { return f.Name == name }) {
				f.add(RuleFiles, here+"."+key+".url", "no file %q comes with the message", name)
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
	for i, file := range b.files {
		if len(file.Data) > maxFile {
			f.add(RuleFileSize, fmt.Sprintf("%s.attachments.%d", at, i), "%d bytes, over %d", len(file.Data), maxFile)
		}
	}
	for i, ref := range b.Attachments {
		// Short ids number the files of this request; long ones are snowflakes
		// of files that the message already has.
		uploaded := func(f File) bool { return f.number == string(ref.ID) }
		if len(ref.ID) < 16 && !slices.ContainsFunc(b.files, uploaded) {
			f.add(RuleFiles, fmt.Sprintf("%s.attachments.%d.id", at, i), "there is no files[%s] in the request", ref.ID)
		}
	}
}

func (f *form) checkFileNames(at string, files []File) {
	for i, file := range files {
		if !keptFileName.MatchString(file.Name) {
			f.add(RuleFileName, fmt.Sprintf("%s.attachments.%d.filename", at, i), "Discord would not keep %q", file.Name)
		}
	}
}

// checkDeferred refuses what Discord drops without a word.
func (f *form) checkDeferred(at string, b body) {
	if !b.blank() {
		f.add(RuleDeferred, at+".content", "a deferred answer says nothing yet")
	}
	if b.Flags&^flagEphemeral != 0 {
		f.add(RuleDeferred, at+".flags", "a deferred answer takes no flag but EPHEMERAL")
	}
}

func (f *form) checkModal(at string, b body) {
	if len(b.Components) > maxInputs {
		f.add(RuleModal, at+".components", "%d components, over %d", len(b.Components), maxInputs)
	}
	f.checkComponents(at+".components", b.Components, map[string]bool{})
}

func (f *form) checkSuggestions(at string, list []Choice) {
	for i, c := range list {
		if text, _ := c.Value.(string); utf8.RuneCountInString(text) > maxSuggestion {
			f.add(RuleSuggestion, fmt.Sprintf("%s.choices.%d.value", at, i), "over %d characters", maxSuggestion)
		}
	}
}

// checkComponents checks components with all that lies in them; seen are the
// custom ids of the whole message or dialog.
func (f *form) checkComponents(at string, list []Component, seen map[string]bool) {
	for i, c := range list {
		here := fmt.Sprintf("%s.%d", at, i)
		if c.CustomID != "" && seen[c.CustomID] {
			f.add(RuleCustomID, here+".custom_id", "%q is the custom_id of another component too", c.CustomID)
		}
		seen[c.CustomID] = true
		switch c.Type {
		case TypeRow:
			f.checkRow(here, c.Components)
		case TypeButton:
			f.checkButton(here, c)
		case TypeStringSelect:
			f.checkSelect(here, c)
		}
		f.checkComponents(here+".components", c.Components, seen)
		if c.Component != nil {
			f.checkComponents(here+".component", []Component{*c.Component}, seen)
		}
	}
}

func (f *form) checkRow(at string, list []Component) {
	buttons := 0
	for _, c := range list {
		if c.Type == TypeButton {
			buttons++
		}
	}
	if buttons > maxInRow || len(list) > 1 && buttons < len(list) {
		f.add(RuleRows, at+".components", "a row holds up to %d buttons, or one menu", maxInRow)
	}
}

const buttonLink = 5

func (f *form) checkButton(at string, c Component) {
	switch {
	case c.Label+c.Emoji.ID+c.Emoji.Name == "":
		f.add(RuleButton, at+".label", "a button has a label or an emoji")
	case c.Style == buttonLink && (c.URL == "" || c.CustomID != ""):
		f.add(RuleButton, at+".url", "a link has a url, and no custom_id")
	case c.Style != buttonLink && (c.URL != "" || c.CustomID == ""):
		f.add(RuleButton, at+".custom_id", "a button has a custom_id, and no url")
	}
}

func (f *form) checkSelect(at string, c Component) {
	seen := map[any]bool{}
	for i, o := range c.Options {
		if seen[o.Value] {
			f.add(RuleSelect, fmt.Sprintf("%s.options.%d.value", at, i), "%v is offered twice", o.Value)
		}
		seen[o.Value] = true
	}
}
