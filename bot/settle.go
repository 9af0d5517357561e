package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"nonna/bot/settle"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/trace"
)

type settleCmd struct {
	Game        settle.Game `arg:"" enum:"camicia,beggar,snap,clock" help:"camicia, beggar, snap or clock."`
	Deal        []string    `arg:"" optional:"" help:"The deal, in one word or several; - reads one deal a line from standard input."`
	JSON        bool        `help:"Answer one deal in JSON, as a stream always is."`
	Trace       string      `placeholder:"FILE" help:"Write how the deal is played to a file; - is standard output, and the verdict goes to standard error."`
	TraceFormat string      `placeholder:"FORMAT" enum:"text,jsonl," default:"" help:"How: text or jsonl (text)."`
	Deck        string      `placeholder:"DECK" enum:"french,italian," default:"" help:"Camicia's deck: french or italian (french)."`
	Budget      int64       `placeholder:"CARDS" default:"8000000" help:"Give up after so many cards (8000000); clock needs no budget."`
}

// Help is what stands above the flags.
func (settleCmd) Help() string {
	return `One deal is answered in words: nonna settle camicia 2 A 7 / 3 4 5

With - for a deal, or without one when standard input is no terminal, every line that is not blank is a deal and is answered by one line of JSON, in the same order. A line that cannot be read is answered by {"error":"…","line":N}, lines counted from 1.

A word that looks like a flag (-x, --word) is one. Behind -- everything is the deal.

Exit status: 0 settled, 1 a deal could not be read (or a failure of the system), 2 wrong usage, 3 undecided within the budget, 130 interrupted.`
}

// The exit statuses of settle, beside those of every subcommand.
const (
	statusUnread      = 1
	statusUndecided   = 3
	statusInterrupted = 130 // as shells have it for a program ended by Ctrl-C
)

// exitError is an error with an exit status of its own.
type exitError struct {
	error
	code int
}

func (e exitError) Unwrap() error { return e.error }

// ExitCode is the exit status; see status.
func (e exitError) ExitCode() int { return e.code }

// Run settles one deal, or a stream of them.
func (s settleCmd) Run(ctx context.Context, p *program) error {
	streams := len(s.Deal) == 0 || len(s.Deal) == 1 && s.Deal[0] == "-"
	if err := s.check(streams, len(s.Deal) == 0 && isTerminal(p.stdin)); err != nil {
		return usageError{err}
	}
	if streams {
		return s.settleStream(ctx, p)
	}
	return s.settleOne(ctx, p)
}

// check says what does not go together in the flags. The error hints at what
// does.
func (s settleCmd) check(streams, nothing bool) error {
	switch {
	case nothing:
		return fmt.Errorf("there is no deal: write one behind %s, or - to type one a line", s.Game)
	case s.Budget < 1:
		return fmt.Errorf("--budget=%d: takes a number of cards, 1 or more", s.Budget)
	case s.Deck != "" && s.Game != settle.Camicia:
		return fmt.Errorf("--deck=%s: only camicia has two decks, not %s", s.Deck, s.Game)
	case s.TraceFormat != "" && s.Trace == "":
		return fmt.Errorf("--trace-format=%s: say with --trace=FILE where to write the trace", s.TraceFormat)
	case s.Trace != "" && streams:
		return fmt.Errorf("--trace=%s: only one deal can be traced, write it behind %s", s.Trace, s.Game)
	}
	return nil
}

func (s settleCmd) options() settle.Options {
	o := settle.Options{Game: s.Game, Budget: s.Budget}
	if s.Deck == card.Italian.String() {
		o.Deck = card.Italian
	}
	return o
}

