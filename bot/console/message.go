package console

import (
	"slices"
	"strings"

	"nonna/bot/spelling"
	"nonna/commands"
	"nonna/engine/lazy"
)

// message turns a line without a command into a request to settle the deal in it. It
// returns false if the line is more likely a mistyped command.
func (s *session) message(line string) (commands.Request, bool) {
	specs := s.Router.Commands()
	i := slices.IndexFunc(specs, func(c commands.Command) bool { return c.Kind == commands.MessageMenu })
	line = strings.TrimSpace(line)
	if i < 0 || strings.HasPrefix(line, "/") || letters().MatchString(line) {
		return commands.Request{}, false
	}
	if word, rest := firstWord(line); optionLike().MatchString(rest) && spelling.Nearest(strings.ToLower(word), s.specNames(specs)) != "" {
		return commands.Request{}, false
	}
	req := s.request(commands.MessageMenu, specs[i].Name)
	req.Message = line
	return req, true
}

var (
	// letters matches a single word, which is never a deal.
	letters = lazy.Regexp(`^\pL*$`)
	// optionLike finds what looks like an option with its value after a command.
	optionLike = lazy.Regexp(`(?:^|\s)[a-z][a-z-]*:[ \t]*\S`)
)
