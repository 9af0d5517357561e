package console

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
)

// Lines is where lines come from.
type Lines interface {
	// Read returns the next line without its end. A person is shown the prompt
	// and may edit preset, which is "" for an empty line. It blocks; it returns
	// io.EOF when no more lines come and [ErrInterrupted] when the line was
	// given up.
	Read(prompt, preset string) (string, error)
	// Remember puts a line into the history, where there is one.
	Remember(line string)
}

// completing is a [Lines] on which Tab works.
type completing interface {
	SetCompleter(complete func(line string, pos int) (head string, completions []string, tail string))
}

// ErrInterrupted is returned by [Lines] for a line given up with Ctrl-C.
var ErrInterrupted = errors.New("console: interrupted")

// errTooLong is returned for a line, or lines that belong together, of more
// than maxInput bytes; the line itself has been read and dropped.
var errTooLong = errors.New("console: line too long")

// maxInput bounds what one command may hold, in bytes. It is far more than any
// command reads, so that the command itself can say what is too much for it.
const maxInput = 4 << 20

// Pipe reads lines from r without showing anything.
func Pipe(r io.Reader) Lines {
	return &pipe{r: bufio.NewReaderSize(r, 64<<10), out: io.Discard}
}

// Plain reads lines from r and shows prompts on out, for a terminal on which
// lines cannot be edited.
func Plain(r io.Reader, out io.Writer) Lines {
	return &pipe{r: bufio.NewReaderSize(r, 64<<10), out: out}
}

type pipe struct {
	r   *bufio.Reader
	out io.Writer
}

// Remember does nothing: there is no history.
func (p *pipe) Remember(string) {}

// Read returns the next line. A last line without an end counts.
func (p *pipe) Read(prompt, _ string) (string, error) {
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
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long) {
			return "", err
		}
		if long {
			return "", errTooLong
		}
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		return strings.ToValidUTF8(string(line), "\uFFFD"), nil
	}
}

// read is s.Lines.Read that gives up when ctx ends. At most one read is ever
// under way: the one left behind by the end of ctx is the last.
func (s *session) read(ctx context.Context, prompt, preset string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if !s.Interactive {
		prompt, preset = "", ""
	}
	type result struct {
		line string
		err  error
	}
	done := make(chan result, 1)
	go func() {
		line, err := s.Lines.Read(prompt, preset)
		done <- result{line, err}
	}()
	select {
	case r := <-done:
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
