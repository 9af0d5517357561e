package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"nonna/store"
)

type checkCmd struct {
	Sample  *int64 `placeholder:"GAMES" help:"Settle about so many games again, drawn at random; all if left out."`
	Rebuild bool   `help:"Mend games that came to something else, compute anew what is kept beside them, and check again; the bot must not run."`
}

// Run checks the database, which may be in use, and settles its games again. The
// error lists what is wrong.
func (c checkCmd) Run(ctx context.Context, p *program) error {
	db := p.database()
	again := resettling{program: p, path: db.path}
	if c.Sample != nil {
		if again.sample = *c.Sample; again.sample < 1 {
			return exitError{fmt.Errorf("--sample=%d: takes a number of games, 1 or more", again.sample), statusUsage}
		}
	}
	check, mend := again.check, "nonna check --rebuild mends what follows from the deals; the bot must not run"
	if c.Rebuild {
		check, mend = again.rebuild, "a backup may help: nonna restore"
	}
	r, err := check(ctx)
	clearBar(again.bar)
	if err != nil {
		return interrupted(ctx, fmt.Errorf("checking %s: %w", db, err))
	}
	if all := slices.Concat(r.Problems, again.left.list()); len(all) > 0 {
		return fmt.Errorf("%s is damaged:\n  %s\n%s", db, strings.Join(all, "\n  "), mend)
	}
	_, err = fmt.Fprintf(p.stdout, "%s is sound. Games: %d, boards: %d, settled again: %d.\n", db, r.Games, r.Boards, again.settled)
	return err
}

// check does both at once: each would leave a core idle.
func (r *resettling) check(ctx context.Context) (report store.Report, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return r.run(ctx) })
	group.Go(func() (err error) {
		report, err = store.CheckFile(ctx, r.path)
		return err
	})
	err = group.Wait()
	return report, err
}

// rebuild prints what is wrong, mends what it can, and checks again.
func (r *resettling) rebuild(ctx context.Context) (report store.Report, err error) {
	if report, err = store.CheckFile(ctx, r.path); err != nil {
		return report, err
	}
	s, err := store.Open(ctx, r.path)
	if err != nil {
		return report, err
	}
	r.correct = s.Correct
	if err = r.run(ctx); err == nil {
		err = s.Rebuild(ctx)
	}
	for _, problem := range slices.Concat(report.Problems, r.mended.list()) {
		fmt.Fprintln(r.program.stdout, problem)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		return report, err
	}
	return store.CheckFile(ctx, r.path)
}
