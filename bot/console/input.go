package console

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"nonna/commands"
)

// Lines is where lines come from.
type Lines interface {
	// Read returns the next line without its end. A person is shown the prompt
	// and may edit preset, which is "" for an empty line. It blocks; it returns
	// io.EOF when no more lines come, and what was typed with [ErrInterrupted] when
	// the line was given up.
	Read(prompt, preset string) (string, error)
	// Remember puts a line into the history, where there is one.
	Remember(line string)
	// SetCompleter sets what Tab does, where there is one.
	SetCompleter(Completer)
}

// Completer completes a line at a place counted in characters: by the value of any
// choice, between what stays before and what stays behind.
type Completer = func(line string, pos int) (head string, choices []commands.Choice, tail string)

// ErrInterrupted is returned by [Lines] for a line given up with Ctrl-C.
var ErrInterrupted = errors.New("console: interrupted")

// errTooLong is returned for a line, or lines that belong together, of more
// than maxInput bytes or maxLines lines; what was too long is read and dropped.
var errTooLong = errors.New("console: line too long")

const (
	// maxInput bounds what one command may hold, in bytes. It is far more than
	// any command reads, so that the command itself can say what is too much.
	maxInput = 4 << 20
	// maxLines is the most lines read as one command. The longest that makes
	// sense is a hand a line, and no game has more than 256 players.
	maxLines = 1000
)

const promptMore = "   ... "

// Pipe reads lines from r without showing anything.
func Pipe(r io.Reader) Lines { return Plain(r, io.Discard) }

// Plain reads lines from r and shows prompts on out, for a terminal on which
// lines cannot be edited.
func Plain(r io.Reader, out io.Writer) Lines {
	return &plain{r: bufio.NewReaderSize(r, 64<<10), out: out}
}

type plain struct {
	r   *bufio.Reader
	out io.Writer
}

func (p *plain) Remember(string)        {}
func (p *plain) SetCompleter(Completer) {}

// Read returns the next line. A last line without an end counts.
func (p *plain) Read(prompt, _ string) (string, error) {
	if _, err := io.WriteString(p.out, prompt); err != nil {
		return "", err
	}
	var line []byte
	long := false
	for {
		part, err := p.r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxInput; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long):
			return "", err
		case long:
			return "", errTooLong
		}
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		return strings.ToValidUTF8(string(line), "\uFFFD"), nil
	}
}

// read is s.Lines.Read that gives up when ctx ends. At most one read is ever
// under way: the one left behind by the end of ctx is the last.
func (s *session) read(ctx context.Context, prompt, preset string) (line string, err error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	done := make(chan func() (string, error), 1)
	go func() {
		line, err := s.Lines.Read(prompt, preset)
		done <- func() (string, error) { return line, err }
	}()
	select {
	case result := <-done:
		return result()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// readCommand reads a command: one line, several that were pasted together, or
// as many as come while a code fence or a JSON value stands open, or behind a colon.
// The start of another command, the end of the input and, but in a fence, an empty
// line end it in any case, so that a forgotten bracket does not swallow all that
// follows.
func (s *session) readCommand(ctx context.Context) (string, error) {
	text, err := s.nextLine(ctx, s.prompt())
	if err != nil {
		return text, err
	}
	text = s.cut(strings.TrimSpace(strings.TrimPrefix(text, "\uFEFF")))
	pasted := strings.Contains(text, "\n")
	for lines := 1; s.isOpen(text) || !pasted && endsInColon(text); lines++ {
		line, err := s.nextLine(ctx, promptMore)
		switch {
		case errors.Is(err, io.EOF), err == nil && strings.TrimSpace(line) == "" && !isOpenFence(text):
			return text, nil
		case err != nil:
			return text, err
		case s.startsCommand(line):
			s.unread = &line
			return text, nil
		case len(text)+len(line) >= maxInput || lines >= maxLines:
			return "", errTooLong
		}
		text += "\n" + line
	}
	return text, nil
}

func (s *session) nextLine(ctx context.Context, prompt string) (string, error) {
	if s.unread != nil {
		line := *s.unread
		s.unread = nil
		return line, nil
	}
	line, err := s.read(ctx, prompt, "")
	if err == nil && strings.TrimSpace(line) != "" {
		// Each line by itself, as it was typed.
		s.Lines.Remember(line)
	}
	return line, err
}

// cut returns the first command of lines that were pasted together, and keeps the
// others for later.
func (s *session) cut(text string) string {
	for i, c := range text {
		if c == '\n' && s.startsCommand(text[i+1:]) && !isOpenFence(text[:i]) {
			rest := text[i+1:]
			s.unread = &rest
			return text[:i]
		}
	}
	return text
}

// endsInColon tells whether the first line announces what follows it: "Deal:".
func endsInColon(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return strings.HasSuffix(strings.TrimSpace(first), ":")
}

func (s *session) startsCommand(line string) bool {
	line, slash := strings.CutPrefix(line, "/")
	word, _ := firstWord(line)
	_, _, found := findCommand(s.Router.Specs(), line)
	return slash && (found || own[strings.ToLower(word)] != nil)
}

// isOpen tells whether more lines belong to text.
func (s *session) isOpen(text string) bool {
	if isOpenFence(text) {
		return true
	}
	if !strings.ContainsAny(text, "[{") {
		return false
	}
	if _, _, found := findCommand(s.Router.Specs(), text); !found {
		return isOpenJSON(strings.TrimSpace(text))
	}
	c, err := s.split(text)
	if err != nil {
		return false
	}
	for _, a := range c.args {
		if isOpenJSON(a.value) {
			return true
		}
	}
	return isOpenJSON(c.message)
}

func isOpenFence(text string) bool { return strings.Count(text, "```")%2 == 1 }

// isOpenJSON tells whether v is the beginning of JSON. A "[" alone does not make
// JSON: any character can be a card of Snap.
func isOpenJSON(v string) bool {
	if v == "" || v[0] != '[' && v[0] != '{' {
		return false
	}
	var value json.RawMessage
	return errors.Is(json.NewDecoder(strings.NewReader(v)).Decode(&value), io.ErrUnexpectedEOF)
}
