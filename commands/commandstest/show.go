package commandstest

import (
	"fmt"
	"reflect"
	"strings"

	"nonna/commands"
)

// Show writes a reply as text, whole but for the bytes of long files.
func Show(r commands.Reply) string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	line("title", r.Title)
	line("text", r.Text)
	for _, f := range r.Fields {
		line("field "+f.Name, f.Value)
	}
	line("footer", r.Footer)
	for _, row := range r.Rows {
		showRow(&b, row)
	}
	if r.Form != nil {
		fmt.Fprintf(&b, "form %q: %s\n", r.Form.Title, stateOf(r.Form.ID))
		for _, in := range r.Form.Inputs {
			fmt.Fprintf(&b, "  %s = %s (%q), required %v, lines %v\n", in.ID, in.Label, in.Placeholder, in.Required, in.Lines)
			if in.Value != "" {
				fmt.Fprintf(&b, "    filled in: %q\n", in.Value)
			}
		}
	}
	for _, c := range r.Choices {
		fmt.Fprintf(&b, "choice %s = %s\n", c.Value, c.Label)
	}
	if r.Picture != nil {
		fmt.Fprintf(&b, "picture %s: %s\n", r.Picture.Name, r.Picture.Alt)
	}
	if len(r.Mentions) > 0 {
		fmt.Fprintf(&b, "tells %d\n", r.Mentions)
	}
	if r.Ephemeral {
		b.WriteString("for the asker alone\n")
	}
	if r.Update {
		b.WriteString("in place of the message\n")
	}
	for _, f := range r.Files {
		showFile(&b, f)
	}
	return b.String()
}

func showRow(b *strings.Builder, row commands.Row) {
	for _, btn := range row.Buttons {
		fmt.Fprintf(b, "button %q: %s, disabled %v\n", btn.Label, stateOf(btn.ID), btn.Disabled)
	}
	if row.Menu != nil {
		fmt.Fprintf(b, "menu %q: %s\n", row.Menu.Placeholder, stateOf(row.Menu.ID))
		for _, c := range row.Menu.Choices {
			fmt.Fprintf(b, "  %s = %s (%s)\n", c.Value, c.Label, c.Detail)
		}
	}
}

func showFile(b *strings.Builder, f commands.File) {
	if strings.HasSuffix(f.Name, ".gz") { // its size depends on the compressor
		fmt.Fprintf(b, "file %s\n", f.Name)
		return
	}
	fmt.Fprintf(b, "file %s, %d bytes\n", f.Name, len(f.Data))
	if len(f.Data) < 2000 {
		b.WriteString("    " + strings.ReplaceAll(strings.TrimRight(string(f.Data), "\n"), "\n", "\n    ") + "\n")
	}
}

// IsSettled reports whether a reply is the result of a game, which shows its deal.
func IsSettled(r commands.Reply) bool { return len(r.Fields) > 0 }

// ActionOf returns the action that answers an id, and the state in the id. It panics where none
// does.
func ActionOf(id string) (commands.Action, commands.State) {
	list, err := listed()
	if err != nil {
		panic(err)
	}
	name, text, _ := strings.Cut(id, ":")
	for _, c := range list {
		for _, a := range c.Actions {
			if s, ok := a.Read(text); ok && c.Name == name {
				return a, s
			}
		}
	}
	panic("no action answers " + id)
}

// stateOf writes the id of a button, menu or form as its command, its name and the fields of its
// state.
func stateOf(id string) string {
	if id == "" {
		return "link"
	}
	command, _, _ := strings.Cut(id, ":")
	a, s := ActionOf(id)
	said := a.Name
	if said != command {
		said = command + " " + said
	}
	for field, value := range reflect.ValueOf(s).Fields() {
		switch {
		case value.IsZero():
		case value.Kind() == reflect.String:
			said += fmt.Sprintf(" %s=%q", strings.ToLower(field.Name), value)
		default:
			said += fmt.Sprintf(" %s=%v", strings.ToLower(field.Name), value)
		}
	}
	return said
}
