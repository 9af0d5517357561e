package all_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/words"
)

// label is one name or description of a command in all languages.
type label struct {
	where, english string
	in             map[string]string
	most           int
	isName         bool
}

// labels returns the names and descriptions that users see of a command.
func labels(s commands.Command, where string) []label {
	list := []label{{where, s.Name, s.NameIn, 32, s.Kind != commands.MessageMenu}}
	if s.Kind != commands.MessageMenu {
		list = append(list, label{where + ", description", s.Description, s.DescriptionIn, 100, false})
	}
	for _, sub := range s.Subs {
		if sub.Kind == 0 {
			sub.Kind = commands.Slash
		}
		list = append(list, labels(sub, where+" "+sub.Name)...)
	}
	for _, o := range s.Options {
		at := where + " " + o.Name
		list = append(list, label{at, o.Name, o.NameIn, 32, true}, label{at + ", description", o.Description, o.DescriptionIn, 100, false})
		for _, c := range o.Choices {
			list = append(list, label{at + ", choice " + c.Value, c.Label, c.LabelIn, 100, false})
		}
	}
	return list
}

// TestCommandsAreShownInEveryLanguage checks that every name, description and choice has
// a text within Discord's limits in each language.
func TestCommandsAreShownInEveryLanguage(t *testing.T) {
	t.Parallel()
	// https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-naming
	name := regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)
	for _, s := range specs(t) {
		for _, l := range labels(s, "/"+s.Name) {
			for _, lang := range words.Languages() {
				text := l.in[lang]
				if lang == words.English {
					text = l.english
				}
				switch n := utf8.RuneCountInString(text); {
				case n == 0 || n > l.most || strings.HasPrefix(text, "spec."):
					t.Errorf("%s in %s: %q, want 1 to %d characters", l.where, lang, text, l.most)
				case l.isName && (!name.MatchString(text) || strings.ToLower(text) != text):
					t.Errorf("%s in %s: %q cannot name a command or option", l.where, lang, text)
				}
			}
		}
	}
}

// TestNamesDifferWithinACommand checks that no translation gives two options or
// subcommands one name.
func TestNamesDifferWithinACommand(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Languages()[1:] {
		seen := make(map[string]bool)
		var visit func(s commands.Command, path string)
		visit = func(s commands.Command, path string) {
			path += " " + s.NameIn[lang]
			if seen[path] {
				t.Errorf("%s: two are named%s", lang, path)
			}
			seen[path] = true
			for _, sub := range s.Subs {
				visit(sub, path)
			}
			for _, o := range s.Options {
				visit(commands.Command{NameIn: o.NameIn}, path)
			}
		}
		for _, s := range specs(t) {
			visit(s, "")
		}
	}
}

// TestEnglishNamesAreThePrograms checks that the English names of commands are those in
// the program, which the console reads.
func TestEnglishNamesAreThePrograms(t *testing.T) {
	t.Parallel()
	en := commandstest.Book(t).In("")
	for _, s := range specs(t) {
		for _, id := range specIDs(commandstest.Book(t), s, "spec."+s.Name) {
			parts := strings.Split(id, ".")
			if name, ok := strings.CutSuffix(id, ".name"); ok && parts[0] == "spec" && en.Say(id, nil) != parts[len(parts)-2] {
				t.Errorf("%s is named %q", name, en.Say(id, nil))
			}
		}
	}
}
