package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"nonna/migrations"
)

const announcingIn = `SELECT guild_id, value FROM settings WHERE name = 'announce' ORDER BY guild_id`

// Description is what a database tells of itself without being read whole.
type Description struct {
	// Version is that of its schema, and Latest the newest that this program knows.
	Version, Latest int64
	// Size is that of the file, and Free what is left on its disk, in bytes.
	Size, Free int64
	// Announcing are the servers that chose a channel for announcements, in the
	// order of their ids.
	Announcing []Announcing
}

// Announcing is a server's channel for announcements.
type Announcing struct{ GuildID, ChannelID uint64 }

// Describe describes the database at path, which another process may have open. The
// errors are those of [CheckFile].
func Describe(ctx context.Context, path string) (d Description, err error) {
	err = withFile(ctx, path, 1, func(db *sql.DB) error {
		return transact(ctx, db, nil, func(t session) error { return t.describe(ctx, &d) })
	})
	if err != nil {
		return Description{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return Description{}, err
	}
	d.Size = info.Size()
	if d.Free, err = freeSpace(filepath.Dir(path)); err != nil {
		return Description{}, fmt.Errorf("asking how much room there is beside %s: %w", path, err)
	}
	d.Latest, err = migrations.Latest()
	return d, err
}

func (t session) describe(ctx context.Context, d *Description) error {
	if _, err := t.scan(ctx, schemaVersion, nil, &d.Version); err != nil {
		return err
	}
	return t.each(ctx, announcingIn, nil, func(rows *sql.Rows) error {
		var guild int64
		var channel string
		if err := rows.Scan(&guild, &channel); err != nil {
			return err
		}
		id, err := strconv.ParseUint(channel, 10, 64)
		if err != nil {
			return fmt.Errorf("%w: the channel of server %d is %q", ErrCorrupt, guild, channel)
		}
		d.Announcing = append(d.Announcing, Announcing{uint64(guild), id})
		return nil
	})
}
