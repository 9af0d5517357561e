package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"

	"golang.org/x/term"

	"nonna/bot/console"
	"nonna/commands"
)

type consoleCmd struct{}

// Run answers lines until they end, or ctx does: being asked to end is no
// failure.
func (consoleCmd) Run(ctx context.Context, p *program) (err error) {
	a, err := p.open(ctx, p.logger(slog.LevelWarn))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	c := console.Config{
		Router:      a.Router,
		Out:         p.stdout,
		Interactive: isTerminal(p.stdin) && isTerminal(p.stdout),
		Color:       isTerminal(p.stdout) && p.vars["NO_COLOR"] == "" && p.vars["TERM"] != "dumb",
		Traces:      p.config.Traces,
		User:        commands.User{Name: cmp.Or(p.vars["USER"], p.vars["USERNAME"], "console")},
		Words:       a.Say.Book.In(console.Locale(cmp.Or(p.vars["LC_ALL"], p.vars["LC_MESSAGES"], p.vars["LANG"]))),
	}
	lines, done := p.lines(c.Interactive)
	defer func() { err = errors.Join(err, done()) }()
	c.Lines = lines
	if err = console.Run(ctx, c); ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// lines opens what is typed on: the terminal, with editing where it can, or
// whatever else standard input is. done gives the terminal back.
func (p *program) lines(interactive bool) (lines console.Lines, done func() error) {
	switch {
	case !interactive:
		return console.Pipe(p.stdin), func() error { return nil }
	// The library that edits lines reads and writes the process's own standard
	// input and output, nothing else.
	case p.stdin != io.Reader(os.Stdin) || p.stdout != io.Writer(os.Stdout) || !console.TerminalSupported():
		return console.Plain(p.stdin, p.stdout), func() error { return nil }
	}
	t := console.OpenTerminal()
	return t, t.Close
}

// isTerminal reports whether a reader or writer is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
