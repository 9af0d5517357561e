package repair

import (
	"context"

	"nonna/migrations"
	"nonna/store/internal/schema"
	"nonna/store/internal/sqltx"
	"nonna/store/setting"
)

// announcing returns the statement that selects the channels that servers chose, each once, without
// those of servers that removed the bot.
func announcing() string {
	return `
SELECT s.guild_id, CAST(s.value AS BIGINT), MAX(s.lost) FROM settings AS s
WHERE ` + setting.Channels() + ` AND NOT EXISTS (SELECT 1 FROM departures AS e WHERE e.guild_id = s.guild_id)
GROUP BY s.guild_id, s.value ORDER BY s.guild_id, s.value`
}

// Description is what [Describe] finds without reading the whole database.
type Description struct {
	// Version is the schema version of the database, and Latest the newest one that
	// this program knows.
	Version, Latest int64
	// Missing says which tables and indexes are missing, or not those of the schema.
	Missing []string
	// Announcing are the channels for announcements and for tables of daily puzzles, by their
	// servers.
	Announcing []Announcing
}

// Announcing is a channel of a server, and why no messages are sent there any more, "" if they are.
type Announcing struct {
	GuildID, ChannelID uint64
	Lost               string
}

// Describe describes the database at path, which another process may use. It returns the errors of
// [Check].
func Describe(ctx context.Context, path string) (Description, error) {
	return view(ctx, path, func(ctx context.Context, tx *sqltx.Tx) (d Description, err error) {
		d.Latest = migrations.Latest()
		if err := tx.Row(ctx, migrations.Version).Scan(&d.Version); err != nil {
			return d, err
		}
		missing, err := schema.Missing(ctx, tx)
		for _, o := range missing {
			d.Missing = append(d.Missing, o.String())
		}
		if err != nil {
			return d, err
		}
		d.Announcing, err = sqltx.List(ctx, tx, scanAnnouncing, announcing())
		return d, err
	})
}

func scanAnnouncing(scan func(...any) error) (a Announcing, err error) {
	err = scan(&a.GuildID, &a.ChannelID, &a.Lost)
	return a, err
}
