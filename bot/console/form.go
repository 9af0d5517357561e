package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"nonna/commands"
)

// ask asks for a form's inputs one by one and returns the request that sends
// it. It returns nil when the form was given up, having said so.
func (s *session) ask(ctx context.Context, form commands.Form) (*commands.Request, error) {
	if !s.Interactive {
		s.problem("“" + cleanLine(form.Title) + "” is a form, and can only be filled in at a terminal.")
		return nil, nil
	}
	s.out.bold(cleanLine(form.Title))
	command, state := commands.SplitID(form.ID)
	req := s.request(commands.Submit, command)
	req.State, req.Options = state, commands.Options{}
	for _, in := range form.Inputs {
		text, err := s.fill(ctx, in)
		if errors.Is(err, ErrInterrupted) || errors.Is(err, io.EOF) || errors.Is(err, errTooLong) {
			s.problem("Given up: nothing was sent.")
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		req.Options[in.ID] = text
	}
	return &req, nil
}

// fill asks for one input, again while it is required and empty.
func (s *session) fill(ctx context.Context, in commands.Input) (string, error) {
	label := cleanLine(in.Label)
	if in.Placeholder != "" {
		s.out.dim("  " + cleanLine(in.Placeholder))
	}
	if in.Lines {
		s.out.dim("  (an empty line ends it)")
	}
	for {
		if err := s.out.flush(); err != nil {
			return "", err
		}
		text, err := s.fillOnce(ctx, in, label)
		if err != nil || text != "" || !in.Required {
			return text, err
		}
		s.out.line(fmt.Sprintf("%s is needed; Ctrl-C gives up.", label))
	}
}

func (s *session) fillOnce(ctx context.Context, in commands.Input, label string) (string, error) {
	preset, _, _ := strings.Cut(cleanLine(in.Value), "\n")
	text, err := s.read(ctx, label+": ", preset)
	if err != nil || !in.Lines || text == "" {
		return strings.TrimSpace(text), err
	}
	for range maxLines {
		line, err := s.read(ctx, promptMore, "")
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
