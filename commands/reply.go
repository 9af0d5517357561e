package commands

import (
	"cmp"
	"strings"
)

// Reply is a handler's whole answer. Texts are Discord's markdown; an adapter renders
// them and keeps the limits of its platform. Text that users typed must pass through
// [Escape] first.
type Reply struct {
	// Locale is the language of the reply, "" for that of the user. An adapter that has to
	// add something to the reply uses it. The router sets it.
	Locale string
	// Title is one short line, plain text.
	Title string
	// Text is the body.
	Text string
	// Verdict says that the text answers the request and the title only names its
	// subject: an adapter without titles then puts the title second.
	Verdict bool
	// Fields are short named facts shown below the body.
	Fields []Field
	// Footer is a small last line, plain text.
	Footer string
	// Picture is shown with the reply, or nil.
	Picture *File
	// Files are attached.
	Files []File
	// Mentions are the users whom the text mentions so that they are told, none by default.
	// Discord tells them only of a text without title, fields, footer and picture.
	Mentions []uint64
	// Rows hold the buttons and select menus, at most five rows.
	Rows []Row
	// Form, when set, is opened and nothing else is shown: only in answer to a [Slash],
	// a [MessageMenu] or a [Press].
	Form *Form
	// Choices answers a [Complete], best first; all other fields are then ignored.
	Choices []Choice
	// Ephemeral makes the reply visible to the user alone.
	Ephemeral bool
	// Update replaces the message whose button was pressed instead of sending a new one.
	Update bool
	// Unrecorded is why the game that the reply tells of could not be stored, nil if it
	// was. The text says so too; the router logs and counts it.
	Unrecorded error
}

// Field is a named fact of a [Reply].
type Field struct{ Name, Value string }

// File is a file made for the user.
type File struct {
	// Name consists of ASCII letters, digits, "-", "_" and ".".
	Name string
	// Data is the whole content.
	Data []byte
	// Alt describes a picture to people who cannot see it.
	Alt string
}

// Row is one row of controls: up to five buttons, or one menu.
type Row struct {
	Buttons []Button
	Menu    *Menu
}

// Buttons returns one row of buttons, and no row for no button.
func Buttons(list ...Button) []Row {
	if len(list) == 0 {
		return nil
	}
	return []Row{{Buttons: list}}
}

// Button is something to press, or a link.
type Button struct {
	// ID comes back in Request.Command and Request.State, split at the first colon. It
	// has 1 to 100 bytes and is unique in the message.
	ID string
	// URL makes the button a link; ID is then empty.
	URL      string
	Label    string
	Style    Style
	Disabled bool
}

// As returns the button in a style.
func (b Button) As(s Style) Button {
	b.Style = s
	return b
}

// Style is the look of a button.
type Style int

// The styles of buttons.
const (
	Plain Style = iota
	Primary
	Danger
)

// Menu is a select menu: one of up to 25 choices.
type Menu struct {
	// ID is as for [Button].
	ID          string
	Placeholder string
	Choices     []Choice
}

// Choice is one entry of a menu, a list of suggestions or an option.
type Choice struct {
	// Label is shown (at most 100 characters); Value comes back, for an integer option in decimal.
	Label, Value string
	// Detail is a smaller second line, in menus only.
	Detail string
	// LabelIn gives Label in other languages, by Discord locale.
	LabelIn map[string]string
}

// In returns the label in a language, or the value if there is no label.
func (c Choice) In(locale string) string { return cmp.Or(c.LabelIn[locale], c.Label, c.Value) }

// Form is a dialog with up to five text boxes.
type Form struct {
	// ID is as for [Button].
	ID     string
	Title  string
	Inputs []Input
}

// Input is one text box of a [Form].
type Input struct {
	// ID names the box in Request.Options.
	ID, Label, Placeholder string
	// Value is what the box is filled in with.
	Value string
	// Lines makes a box of several lines.
	Lines    bool
	Required bool
}

// Escape returns text that is safe inside a [Reply]: its markdown has no effect and it
// mentions nobody.
func Escape(s string) string {
	return escaper.Replace(s)
}

// escaper puts a backslash before every character with a meaning in Discord's markdown,
// and breaks up mentions such as @everyone and <#…>.
//
//nolint:gochecknoglobals // never written to, and safe for concurrent use
var escaper = strings.NewReplacer(
	`\`, `\\`, `*`, `\*`, `_`, `\_`, `~`, `\~`, "`", "\\`", `|`, `\|`, `>`, `\>`,
	`#`, `\#`, `-`, `\-`, `[`, `\[`, `]`, `\]`, `(`, `\(`, `)`, `\)`, `<`, `\<`,
	`@`, "@\u200b", `:`, "\\:",
)
