package console

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"nonna/commands"
)

// Lines is a source of lines.
type Lines interface {
	// Read blocks until there is a line, and returns it without its end. A person sees
	// the prompt and edits the line. At the end of the input Read returns io.EOF; if the
	// user cancels the line, what was typed and [ErrInterrupted].
	Read(prompt string) (string, error)
	// Remember adds a line to the history, if there is one.
	Remember(line string)
	// SetCompleter sets what Tab completes, if there is a Tab.
	SetCompleter(Completer)
}

// Completer completes a line at a position in characters. A completed line is head, the
// value of one of the choices, and tail.
type Completer = func(line string, pos int) (head string, choices []commands.Choice, tail string)

// ErrInterrupted is returned by [Lines] for a line cancelled with Ctrl-C.
var ErrInterrupted = errors.New("console: interrupted")

// errTooLong is returned for a line, or several that belong together, of more than
// maxInput bytes or maxLines lines, or of maxTyped typed characters. They are read and dropped.
var errTooLong = errors.New("console: line too long")

const (
	// maxInput bounds one command in bytes. It is far above the limits of commands, so
	// that they report their own.
	maxInput = 4 << 20
	// maxLines bounds one command in lines. The longest sensible one has a line for each
	// hand, and no game has more than 256 players.
	maxLines = 1000
)

const promptMore = "   ... "

// Pipe reads lines from r without showing anything.
func Pipe(r io.Reader) Lines { return Plain(r, io.Discard) }

// Plain reads lines from r and shows prompts on out, for terminals that cannot edit
// lines.
func Plain(r io.Reader, out io.Writer) Lines {
	return &plain{r: bufio.NewReaderSize(r, 64<<10), out: out}
}

type plain struct {
	r   *bufio.Reader
	out io.Writer
}

func (p *plain) Remember(string)        {}
func (p *plain) SetCompleter(Completer) {}

// Read shows the prompt and returns the next line. The last line need not end with a
// newline.
func (p *plain) Read(prompt string) (string, error) {
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

// read is s.Lines.Read that returns early when ctx is done. That read goes on in the
// background, and no other follows it.
func (s *session) read(ctx context.Context, prompt string) (line string, err error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	done := make(chan func() (string, error), 1)
	go func() {
		line, err := s.Lines.Read(prompt)
		done <- func() (string, error) { return line, err }
	}()
	select {
	case result := <-done:
		return result()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// readCommand reads a command: one line, several that were pasted together, or all until a code
// fence is closed. The command always ends before the start of another, and at the end of the
// input.
func (s *session) readCommand(ctx context.Context) (string, error) {
	text, err := s.nextLine(ctx, s.prompt())
	if err != nil {
		return text, err
	}
	text = s.cut(strings.TrimSpace(strings.TrimPrefix(text, "\uFEFF")))
	for lines := 1; isOpenFence(text); lines++ {
		line, err := s.nextLine(ctx, promptMore)
		switch {
		case errors.Is(err, io.EOF):
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
	line, err := s.read(ctx, prompt)
	if err == nil && strings.TrimSpace(line) != "" {
		s.Lines.Remember(line) // each line by itself, as it was typed
	}
	return line, err
}

// cut returns the first command of text that was pasted, and keeps the rest in s.unread.
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

func (s *session) startsCommand(line string) bool {
	line, slash := strings.CutPrefix(line, "/")
	word, _ := firstWord(line)
	_, _, found := s.findCommand(line)
	return slash && (found || s.builtin(word) != "")
}

func isOpenFence(text string) bool { return strings.Count(text, "```")%2 == 1 }
