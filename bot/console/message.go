package console

import (
	"regexp"
	"slices"
	"strings"

	"nonna/bot/spelling"
	"nonna/commands"
)

// message turns a line that begins with no command into a request to settle the
// deal in it. It reports false for what is no deal but most likely a command.
func (s *session) message(line string) (commands.Request, bool) {
	specs := s.Router.Specs()
	i := slices.IndexFunc(specs, func(c commands.Spec) bool { return c.Kind == commands.MessageMenu })
	line = strings.TrimSpace(line)
	if i < 0 || strings.HasPrefix(line, "/") || letters.MatchString(line) {
		return commands.Request{}, false
	}
	if word, rest := firstWord(line); optionLike.MatchString(rest) && spelling.Nearest(strings.ToLower(word), specNames(specs)) != "" {
		return commands.Request{}, false
	}
	req := s.request(commands.MessageMenu, specs[i].Name)
	req.Message = marked(line)
	return req, true
}

// marked marks as code what is a deal beyond doubt, as people do among other words:
// lines that the first one announces with a colon, and piles.
func marked(message string) string {
	first, rest, _ := strings.Cut(message, "\n")
	switch {
	case isPiles(message):
		return commands.Code(message)
	case strings.HasSuffix(first, ":") && !strings.Contains(message, "`") && !label.MatchString(rest):
		return first + "\n" + commands.CodeBlock(rest)
	}
	return message
}

var (
	// letters are a word alone. No deal is one.
	letters = regexp.MustCompile(`^\pL*$`)
	// label finds a line that announces the next one.
	label = regexp.MustCompile(`(?m):\s*$`)
	// optionLike finds what looks like an option with its value behind a command.
	optionLike = regexp.MustCompile(`(?:^|\s)[a-z][a-z-]*:[ \t]*\S`)
)

// isPiles tells whether a line is nothing but words of letters, all of one length.
// Among other words of a message such are piles only where they are marked as code;
// here nobody says anything else.
func isPiles(line string) bool {
	piles := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '/' })
	for _, p := range piles {
		if len(p) != len(piles[0]) || !letters.MatchString(p) {
			return false
		}
	}
	return len(piles) > 1
}
