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

type checkCmd struct {
	Rebuild bool `help:"Compute anew what is kept beside the games, and check again; the bot must not run."`
}

// Run checks the database, which may be in use. The error lists what is wrong.
func (c checkCmd) Run(ctx context.Context, p *program) error {
	r, err := store.CheckFile(ctx, p.config.DB)
	if err != nil {
		return err
	}
	if c.Rebuild {
		for _, problem := range r.Problems {
			if _, err := fmt.Fprintf(p.stdout, "%s\n", problem); err != nil {
				return err
			}
		}
		if err := rebuild(ctx, p.config.DB); err != nil {
			return err
		}
		if r, err = store.CheckFile(ctx, p.config.DB); err != nil {
			return err
		}
	}
	if !r.OK() {
		return fmt.Errorf("%s is damaged:\n  %s", p.config.DB, strings.Join(r.Problems, "\n  "))
	}
	_, err = fmt.Fprintf(p.stdout, "%s is sound: %d games on %d boards.\n", p.config.DB, r.Games, r.Boards)
	return err
}

func rebuild(ctx context.Context, path string) error {
	s, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(s.Rebuild(ctx), s.Close())
}