// settleOne settles the deal of the arguments.
func (s settleCmd) settleOne(ctx context.Context, p *program) error {
	a, err := settle.One(ctx, strings.Join(s.Deal, " "), s.options())
	var unread *deal.Problems
	switch {
	case errors.As(err, &unread):
		return s.printUnread(p, unread)
	case err != nil:
		return interrupted(ctx, err)
	}
	for _, r := range a.Remarks {
		fmt.Fprintf(p.stderr, "nonna: note: %s\n", r)
	}
	out := p.stdout
	if s.Trace == "-" {
		out = p.stderr // standard output is the trace's alone
	}
	if err := s.writeTrace(ctx, p, a); err != nil {
		return interrupted(ctx, err)
	}
	if err := s.printVerdict(out, a); err != nil {
		return ignoreBrokenPipe(err)
	}
	if a.Undecided {
		return exitError{fmt.Errorf("undecided within the budget; --budget=CARDS takes more than %d", s.Budget), statusUndecided}
	}
	return nil
}

// printUnread shows what keeps a deal from being read: on standard error to people,
// and to programs as the stream does.
func (s settleCmd) printUnread(p *program, problems *deal.Problems) error {
	if s.JSON {
		b, err := settle.JSON(settle.Unread(problems, 0))
		if err == nil {
			_, err = p.stdout.Write(b)
		}
		if err != nil {
			return ignoreBrokenPipe(err)
		}
	}
	return exitError{fmt.Errorf("the deal cannot be read\n%s", problems.Plain()), statusUnread}
}

// printVerdict writes the verdict, in one write.
func (s settleCmd) printVerdict(out io.Writer, a settle.Answer) error {
	text := []byte(a.Text())
	if s.JSON {
		b, err := settle.JSON(a.Verdict)
		if err != nil {
			return err
		}
		text = b
	}
	_, err := io.Copy(out, bytes.NewReader(text))
	return err
}

// writeTrace writes the trace where it is wanted.
func (s settleCmd) writeTrace(ctx context.Context, p *program, a settle.Answer) error {
	var opts trace.Options
	if s.TraceFormat == "jsonl" {
		opts.Format = trace.JSONLines
	}
	write := func(w io.Writer) error { return a.WriteTrace(ctx, w, opts) }
	switch s.Trace {
	case "":
		return nil
	case "-":
		return ignoreBrokenPipe(write(p.stdout))
	}
	if err := settle.CreateFile(s.Trace, write); err != nil {
		return fmt.Errorf("writing the trace: %w", err)
	}
	return nil
}

// settleStream settles the deals of standard input.
func (s settleCmd) settleStream(ctx context.Context, p *program) error {
	bar := newSettleBar(p)
	sum, err := settle.Stream(ctx, p.stdin, p.stdout, s.options(), bar.update)
	bar.clear()
	if err = ignoreBrokenPipe(err); err != nil {
		return interrupted(ctx, fmt.Errorf("%w; lines answered: %d", err, sum.Deals))
	}
	switch {
	case sum.Unread > 0:
		return exitError{fmt.Errorf("%d of %d deals could not be read, the first in line %d", sum.Unread, sum.Deals, sum.First), statusUnread}
	case sum.Undecided > 0:
		return exitError{fmt.Errorf("%d of %d deals are undecided within the budget; --budget=CARDS takes more than %d", sum.Undecided, sum.Deals, s.Budget), statusUndecided}
	}
	return nil
}

// interrupted gives an error that comes from being asked to end the exit status
// of that: what was written is right, but not all that was asked for.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))) {
		return exitError{fmt.Errorf("interrupted: %w", err), statusInterrupted}
	}
	return err
}

// ignoreBrokenPipe takes a reader that wants no more for a reason to end, not
// for a failure: `nonna settle … | head` has what it wanted. On the process's
// own standard output the system ends the program before this does.
func ignoreBrokenPipe(err error) error {
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}

// stdinSize is how much is to be read from a regular file, -1 for anything
// else.
func stdinSize(stdin io.Reader) int64 {
	f, ok := stdin.(*os.File)
	if !ok {
		return -1
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&fs.ModeType != 0 {
		return -1
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return -1
	}
	return info.Size() - at
}
