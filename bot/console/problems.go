package console

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"nonna/bot/spelling"
	"nonna/commands"
	"nonna/commands/words"
)

// refuse returns a message as an error for the user.
func (s *session) refuse(id string, args words.Args) error { return errors.New(s.say(id, args)) }

// unknownCommand returns the error of a line whose first word is not a command.
func (s *session) unknownCommand(line string) error {
	word, _ := firstWord(line)
	name, slash := strings.CutPrefix(word, "/")
	names := s.specNames(s.Router.Commands())
	args := words.Args{"found": clip(name), "commands": list("/", names, "")}
	problem := "console.unknown-word"
	if slash {
		problem = "console.unknown-command"
	}
	return s.unknown(s.say(problem, args), s.didYouMean("/", name, names, ""), args)
}

// unknown returns an error with the problem and what was likely meant or, if that is "",
// with everything there is.
func (s *session) unknown(problem, meant string, args words.Args) error {
	if meant == "" {
		meant = s.say("console.there-are", args)
	}
	return sentences(problem, meant)
}

// unknownSub returns the error of an unknown subcommand.
func (s *session) unknownSub(c call, word string) error {
	names, before := s.specNames(c.spec.Subs), c.path+" "
	args := words.Args{"found": clip(word), "command": c.path, "commands": list(before, names, "")}
	return s.unknown(s.say("console.unknown-sub", args), s.didYouMean(before, word, names, ""), args)
}

// unknownOption returns the error of an unknown option, ending with more.
func (s *session) unknownOption(c call, name, more string) error {
	args := words.Args{"found": clip(name), "command": c.path, "options": s.listOptions(c.spec)}
	return sentences(s.say("console.unknown-option", args),
		s.didYouMean("", name, s.optionNames(c.spec), ":"), s.say("console.has-options", args), more)
}

// didYouMean returns a question with the name that word likely misspells, or "".
func (s *session) didYouMean(before, word string, names []string, after string) string {
	near := spelling.Nearest(strings.ToLower(word), names)
	if near == "" {
		return ""
	}
	return s.say("console.did-you-mean", words.Args{"name": before + near + after})
}

// sentences returns an error of all sentences that are not empty.
func sentences(all ...string) error {
	return errors.New(strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " "))
}

func (s *session) listOptions(c commands.Command) string { return list("", s.optionNames(c), ":") }

// list joins names, each between before and after.
func list(before string, names []string, after string) string {
	return before + strings.Join(names, after+", "+before) + after
}

// clip shortens what was typed for a message.
func clip(s string) string {
	const most = 60
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
