package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nonna/store"
	"nonna/store/move"
)

type moveCmd struct {
	From   location `arg:"" help:"The database to move: a file, or the URL of a database on PostgreSQL."`
	To     location `arg:"" optional:"" help:"Where to: a file that does not exist, or the URL of an empty database."`
	Reopen bool     `help:"Open a database again that was moved, without what was stored since."`
}

// Run moves a database, or opens one again that was moved.
func (c moveCmd) Run(ctx context.Context, p *program) error {
	switch {
	case c.Reopen && c.To != "":
		return exitError{errors.New("--reopen takes one database, the one that was moved"), statusUsage}
	case c.Reopen:
		return c.reopen(ctx, p)
	case c.To == "":
		return exitError{fmt.Errorf("where to move %s? A file that does not exist, or the URL of an empty database, postgres://USER@HOST/NAME", c.From), statusUsage}
	}
	bar := lateBar{stderr: p.stderr}
	moved, err := move.Move(ctx, move.Plan{
		From: c.From.path(), To: c.To.path(), Now: time.Now(),
		Progress: func(done, total int64) { bar.show(done, total, "rows copied and compared") },
	})
	clearBar(bar.bar)
	if err != nil {
		err = fmt.Errorf("moving %s to %s: %w", c.From, c.To, err)
		if errors.Is(err, store.ErrInvalid) {
			err = exitError{err, statusUsage}
		}
		return interrupted(ctx, err)
	}
	if moved.Kept != "" {
		fmt.Fprintf(p.stdout, "Kept the file that was moved before as %s.\n", moved.Kept)
	}
	_, err = fmt.Fprintf(p.stdout, "Moved %d rows from %s to %s, and compared them. Set NONNA_DB to that; %[2]s does not open any more.\n", moved.Rows, moved.From, moved.To)
	return err
}

func (c moveCmd) reopen(ctx context.Context, p *program) error {
	to, err := move.Reopen(ctx, c.From.path())
	if err != nil {
		return fmt.Errorf("opening %s again: %w", c.From, err)
	}
	_, err = fmt.Fprintf(p.stdout, "%s opens again. What was stored since it was moved is only in %s: use one of them.\n", c.From, to)
	return err
}
