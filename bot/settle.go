package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"nonna/bot/atomicfile"

	"nonna/bot/progress"
	"nonna/bot/settle"
	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/trace"
)

type settleCmd struct {
	Game        string   `arg:"" help:"Which game: one of the above."`
	Deal        []string `arg:"" optional:"" passthrough:"" help:"The deal, in one word or several; - reads one deal a line from standard input."`
	JSON        bool     `help:"Answer a single deal in JSON too; a stream always is."`
	Echo        bool     `help:"Repeat every deal of a stream as it was read."`
	Trace       string   `placeholder:"FILE" help:"Write the record of the game to a file; - writes it to standard output, and the verdict to standard error."`
	Force       bool     `help:"Replace the file if it exists."`
	TraceFormat string   `placeholder:"FORMAT" enum:"text,jsonl," default:"" help:"The format of the record: text or jsonl (text)."`
	Budget      int64    `placeholder:"CARDS" default:"8000000" help:"Give up after this many cards (8000000)."`

	games  game.List
	params paramFlags
}

// Help returns the text above the flags.
func (s settleCmd) Help() string {
	var examples strings.Builder
	for _, g := range s.games {
		fmt.Fprintf(&examples, "    nonna settle %s %s\n", g.Name, g.Examples[0].Text)
	}
	return fmt.Sprintf(`A single deal is answered in words:

%s
The games are %s.

With - for a deal, or without a deal if standard input is not a terminal, every line that is not blank is a deal and is answered by a line of JSON, in the same order, with the number of its line, counted from 1. A line that cannot be read is answered by {"error":"…","line":N}.

Flags stand before the deal. Everything after -- is the deal.

Exit status: 0 settled, 1 a deal could not be read (or a failure of the system), 3 undecided within the budget, %d wrong usage, 130 interrupted.`, &examples, gameNames(s.games), statusUsage)
}

// gameNames lists games with their aliases.
func gameNames(games game.List) string {
	var names []string
	for _, g := range games {
		names = append(names, strings.Join(append([]string{g.Name}, g.Aliases...), " or "))
	}
	return strings.Join(names, ", ")
}

// The exit statuses of settle, in addition to those of every subcommand.
const (
	statusUnread      = 1
	statusUndecided   = 3
	statusInterrupted = 130 // what shells report for a program ended by Ctrl-C
)

// Run settles the deal of the arguments, or a stream of deals.
func (s settleCmd) Run(ctx context.Context, p *program) error {
	o, given, err := p.readDeal(s.Game, s.Deal, s.params)
	if err != nil {
		return err
	}
	o.Budget, o.Echo = s.Budget, s.Echo
	isStream := len(given) == 0 || len(given) == 1 && given[0] == "-"
	if err := s.check(isStream, len(given) == 0 && isTerminal(p.stdin)); err != nil {
		return exitError{err, statusUsage}
	}
	if isStream {
		return s.stream(ctx, p, o)
	}
	return s.one(ctx, p, o, strings.Join(given, " "))
}

// readDeal returns how the deal of a subcommand is read, and its words.
func (p *program) readDeal(name string, deal []string, params paramFlags) (o settle.Options, given []string, err error) {
	o = settle.Options{Game: p.games.ByName(strings.ToLower(name)), Values: params.options(), Budget: game.DefaultBudget}
	if o.Game == nil {
		return o, nil, exitError{fmt.Errorf("there is no game %q: the games are %s", name, gameNames(p.games)), statusUsage}
	}
	if given, err = dealWords(deal, p.parsed); err == nil {
		err = params.check(o.Game)
	}
	if err != nil {
		return o, nil, exitError{err, statusUsage}
	}
	book, err := words.Load()
	if err == nil {
		o.Say = book.In(words.English)
	}
	return o, given, err
}

// check returns an error if the flags do not fit together. noDeal reports that there
// is neither a deal nor a stream.
func (s settleCmd) check(isStream, noDeal bool) error {
	switch {
	case noDeal:
		return fmt.Errorf("there is no deal: write one after %s, or - to type one a line", s.Game)
	case s.Budget < 1:
		return fmt.Errorf("--budget=%d: takes a number of cards, 1 or more", s.Budget)
	case s.TraceFormat != "" && s.Trace == "":
		return fmt.Errorf("--trace-format=%s: say with --trace=FILE where to write the trace", s.TraceFormat)
	case s.Trace != "" && isStream:
		return fmt.Errorf("--trace=%s: only a single deal can be traced, write it after %s", s.Trace, s.Game)
	}
	return nil
}

