package console

import (
	"context"
	"errors"
	"io"
	"strings"
)

const (
	prompt     = "nonna> "
	promptMore = "   ... "
)

// maxLines is the most lines read as one command. The longest that makes sense
// is a hand a line, and no game has more than 256 players.
const maxLines = 1000

// readCommand reads a command: one line, or several as long as a code fence or
// a JSON value stands open. The start of another command, the end of the input
// and, but in a fence, an empty line end it in any case, so that a forgotten
// bracket does not swallow all that follows.
func (s *session) readCommand(ctx context.Context) (string, error) {
	text, err := s.nextLine(ctx, prompt)
	if err != nil {
		return "", err
	}
	text = strings.TrimPrefix(text, "\uFEFF")
	for lines := 1; s.open(text); lines++ {
		line, err := s.nextLine(ctx, promptMore)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
		if strings.TrimSpace(line) == "" && !openFence(text) {
			break
		}
		if s.startsCommand(line) {
			s.pushed = &line
			break
		}
		if len(text)+len(line) >= maxInput || lines >= maxLines {
			return "", errTooLong
		}
		text += "\n" + line
	}
	return text, nil
}

func (s *session) nextLine(ctx context.Context, prompt string) (string, error) {
	if s.pushed != nil {
		line := *s.pushed
		s.pushed = nil
		return line, nil
	}
	line, err := s.read(ctx, prompt, "")
	if err == nil && strings.TrimSpace(line) != "" {
		// Each line by itself: joined into one they could mean something else.
		s.Lines.Remember(line)
	}
	return line, err
}

func (s *session) startsCommand(line string) bool {
	if !strings.HasPrefix(line, "/") {
		return false
	}
	_, _, found := findCommand(s.Router.Specs(), line)
	return found
}

// open tells whether more lines belong to text.
func (s *session) open(text string) bool {
	if openFence(text) {
		return true
	}
	if !strings.ContainsAny(text, "[{") {
		return false
	}
	call, err := split(s.Router.Specs(), text)
	if err != nil {
		return false
	}
	for _, a := range call.args {
		if openJSON(a.value) {
			return true
		}
	}
	return openJSON(call.message)
}

func openFence(text string) bool { return strings.Count(text, "```")%2 == 1 }

// openJSON tells whether v is JSON whose brackets are not all closed. A "["
// alone does not make JSON: any character can be a card of Snap.
func openJSON(v string) bool {
	if v == "" || !strings.ContainsRune("[{", rune(v[0])) {
		return false
	}
	if next := strings.TrimSpace(v[1:]); next != "" && !strings.ContainsRune(`[]{}"-0123456789`, rune(next[0])) {
		return false
	}
	depth, quoted := 0, false
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
	}
	return depth > 0
}
