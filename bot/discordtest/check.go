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
	maxCommand    = 8000
)

// keptFileName is a file name that Discord leaves as it is; links that the bot
// made to any other break.
var keptFileName = regexp.MustCompile(`^[A-Za-z0-9.-][A-Za-z0-9_.-]*$`)

// checkMessage checks a message that lies at a path of the body.
func (f *form) checkMessage(at string, m *payload) {
	if n := utf8.RuneCountInString(m.Content); n > maxContent {
		f.add(RuleContent, at+".content", "%d characters, over %d", n, maxContent)
	}
	f.checkEmbeds(at, m)
	f.checkFiles(at, m)
	if m.Flags&flagComponentsV2 == 0 && len(m.Components) > maxRows {
		f.add(RuleRows, at+".components", "%d rows, over %d", len(m.Components), maxRows)
	}
	f.checkComponents(at+".components", m.Components, map[string]bool{})
}

func (f *form) checkEmbeds(at string, m *payload) {
	total := 0
	for i, e := range m.Embeds {
		here := fmt.Sprintf("%s.embeds.%d", at, i)
		size := utf8.RuneCountInString(e.Title + e.Description)
		for j, field := range e.Fields {
			if field.Name == "" || field.Value == "" {
				f.add(RuleEmpty, fmt.Sprintf("%s.fields.%d", here, j), "a field has a name and a value")
			}
			size += utf8.RuneCountInString(field.Name + field.Value)
		}
		if e.Footer != nil {
			size += utf8.RuneCountInString(e.Footer.Text)
		}
		if e.Author != nil {
			size += utf8.RuneCountInString(e.Author.Name)
		}
		if size == 0 && e.Image == nil && e.Thumbnail == nil {
			f.add(RuleEmpty, here, "the embed says nothing")
		}
		total += size
		f.checkPicture(here+".image.url", e.Image, m.files)
		f.checkPicture(here+".thumbnail.url", e.Thumbnail, m.files)
	}
	if total > maxEmbedTotal {
		f.add(RuleEmbedTotal, at+".embeds", "%d characters over all embeds, over %d", total, maxEmbedTotal)
	}
}

func (f *form) checkPicture(at string, m *EmbedMedia, files []File) {
	if m == nil {
		return
	}
	name, ok := strings.CutPrefix(m.URL, "attachment://")
	if ok && !slices.ContainsFunc(files, func(f File) bool { return f.Name == name }) {
		f.add(RuleFiles, at, "no file %q comes with the message", name)
	}
}

func (f *form) checkFiles(at string, m *payload) {
	if len(m.files) > maxFiles {
		f.add(RuleFiles, at+".attachments", "%d files, over %d", len(m.files), maxFiles)
	}
	for i, file := range m.files {
		if len(file.Data) > maxFile {
			f.add(RuleFileSize, fmt.Sprintf("%s.attachments.%d", at, i), "%d bytes, over %d", len(file.Data), maxFile)
		}
	}
	for i, ref := range m.Attachments {
		// Short ids number the files of this request; long ones are snowflakes
		// of files that the message already has.
		uploaded := func(f File) bool { return f.number == string(ref.ID) }
		if len(ref.ID) < 16 && !slices.ContainsFunc(m.files, uploaded) {
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

const (
	buttonLink    = 5
	buttonPremium = 6
)

func (f *form) checkButton(at string, c Component) {
	switch {
	case c.Style == buttonPremium:
		return
	case c.Label == "" && (c.Emoji == nil || c.Emoji.ID+c.Emoji.Name == ""):
		f.add(RuleButton, at+".label", "a button has a label or an emoji")
	case c.Style == buttonLink && (c.URL == "" || c.CustomID != ""):
		f.add(RuleButton, at+".url", "a link has a url, and no custom_id")
	case c.Style != buttonLink && (c.URL != "" || c.CustomID == ""):
		f.add(RuleButton, at+".custom_id", "a button has a custom_id, and no url")
	}
}

func (f *form) checkSelect(at string, c Component) {
	seen := map[string]bool{}
	for i, o := range c.Options {
		if seen[o.Value] {
			f.add(RuleSelect, fmt.Sprintf("%s.options.%d.value", at, i), "%q is offered twice", o.Value)
		}
		seen[o.Value] = true
	}
}

func (f *form) checkModal(at string, m Modal) {
	if len(m.Components) > maxInputs {
		f.add(RuleModal, at+".components", "%d components, over %d", len(m.Components), maxInputs)
	}
	f.checkComponents(at+".components", m.Components, map[string]bool{})
}

func (f *form) checkSuggestions(at string, list []Choice) {
	for i, c := range list {
		if text, _ := c.Value.(string); utf8.RuneCountInString(text) > maxSuggestion {
			f.add(RuleSuggestion, fmt.Sprintf("%s.choices.%d.value", at, i), "over %d characters", maxSuggestion)
		}
	}
}

// commandName is Discord's own pattern for the names of slash commands and of
// their options.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// checkCommand checks a command that lies at a path of the body.
func (f *form) checkCommand(at string, c Command) {
	if c.Type > CommandSlash {
		if c.Description != "" || len(c.Options) > 0 {
			f.add(RuleDescription, at+".description", "a command of a menu has neither description nor options")
		}
		return
	}
	if n := commandSize(c.Texts, c.Options); n > maxCommand {
		f.add(RuleCommandSize, at, "%d characters, over %d", n, maxCommand)
	}
	f.checkTexts(at, c.Texts)
	f.checkOptions(at, c.Options)
}

func (f *form) checkTexts(at string, t Texts) {
	names := map[string]string{".name": t.Name}
	for locale, name := range t.NameLocalizations {
		names[".name_localizations."+locale] = name
	}
	for field, name := range names {
		if !commandName.MatchString(name) || strings.ToLower(name) != name {
			f.add(RuleCommandName, at+field, "%q is no name of a command or an option", name)
		}
	}
	if t.Description == "" {
		f.add(RuleDescription, at+".description", "a description is needed")
	}
}

// checkOptions checks the options of a command or of a subcommand.
func (f *form) checkOptions(at string, list []CommandOption) {
	names := map[string]bool{}
	optional, subs := false, 0
	for i, o := range list {
		here := fmt.Sprintf("%s.options.%d", at, i)
		f.checkTexts(here, o.Texts)
		if names[o.Name] {
			f.add(RuleOptions, here+".name", "the name %q is used twice", o.Name)
		}
		names[o.Name] = true
		if o.Required && optional {
			f.add(RuleRequiredFirst, here, "it is required and comes after one that is not")
		}
		optional = optional || !o.Required
		if o.Type <= OptionGroup {
			subs++
		}
		if o.Autocomplete && (len(o.Choices) > 0 || !slices.Contains([]int{OptionString, OptionInteger, OptionNumber}, o.Type)) {
			f.add(RuleOptions, here+".autocomplete", "only texts and numbers are suggested, and only without choices")
		}
		f.checkOptions(here, o.Options)
	}
	if subs > 0 && subs < len(list) {
		f.add(RuleOptions, at+".options", "subcommands stand beside options")
	}
}

// commandSize is what counts towards the limit of a command: of a translated
// text the longest translation.
func commandSize(t Texts, options []CommandOption) int {
	n := longest(t.Name, t.NameLocalizations) + longest(t.Description, t.DescriptionLocalizations)
	for _, o := range options {
		n += commandSize(o.Texts, o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations) + utf8.RuneCountInString(fmt.Sprint(c.Value))
		}
	}
	return n
}

func longest(text string, localized map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, t := range localized {
		n = max(n, utf8.RuneCountInString(t))
	}
	return n
}
