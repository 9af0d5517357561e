package main

import (
	"context"
	"fmt"
	"time"

	"nonna/store"
)

type backupCmd struct {
	File string `arg:"" help:"Where the backup goes; an older one of that name is replaced."`
}

// Run copies the database as it is at one moment. The bot may run.
func (c backupCmd) Run(ctx context.Context, p *program) error {
	if err := store.Backup(ctx, p.config.DB, c.File); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.stdout, "Backed up %s to %s.\n", p.config.DB, c.File)
	return err
}

type restoreCmd struct {
	File string `arg:"" help:"The backup to restore."`
}

// Run puts a backup in the place of the database, and keeps the old file. The
// bot must not run.
func (c restoreCmd) Run(ctx context.Context, p *program) error {
	kept, err := store.Restore(ctx, c.File, p.config.DB, time.Now())
	if err != nil {
		return err
	}
	if kept != "" {
		if _, err := fmt.Fprintf(p.stdout, "Kept the old database as %s.\n", kept); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(p.stdout, "Restored %s from %s.\n", p.config.DB, c.File)
	return err
}
