package all_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

// Every command that a page shows, in a sentence, at the beginning of an example or at a prompt,
// exists, and so do its options and the values of those.
func TestCommandsInDocs(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	specs, checked := commandstest.New(t).Router.Commands(), 0
	shown := regexp.MustCompile("(?m)`/([a-z][^`/]*)`|(?:^```text\n|^[A-Za-z]+> )/([a-z].*)$")
	for _, page := range append(pages, "../../README.md", "../../PRIVACY.md", "../../CHANGELOG.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range shown.FindAllStringSubmatch(string(text), -1) {
			typed := found[1] + found[2]
			name, _, _ := strings.Cut(typed, " ")
			if slices.Contains([]string{"as", "healthz", "readyz", "metrics", "interactions"}, name) { // of the console, and paths of HTTP
				continue
			}
			checked++
			if err := checkTyped(specs, typed); err != nil {
				t.Errorf("%s shows /%s: %v", filepath.Base(page), typed, err)
			}
		}
	}
	if checked < 60 {
		t.Errorf("only %d commands are found", checked)
	}
	for _, wrong := range []string{"duel!", "duel up", "duel with: @Anna", "duel best: 2", "duel players: 7", "privacy invites", "daily puzzle"} {
		if checkTyped(specs, wrong) == nil {
			t.Errorf("nothing is found wrong with /%s", wrong)
		}
	}
}

// checkTyped checks a command as it is typed: "duel member: @Anna best: 3".
func checkTyped(specs []commands.Command, typed string) error {
	option := regexp.MustCompile(`(^| )([a-z-]+):`)
	path, options := typed, ""
	if at := option.FindStringIndex(typed); at != nil {
		path, options = typed[:at[0]], typed[at[0]:]
	}
	spec := commands.Command{Subs: specs}
	words := strings.Fields(path)
	for len(words) > 0 && len(spec.Subs) > 0 {
		i := slices.IndexFunc(spec.Subs, func(s commands.Command) bool {
			return strings.EqualFold(s.Name, words[0]) || s.NameIn["it"] == words[0]
		})
		if i < 0 {
			return fmt.Errorf("there is no %q", words[0])
		}
		spec, words = spec.Subs[i], words[1:]
	}
	if first := spec.Options; len(words) > 0 && spec.Kind != commands.MessageMenu && (len(first) == 0 || first[0].Type != commands.TextOption) {
		return fmt.Errorf("%q is no option", words)
	}
	for _, at := range option.FindAllStringSubmatchIndex(options, -1) {
		value := options[at[1]:]
		if next := option.FindStringIndex(value); next != nil {
			value = value[:next[0]]
		}
		if err := checkOption(spec, options[at[4]:at[5]], strings.TrimSpace(value)); err != nil {
			return err
		}
	}
	return nil
}

// checkOption checks an option with its value; "" and "…" are any value.
func checkOption(spec commands.Command, name, value string) error {
	i := slices.IndexFunc(spec.Options, func(o commands.Option) bool { return o.Name == name })
	if i < 0 {
		return fmt.Errorf("there is no option %s", name)
	}
	o := spec.Options[i]
	if value == "" || value == "…" {
		return nil
	}
	if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c commands.Choice) bool { return c.Value == value || strings.HasPrefix(c.Label, value) }) {
		return fmt.Errorf("%s cannot be %q", name, value)
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if o.Type == commands.IntOption && len(o.Choices) == 0 && (err != nil || (o.Min != 0 || o.Max != 0) && (n < o.Min || n > o.Max)) {
		return fmt.Errorf("%s cannot be %q", name, value)
	}
	return nil
}
