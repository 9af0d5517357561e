package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonna/commands/verdict"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/repair"
)

type checkCmd struct {
	Sample  *int64 `placeholder:"GAMES" help:"Settle only about this many games again, chosen at random."`
	Rebuild bool   `help:"Correct wrong results and rebuild what is derived from them, then check again; the bot must not be running."`
}

// Run checks the database, which may be in use unless it is to be rebuilt, and settles
// its games again. The error lists the problems.
func (c checkCmd) Run(ctx context.Context, p *program) error {
	db := p.database()
	var sample int64
	if c.Sample != nil {
		if sample = *c.Sample; sample < 1 {
			return exitError{fmt.Errorf("--sample=%d: takes a number of games, 1 or more", sample), statusUsage}
		}
	}
	check := repair.CheckAndResettle
	if c.Rebuild {
		check = p.rebuild
	}
	line := p.newProgress(false)
	report, again, err := check(ctx, db.path(), repair.Resettling{
		Settle: p.resettle, Sample: sample,
		Progress: func(settled, done, parts int64) { // the last part is the rest of the check
			line.Update(float64(done)/float64(parts+1), fmt.Sprintf("%d games settled again", settled))
		},
	})
	line.Clear()
	switch {
	case c.Rebuild: // what is still wrong cannot be rebuilt
		report.Restore = report.Restore || report.Rebuild || errors.Is(err, store.ErrCorrupt)
	case errors.Is(err, store.ErrRepairable):
		report.Rebuild = true
	case errors.Is(err, store.ErrCorrupt):
		report.Restore = true
	}
	if err != nil {
		if report.Restore || report.Rebuild {
			err = fmt.Errorf("%w; %s", err, hint(db, report, again))
		}
		return interrupted(ctx, fmt.Errorf("checking %s: %w", db, err))
	}
	if all := slices.Concat(report.Problems, again.Wrong.List()); len(all) > 0 {
		return fmt.Errorf("%s is damaged:\n  %s\n%s", db, strings.Join(all, "\n  "), hint(db, report, again))
	}
	_, err = fmt.Fprintf(p.stdout, "%s is sound. Games: %d, boards: %d, settled again: %d.\n", db, report.Games, report.Boards, again.Games)
	if db.onServer() && err == nil {
		_, err = fmt.Fprintln(p.stdout, "The files of a server are not looked at: pg_amcheck checks them.")
	}
	return err
}

// hint returns what mends the problems that a check found.
func hint(db database, report repair.Report, again repair.Resettled) string {
	switch {
	case db.onServer() && (report.Restore || again.Unreadable):
		return "a rebuild does not fix this; pg_restore or pgBackRest brings back a backup of the server, while no bot is running"
	case report.Restore || again.Unreadable:
		return "a rebuild does not fix this; nonna restore replaces the database by a backup, while the bot is not running"
	case report.Rebuild || len(again.Wrong.List()) > 0:
		return "nonna check --rebuild fixes this; the bot must not be running"
	}
	return "neither a rebuild nor a backup is needed"
}

// rebuild prints the problems, fixes what it can, and checks the database again.
func (p *program) rebuild(ctx context.Context, path string, r repair.Resettling) (report repair.Report, again repair.Resettled, err error) {
	if report, err = repair.Check(ctx, path); err != nil {
		return report, again, err
	}
	db, err := repair.Open(ctx, path)
	if err != nil {
		return report, again, err
	}
	if again, err = db.Resettle(ctx, r); err == nil {
		err = db.Rebuild(ctx)
	}
	for _, problem := range slices.Concat(report.Problems, again.Mended.List()) {
		fmt.Fprintln(p.stdout, problem)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return report, again, err
	}
	report, err = repair.Check(ctx, path)
	return report, again, err
}

// resettle settles the deal of a stored game again.
func (p *program) resettle(ctx context.Context, stored repair.Settled) (store.Game, error) {
	g, d, err := p.games.Read(stored.Name, stored.Options, stored.Deal)
	if err != nil {
		return store.Game{}, err
	}
	play, err := d.Settle(ctx, game.DefaultBudget)
	if err != nil {
		return store.Game{}, err
	}
	return verdict.StoredGame(g, d, play), nil
}
