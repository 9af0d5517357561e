package console

import (
	"regexp"
	"slices"
	"strings"

	"nonna/bot/spelling"
	"nonna/commands"
)

// message turns a line without a command into a request to settle the deal in it. It
// returns false if the line is more likely a mistyped command.
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

// marked returns a message with what can only be a deal marked as code: the lines after a
// first one that ends in a colon, and piles.
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
	// letters matches a single word, which is never a deal.
	letters = regexp.MustCompile(`^\pL*$`)
	// label finds a line that introduces the next one.
	label = regexp.MustCompile(`(?m):\s*$`)
	// optionLike finds what looks like an option with its value after a command.
	optionLike = regexp.MustCompile(`(?:^|\s)[a-z][a-z-]*:[ \t]*\S`)
)

// isPiles reports whether a line consists of words of equal length. In Discord's messages
// such words are piles only if they are marked as code; nobody chats at the console.
func isPiles(line string) bool {
	piles := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '/' })
	for _, p := range piles {
		if len(p) != len(piles[0]) || !letters.MatchString(p) {
			return false
		}
	}
	return len(piles) > 1
}
