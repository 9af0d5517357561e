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
	if c.Sample != nil && *c.Sample < 1 {
		return exitError{fmt.Errorf("--sample=%d: takes a number of games, 1 or more", *c.Sample), statusUsage}
	}
	db := p.database()
	again := resettling{program: p, path: db.path}
	check, mend := c.check, "nonna check --rebuild mends what follows from the deals; the bot must not run"
	if c.Rebuild {
		check, mend = c.rebuild, "a backup may help: nonna restore"
	}
	r, err := check(ctx, &again)
	again.clear()
	if err != nil {
		return interrupted(ctx, fmt.Errorf("checking %s: %w", db, err))
	}
	if all := slices.Concat(r.Problems, again.left.list()); len(all) > 0 {
		return fmt.Errorf("%s is damaged:\n  %s\n%s", db, strings.Join(all, "\n  "), mend)
	}
	_, err = fmt.Fprintf(p.stdout, "%s is sound. Games: %d, boards: %d, settled again: %d.\n", db, r.Games, r.Boards, again.settled)
	return err
}

// sample is how many games are settled again, 0 for all.
func (c checkCmd) sample() int64 {
	if c.Sample == nil {
		return 0
	}
	return *c.Sample
}

// check does both at once: each would leave a core idle.
func (c checkCmd) check(ctx context.Context, again *resettling) (r store.Report, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return again.run(ctx, c.sample()) })
	group.Go(func() (err error) {
		r, err = store.CheckFile(ctx, again.path)
		return err
	})
	err = group.Wait()
	return r, err
}

// rebuild prints what is wrong, mends what it can, and checks again.
func (c checkCmd) rebuild(ctx context.Context, again *resettling) (r store.Report, err error) {
	p := again.program
	if r, err = store.CheckFile(ctx, again.path); err != nil {
		return r, err
	}
	s, err := store.Open(ctx, again.path)
	if err != nil {
		return r, err
	}
	again.correct = s.Correct
	if err = again.run(ctx, c.sample()); err == nil {
		err = s.Rebuild(ctx)
	}
	for _, problem := range slices.Concat(r.Problems, again.mended.list()) {
		fmt.Fprintln(p.stdout, problem)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		return r, err
	}
	return store.CheckFile(ctx, again.path)
}
