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

// announcingIn leaves out servers that removed the bot.
const announcingIn = `
SELECT s.guild_id, s.value FROM settings AS s
WHERE s.name = 'announce' AND NOT EXISTS (SELECT 1 FROM erasures AS e WHERE e.subject = 'guild' AND e.subject_id = s.guild_id)
ORDER BY s.guild_id`

// Description is what a database tells of itself without being read whole.
type Description struct {
	// Version is that of its schema, and Latest the newest that this program knows.
	Version, Latest int64
	// Foreign is a file of the database that is not of the owner of its folder, and
	// that only root could open, "" for none. It is looked for as root alone.
	Foreign string
	// Announcing are the servers that chose a channel for announcements, in the
	// order of their ids.
	Announcing []Announcing
}

// Announcing is a server's channel for announcements.
type Announcing struct{ GuildID, ChannelID uint64 }

// Describe describes the database at path, which another process may have open. The
// errors are those of [CheckFile].
func Describe(ctx context.Context, path string) (d Description, err error) {
	// What stands beside the database, and whose folder it is, a link does not say.
	if path, err = resolve(path); err != nil {
		return d, err
	}
	err = withFile(ctx, path, 1, func(db *sql.DB) error {
		return transact(ctx, db, nil, func(t session) error { return t.describe(ctx, &d) })
	})
	if err != nil {
		return Description{}, err
	}
	d.Foreign, d.Latest = foreign(path), migrations.Latest()
	return d, nil
}

// foreign finds a file that is not of the owner of its folder.
func foreign(path string) string {
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil || os.Geteuid() != 0 {
		return ""
	}
	for _, suffix := range []string{"", "-wal", "-shm", lockSuffix} {
		if file, err := os.Stat(path + suffix); err == nil && !sameOwner(file, folder) {
			return path + suffix
		}
	}
	return ""
}

// FreeSpace is how many bytes can still be written beside a file.
func FreeSpace(path string) (int64, error) {
	n, err := freeSpace(filepath.Dir(path))
	if err != nil {
		return 0, fmt.Errorf("asking how much room there is beside %s: %w", path, err)
	}
	return n, nil
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
