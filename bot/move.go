package main

import (
	"context"
	"errors"
	"fmt"

	"nonna/store"
	"nonna/store/move"
)

type moveCmd struct {
	From location `arg:"" help:"The database to move: a file, or the URL of a database on PostgreSQL."`
	To   location `arg:"" help:"Where to: the URL of an empty database, or a file that does not exist."`
}

// Run moves a database.
func (c moveCmd) Run(ctx context.Context, p *program) error {
	trustRoots()
	line := p.newProgress(false)
	moved, err := move.Move(ctx, c.From.path(), c.To.path(), func(rows int64) {
		line.Update(-1, fmt.Sprintf("%d rows copied", rows))
	})
	line.Clear()
	if err != nil {
		err = fmt.Errorf("moving %s to %s: %w", c.From, c.To, err)
		if errors.Is(err, store.ErrInvalid) {
			err = exitError{err, statusUsage}
		}
		return interrupted(ctx, err)
	}
	_, err = fmt.Fprintf(p.stdout, "Moved %d rows from %s to %s, and checked them. Set NONNA_DB to that; %[2]s does not open any more.\n", moved.Rows, moved.From, moved.To)
	return err
}