// one settles the deal of the arguments.
func (s settleCmd) one(ctx context.Context, p *program, o settle.Options, text string) error {
	a, err := settle.One(ctx, text, o)
	var unread *deal.Problems
	switch {
	case errors.As(err, &unread):
		return s.unread(p, o, unread)
	case err != nil:
		return interrupted(ctx, err)
	}
	out := p.stdout
	if s.Trace == "-" {
		out = p.stderr // standard output is for the trace alone
	}
	if err := s.writeTrace(ctx, p, a); err != nil {
		return interrupted(ctx, err)
	}
	if err := s.answer(out, o, a); err != nil {
		return err
	}
	if a.Undecided() {
		return exitError{fmt.Errorf("undecided within the budget; --budget=CARDS takes more than %d", s.Budget), statusUndecided}
	}
	return nil
}

// unread returns the error of a deal that cannot be read. With --json it also prints
// what a stream would answer.
func (s settleCmd) unread(p *program, o settle.Options, problems *deal.Problems) error {
	if s.JSON {
		b, err := settle.JSON(settle.Unread(o.Say, problems, 0))
		if err == nil {
			_, err = p.stdout.Write(b)
		}
		if err != nil {
			return err
		}
	}
	return exitError{fmt.Errorf("the deal cannot be read\n%s", settle.Problems(o.Say, problems)), statusUnread}
}

// answer prints an answer with a single write.
func (s settleCmd) answer(out io.Writer, o settle.Options, a settle.Answer) error {
	if !s.JSON {
		_, err := io.WriteString(out, a.Text(o.Say))
		return err
	}
	b, err := a.JSON()
	if err == nil {
		_, err = out.Write(b)
	}
	return err
}

// writeTrace writes the trace to where --trace says.
func (s settleCmd) writeTrace(ctx context.Context, p *program, a settle.Answer) error {
	if s.Trace == "" {
		return nil
	}
	var opts trace.Options
	if s.TraceFormat == "jsonl" {
		opts.Format = trace.JSONLines
	}
	return p.writeFile("the trace", s.Trace, s.Force, func(w io.Writer) error { return a.WriteTrace(ctx, w, opts) })
}

// writeFile writes what a subcommand was asked for to a file, or to standard output for "-".
func (p *program) writeFile(what, name string, force bool, write func(io.Writer) error) error {
	if name == "-" {
		return write(p.stdout)
	}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && !force {
		return fmt.Errorf("writing %s: %s exists already; --force replaces it", what, name)
	}
	if err := atomicfile.Write(name, write); err != nil {
		return fmt.Errorf("writing %s: %w", what, err)
	}
	return nil
}

// stream settles the deals of standard input.
func (s settleCmd) stream(ctx context.Context, p *program, o settle.Options) error {
	var line *progress.Line
	if !isTerminal(p.stdin) && !isTerminal(p.stdout) { // or it would be drawn over deals or answers
		line = p.newProgress(false)
	}
	sum, err := settle.Stream(ctx, p.stdin, p.stdout, o, func(s settle.Summary) {
		line.Update(-1, fmt.Sprintf("%d deals settled", s.Deals))
	})
	line.Clear()
	if err != nil {
		return fmt.Errorf("%w; lines answered: %d", interrupted(ctx, err), sum.Deals)
	}
	switch {
	case sum.Unread > 0:
		return exitError{fmt.Errorf("%d of %d deals could not be read, the first in line %d", sum.Unread, sum.Deals, sum.First), statusUnread}
	case sum.Undecided > 0:
		return exitError{fmt.Errorf("%d of %d deals are undecided within the budget; --budget=CARDS takes more than %d", sum.Undecided, sum.Deals, s.Budget), statusUndecided}
	}
	return nil
}

// interrupted returns err, or an error with statusInterrupted if the end of ctx caused it:
// what was printed is right but incomplete.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))) {
		return exitError{errors.New("interrupted"), statusInterrupted}
	}
	return err
}
