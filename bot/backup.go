package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nonna/store"
)

type backupCmd struct {
	File  string `arg:"" optional:"" help:"Where the backup goes; if left out, beside the database, where it is replaced on this day of next week."`
	Force bool   `help:"Replace a file of that name."`
}

// Run copies the database as it is at one moment. The bot may run.
func (c backupCmd) Run(ctx context.Context, p *program) error {
	db := p.database()
	if c.File == "" {
		c.File, c.Force = dailyBackup(db.path, time.Now()), true
	}
	err := store.Backup(ctx, db.path, c.File, c.Force)
	switch {
	case errors.Is(err, store.ErrExists):
		return fmt.Errorf("%w; --force replaces it", err)
	case err != nil:
		return fmt.Errorf("backing up %s: %w", db, err)
	}
	_, err = fmt.Fprintf(p.stdout, "Backed up %s to %s.\n", db, c.File)
	return err
}

// dailyBackup is where the backup of a day goes: one for each day of the week is
// kept, so that a service needs no more than to make one a day.
func dailyBackup(db string, day time.Time) string {
	return db + ".backup-" + strings.ToLower(day.Weekday().String())
}

type restoreCmd struct {
	File string `arg:"" help:"The backup to restore."`
}

// Run puts a backup in the place of the database, which has to be named, and
// keeps the old file. The bot must not run.
func (c restoreCmd) Run(ctx context.Context, p *program) error {
	db := p.database()
	if !db.named {
		return exitError{fmt.Errorf("which database is to be replaced? Not named, it would be %s; --db=%[2]s names it", db, db.path), statusUsage}
	}
	kept, err := store.Restore(ctx, c.File, db.path, time.Now())
	if err != nil {
		return fmt.Errorf("restoring %s: %w", db, err)
	}
	if kept != "" {
		if _, err := fmt.Fprintf(p.stdout, "Kept the old database as %s.\n", kept); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(p.stdout, "Restored %s from %s.\n", db, c.File)
	return err
}
