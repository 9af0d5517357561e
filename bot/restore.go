package main

import (
	"context"
	"fmt"
	"time"

	"nonna/store/repair"
)

type restoreCmd struct {
	File string `arg:"" help:"The backup to restore."`
}

// Run replaces the database by a backup and keeps the old file. The user must name the
// database, and the bot must not be running.
func (c restoreCmd) Run(ctx context.Context, p *program) error {
	db := p.database()
	if !db.named {
		return exitError{fmt.Errorf("which database should be replaced? Without a name it would be %s; --db=%[2]s names it", db, db.location), statusUsage}
	}
	if db.onServer() {
		return exitError{fmt.Errorf("%s is on a server, and this command replaces files: pg_restore restores what pg_dump copied into an empty database", db), statusUsage}
	}
	kept, err := repair.Restore(ctx, c.File, db.path(), time.Now())
	if kept != "" { // also where no copy took its place
		fmt.Fprintf(p.stdout, "Kept the old database as %s.\n", kept)
	}
	if err := p.unlessMendable(ctx, err); err != nil {
		return fmt.Errorf("restoring %s: %w", db, err)
	}
	_, err = fmt.Fprintf(p.stdout, "Restored %s from %s.\n", db, c.File)
	return err
}
