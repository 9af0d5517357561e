package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
	"nonna/store/setting"
)

// maxReason is the most bytes of a reason why a channel is lost.
const maxReason = 200

const (
	settingsOf = `SELECT name, value, lost FROM settings WHERE guild_id = $1`

	settingSet = `
INSERT INTO settings (guild_id, name, value, lost) VALUES ($1, $2, $3, '')
ON CONFLICT (guild_id, name) DO UPDATE SET value = excluded.value, lost = ''`

	settingLost = `UPDATE settings AS s SET lost = $3 WHERE s.guild_id = $1 AND s.value = $2 AND s.lost = '' AND `

	settingUnset = `DELETE FROM settings WHERE guild_id = $1 AND name = $2`
)

// Settings returns the settings of a server, the defaults if guildID is 0.
func (s *Store) Settings(ctx context.Context, guildID uint64) (setting.Values, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (setting.Values, error) { return tx.settings(ctx, guildID) }, sqltx.OneStatement)
}

// settings returns the settings of a server, and ignores those that no longer exist. It returns an
// error for an invalid value, which nothing writes: private answers must not become public.
func (tx Tx) settings(ctx context.Context, guild uint64) (c setting.Values, err error) {
	all := setting.All(nil)
	err = tx.Each(ctx, settingsOf, []any{guild}, func(rows *sql.Rows) error {
		var name, value, lost string
		if err := rows.Scan(&name, &value, &lost); err != nil {
			return err
		}
		for _, s := range all {
			if s.Name != name {
				continue
			}
			if err := s.Set(&c, value); err != nil {
				return fmt.Errorf("the settings of server %d in the database: %w", guild, err)
			}
			s.Lose(&c, lost)
		}
		return nil
	})
	return c, err
}

// ChannelLost records why messages cannot be sent to a channel, in words of 1 to 200 bytes. If
// the server chose it for announcements or for its daily table, there are none until the server
// sets a channel again.
func (s *Store) ChannelLost(ctx context.Context, guildID, channelID uint64, why string) error {
	if err := table.CheckText("reason", why, 1, maxReason); err != nil {
		return err
	}
	return s.Do(ctx, func(ctx context.Context, tx Tx) error {
		_, err := tx.Exec(ctx, settingLost+setting.Channels(), guildID, strconv.FormatUint(channelID, 10), why)
		return err
	}, HoldGuild(guildID))
}

// Configure calls change, once or several times, with the settings of a.GuildID, stores the result,
// adds the changes to the audit list and returns the new settings. All of it is one transaction:
// two admins who change different settings at once do not undo each other. A request that was done
// before changes nothing. Errors: [ErrInvalid] for settings out of their bounds, and for the server
// 0.
func (s *Store) Configure(ctx context.Context, a Action, change func(*setting.Values)) (setting.Values, error) {
	if err := a.CheckGuild(); err != nil {
		return setting.Values{}, err
	}
	c, err := Update(ctx, s, func(ctx context.Context, tx Tx) (setting.Values, error) {
		c, err := tx.settings(ctx, a.GuildID)
		if err != nil {
			return c, err
		}
		known, err := tx.Scan(ctx, auditByRequest, []any{a.RequestID}, new(int64))
		if err != nil || known {
			return c, err
		}
		before := c
		change(&c)
		return c, tx.configure(ctx, a, before, c)
	}, HoldGuild(a.GuildID), HoldUser(a.ActorID))
	if err != nil {
		return setting.Values{}, err
	}
	return c, nil
}

// configure stores the settings that changed, and adds each to the audit list.
func (tx Tx) configure(ctx context.Context, a Action, before, after setting.Values) error {
	for _, s := range setting.All(nil) {
		if err := s.Check(after); err != nil {
			return err
		}
		value := s.Value(after)
		found := s.Lost(before) != "" && s.Lost(after) == ""
		if value == s.Value(before) && !found {
			continue
		}
		text, args := settingSet, []any{a.GuildID, s.Name, value}
		if value == s.Default() {
			text, args = settingUnset, args[:2]
		}
		if _, err := tx.Exec(ctx, text, args...); err != nil {
			return err
		}
		d := AuditLine{Action: SetAction, Setting: s.Name, Value: value}
		if err := tx.writeAudit(ctx, a, d); err != nil {
			return err
		}
	}
	return nil
}
