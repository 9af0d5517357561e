package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"nonna/store"
	"nonna/store/repair"
)

type backupCmd struct {
	File  string `arg:"" optional:"" help:"Where to write the backup. Without it, beside the database: one for each day of the week, replaced a week later."`
	Force bool   `help:"Replace the file if it exists."`
}

// Run copies the database in a consistent state. The bot may be running.
func (c backupCmd) Run(ctx context.Context, p *program) error {
	db := p.database()
	if db.onServer() {
		return exitError{fmt.Errorf("%s is on a server, and this command copies files: pg_dump --format=custom --file=FILE copies a database,"+
			" and pgBackRest keeps the copies of a server", db), statusUsage}
	}
	if c.File == "" {
		c.File, c.Force = dailyBackup(db.path(), time.Now()), true
	}
	err := p.unlessMendable(ctx, repair.Backup(ctx, db.path(), c.File, c.Force))
	switch {
	case errors.Is(err, store.ErrExists):
		return fmt.Errorf("%w; --force replaces it", err)
	case err != nil:
		return fmt.Errorf("backing up %s: %w", db, err)
	}
	_, err = fmt.Fprintf(p.stdout, "Backed up %s to %s.\n", db, c.File)
	return err
}

// unlessMendable returns the error of a copy, and logs one that a rebuild mends: the copy is there.
func (p *program) unlessMendable(ctx context.Context, err error) error {
	if !errors.Is(err, store.ErrRepairable) {
		return err
	}
	p.logger(slog.LevelWarn).WarnContext(ctx, "the copy has what a rebuild mends", slog.Any("err", err))
	return nil
}

// dailyBackup returns the path of a day's backup. There is one for each day of the
// week, so a daily timer keeps a week of backups without deleting any.
func dailyBackup(db string, day time.Time) string {
	return db + ".backup-" + strings.ToLower(day.Weekday().String())
}
