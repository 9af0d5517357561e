package store

import (
	"context"
	"database/sql"
	"fmt"
)

const (
	settingsOf = `SELECT name, value FROM settings WHERE guild_id = $1`

	settingSet = `
INSERT INTO settings (guild_id, name, value) VALUES ($1, $2, $3)
ON CONFLICT (guild_id, name) DO UPDATE SET value = excluded.value`

	settingUnset = `DELETE FROM settings WHERE guild_id = $1 AND name = $2`

	eraseSettings = `DELETE FROM settings WHERE guild_id = $1`
)

// Settings returns what was chosen for a server; the zero value for a server
// that nothing was chosen for, and where guildID is 0.
func (s *Store) Settings(ctx context.Context, guildID uint64) (Settings, error) {
	var c Settings
	scope, err := scopeOf(guildID, 0)
	if err != nil || guildID == 0 {
		return c, err
	}
	err = s.view(ctx, func(t session) (err error) {
		c, err = t.settings(ctx, scope)
		return err
	})
	return c, err
}

// settings reads a server's rows. Rows of settings that there are no more are
// left alone.
func (t session) settings(ctx context.Context, guild int64) (Settings, error) {
	var c Settings
	all := AllSettings(nil)
	err := t.each(ctx, settingsOf, []any{guild}, func(rows *sql.Rows) error {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return err
		}
		for _, s := range all {
			if s.Name != name {
				continue
			}
			if err := s.Set(&c, value); err != nil {
				return fmt.Errorf("the settings of server %d: %w", guild, err)
			}
		}
		return nil
	})
	return c, err
}

// Configure changes the settings of a.GuildID and returns the new ones. change
// gets the present ones, in the transaction that stores what it makes of them
// and writes into the audit list what is different: two admins who change
// different settings at once do not undo each other. A request done before
// changes nothing. Errors: [ErrInvalid] for settings out of their bounds, and
// for the server 0.
func (s *Store) Configure(ctx context.Context, a Act, change func(*Settings)) (Settings, error) {
	var c Settings
	if err := a.checkGuild(); err != nil {
		return c, err
	}
	err := s.update(ctx, func(t session) (err error) {
		if c, err = t.settings(ctx, int64(a.GuildID)); err != nil {
			return err
		}
		var entries int64
		known, err := t.scan(ctx, auditKnown, []any{a.RequestID}, &entries)
		if err != nil || known {
			return err
		}
		before := c
		change(&c)
		return t.configure(ctx, a, before, c)
	})
	if err != nil {
		return Settings{}, err
	}
	return c, nil
}

// configure stores the settings that changed, and notes each.
func (t session) configure(ctx context.Context, a Act, before, after Settings) error {
	for _, s := range AllSettings(nil) {
		if err := s.check(after); err != nil {
			return err
		}
		value := s.Value(after)
		if value == s.Value(before) {
			continue
		}
		text, args := settingSet, []any{int64(a.GuildID), s.Name, value}
		if value == s.Default() {
			text, args = settingUnset, args[:2]
		}
		if _, err := t.exec(ctx, text, args...); err != nil {
			return err
		}
		d := Done{Action: Configured, Setting: s.Name, Value: value}
		if err := t.writeAudit(ctx, a, int64(a.GuildID), d); err != nil {
			return err
		}
	}
	return nil
}
