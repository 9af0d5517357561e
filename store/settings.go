package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"nonna/store/internal/table"
	"nonna/store/setting"
)

const (
	settingsOf = `SELECT name, value, lost FROM settings WHERE guild_id = $1`

	settingSet = `
INSERT INTO settings (guild_id, name, value, lost) VALUES ($1, $2, $3, FALSE)
ON CONFLICT (guild_id, name) DO UPDATE SET value = excluded.value, lost = FALSE`

	settingLost = `
UPDATE settings SET lost = TRUE WHERE guild_id = $1 AND name = 'announce' AND value = $2 AND NOT lost`

	settingUnset = `DELETE FROM settings WHERE guild_id = $1 AND name = $2`

	eraseSettings = `DELETE FROM settings WHERE guild_id = $1`
)

// Settings returns what was chosen for a server; the zero value for a server
// that nothing was chosen for, and where guildID is 0.
func (s *Store) Settings(ctx context.Context, guildID uint64) (setting.Values, error) {
	var c setting.Values
	scope, err := table.Scope(guildID, 0)
	if err != nil || guildID == 0 {
		return c, err
	}
	err = s.view(ctx, func(tx txn) (err error) {
		c, err = tx.settings(ctx, scope)
		return err
	})
	return c, err
}

// settings reads a server's rows. The error is also for a row that cannot be read:
// what should be private must not be shown.
func (tx txn) settings(ctx context.Context, guild int64) (setting.Values, error) {
	c, unreadable, err := tx.readSettings(ctx, guild)
	for _, s := range unreadable {
		err = errors.Join(err, fmt.Errorf("the setting %s of server %d cannot be read", s.Name, guild))
	}
	if err != nil {
		return setting.Values{}, err
	}
	return c, nil
}

// readSettings reads a server's rows, and returns the settings whose rows cannot be
// read: these have their defaults. Rows of settings that there are no more are
// left alone.
func (tx txn) readSettings(ctx context.Context, guild int64) (c setting.Values, unreadable []setting.Setting, err error) {
	all := setting.All(nil)
	err = tx.Each(ctx, settingsOf, []any{guild}, func(rows *sql.Rows) error {
		var name, value string
		var lost bool
		if err := rows.Scan(&name, &value, &lost); err != nil {
			return err
		}
		for _, s := range all {
			if s.Name != name {
				continue
			}
			if before := c; s.Set(&c, value) != nil {
				c, unreadable = before, append(unreadable, s)
			}
			c.AnnounceLost = c.AnnounceLost || lost
		}
		return nil
	})
	return c, unreadable, err
}

// ChannelLost notes that nothing can be sent to a channel any more, if it is the one
// that a server chose for announcements: until it chooses one anew, it has none. It
// reports whether that is news.
func (s *Store) ChannelLost(ctx context.Context, guildID, channelID uint64) (bool, error) {
	scope, err := guildScope(guildID)
	if err != nil {
		return false, err
	}
	var changed int64
	err = s.update(ctx, func(tx txn) (err error) {
		changed, err = tx.Exec(ctx, settingLost, scope, strconv.FormatUint(channelID, 10))
		return err
	})
	return changed > 0, err
}

// Configure changes the settings of a.GuildID and returns the new ones. change
// gets the present ones, in the transaction that stores what it makes of them
// and writes into the audit list what is different: two admins who change
// different settings at once do not undo each other. A request that changed
// something before changes nothing again. What cannot be read counts as its
// default, and is deleted, so that an admin can mend it. Errors: [ErrInvalid] for
// settings out of their bounds, and for the server 0.
func (s *Store) Configure(ctx context.Context, a AdminAction, change func(*setting.Values)) (setting.Values, error) {
	var c setting.Values
	if err := a.checkGuild(); err != nil {
		return c, err
	}
	err := s.update(ctx, func(tx txn) (err error) {
		var unreadable []setting.Setting
		if c, unreadable, err = tx.readSettings(ctx, int64(a.GuildID)); err != nil {
			return err
		}
		for _, s := range unreadable {
			if _, err := tx.Exec(ctx, settingUnset, int64(a.GuildID), s.Name); err != nil {
				return err
			}
		}
		var entries int64
		known, err := tx.Scan(ctx, auditByRequest, []any{a.RequestID}, &entries)
		if err != nil || known {
			return err
		}
		before := c
		change(&c)
		return tx.configure(ctx, a, before, c)
	})
	if err != nil {
		return setting.Values{}, err
	}
	return c, nil
}

// configure stores the settings that changed, and notes each.
func (tx txn) configure(ctx context.Context, a AdminAction, before, after setting.Values) error {
	for _, s := range setting.All(nil) {
		if err := s.Check(after); err != nil {
			return err
		}
		value := s.Value(after)
		anew := s.Kind() == setting.Channel && before.AnnounceLost && !after.AnnounceLost
		if value == s.Value(before) && !anew {
			continue
		}
		text, args := settingSet, []any{int64(a.GuildID), s.Name, value}
		if value == s.Default() {
			text, args = settingUnset, args[:2]
		}
		if _, err := tx.Exec(ctx, text, args...); err != nil {
			return err
		}
		d := AuditLine{Action: SetAction, Setting: s.Name, Value: value}
		if err := tx.writeAudit(ctx, a, int64(a.GuildID), d); err != nil {
			return err
		}
	}
	return nil
}
