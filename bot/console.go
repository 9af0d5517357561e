package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"runtime"
	"sync"

	"golang.org/x/term"

	"nonna/bot/console"
	"nonna/commands"
)

type consoleCmd struct{}

// Run answers lines until the input ends or ctx is done. Neither is an error.
func (consoleCmd) Run(ctx context.Context, p *program) (err error) {
	a, err := p.open(ctx, p.logger(slog.LevelWarn), commands.Limits{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	c := console.Config{
		Router:      a.Router,
		Out:         p.stdout,
		Interactive: isTerminal(p.stdin) && isTerminal(p.stdout),
		Color:       isTerminal(p.stdout) && p.vars["NO_COLOR"] == "" && p.vars["TERM"] != "dumb",
		Traces:      p.settings.Traces,
		Name:        cmp.Or(p.vars["USER"], p.vars["USERNAME"], "console"),
		Words:       a.Say.Book.In(console.Locale(cmp.Or(p.vars["LC_ALL"], p.vars["LC_MESSAGES"], p.vars["LANG"]))),
	}
	c.Announce = func(ctx context.Context, show func(commands.Reply)) { a.Announce(ctx, c.Words.Locale(), show) }
	ctx, stop := context.WithCancel(ctx)
	var hunting sync.WaitGroup
	defer hunting.Wait()
	defer stop()
	hunting.Go(func() { a.Hunt(ctx) })
	if out, ok := p.stdout.(*os.File); ok {
		c.Width = func() int { return console.Width(out) }
	}
	lines, done := p.lines(c.Interactive)
	defer func() { err = errors.Join(err, done()) }()
	c.Lines = lines
	if err = console.Run(ctx, c); ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// lines returns a reader of the lines of standard input, with editing if it is a terminal
// that supports it. done restores the terminal.
func (p *program) lines(interactive bool) (lines console.Lines, done func() error) {
	in, _ := p.stdin.(*os.File)
	out, _ := p.stdout.(*os.File)
	switch {
	case !interactive:
		return console.Pipe(p.stdin), func() error { return nil }
	case p.vars["TERM"] == "dumb", p.vars["TERM"] == "" && runtime.GOOS != "windows":
		return console.Plain(in, out), func() error { return nil }
	}
	t := console.OpenTerminal(in, out)
	return t, t.Close
}

// isTerminal reports whether a reader or writer is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
