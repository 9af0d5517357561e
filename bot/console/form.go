package console

import (
	"context"
	"errors"
	"io"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
)

// errCommand is returned for a command in place of an input.
var errCommand = errors.New("console: a command")

// fillForm asks for the inputs of a form and returns the request that submits it. If the
// user cancels, or types a command instead, it says so and returns nil.
func (s *session) fillForm(ctx context.Context, form commands.Form) (*commands.Request, error) {
	s.out.styledLine(bold, form.Title)
	req := s.request(commands.Submit, form.ID)
	req.Options = commands.Options{}
	for _, in := range form.Inputs {
		text, err := s.fillInput(ctx, in)
		if errors.Is(err, io.EOF) { // after Ctrl-D the cursor is still on the prompt's line
			s.out.line("")
		}
		if errors.Is(err, ErrInterrupted) || errors.Is(err, io.EOF) || errors.Is(err, errTooLong) || errors.Is(err, errCommand) {
			s.problem(s.say("console.given-up", nil))
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		req.Options[in.ID] = text
	}
	return &req, nil
}

// fillInput asks for one input, and asks again if it is required but empty.
func (s *session) fillInput(ctx context.Context, in commands.Input) (string, error) {
	if in.Placeholder != "" {
		s.out.styledLine(dim, "  "+in.Placeholder)
	}
	if in.Lines {
		s.out.styledLine(dim, "  "+s.say("console.empty-line-ends", nil))
	}
	if in.Value != "" {
		s.out.styledLine(dim, "  "+s.say("console.filled-in", words.Args{"value": cleanLine(in.Value)}))
	}
	for {
		if err := s.out.flush(); err != nil {
			return "", err
		}
		text, err := s.readInput(ctx, in)
		if err == nil && text == "" {
			text = in.Value
		}
		if err != nil || text != "" || !in.Required {
			return text, err
		}
		s.out.line(s.say("console.needed", words.Args{"label": cleanLine(in.Label)}))
	}
}

func (s *session) readInput(ctx context.Context, in commands.Input) (string, error) {
	text, err := s.inputLine(ctx, cleanLine(in.Label)+": ")
	if !in.Lines {
		text = strings.ReplaceAll(text, "\n", " ") // lines that were pasted together
	}
	if err != nil || !in.Lines || text == "" {
		return strings.TrimSpace(text), err
	}
	for range maxLines {
		line, err := s.inputLine(ctx, promptMore)
		if err != nil {
			return "", err
		}
		if line == "" {
			return strings.TrimSpace(text), nil
		}
		text += "\n" + line
	}
	return "", errTooLong
}

// inputLine reads a line of an input. A command is left for later.
func (s *session) inputLine(ctx context.Context, prompt string) (string, error) {
	if s.unread != nil {
		return "", errCommand
	}
	line, err := s.read(ctx, prompt)
	if err == nil && s.startsCommand(line) {
		s.unread = &line
		return "", errCommand
	}
	return line, err
}
