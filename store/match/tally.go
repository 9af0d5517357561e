package match

import (
	"context"
	"time"

	"nonna/store"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// Tally is how a member did in the matches of a server that were played to an end.
type Tally struct {
	store.Person
	// Seats are those in matches of all kinds, counted by [Matches.Own] alone.
	Wins, Played, Seats int64
}

const ranked = `
FROM (
  SELECT CASE seats.seat WHEN 0 THEN m.host_id ELSE m.guest_id END AS user_id, SUM(CASE WHEN m.winner = seats.seat THEN 1 ELSE 0 END) AS wins, COUNT(*) AS played
  FROM matches AS m CROSS JOIN (SELECT 0 AS seat UNION ALL SELECT 1) AS seats
  WHERE m.guild_id = $1 AND m.reason IN ('won', 'drawn') AND m.acted_at >= $3 AND m.acted_at < $4
    AND CASE seats.seat WHEN 0 THEN m.host_id ELSE m.guest_id END > 0
  GROUP BY 1 ORDER BY wins DESC, played, 1 LIMIT +$2
) AS ranked
ORDER BY ranked.wins DESC, ranked.played, ranked.user_id`

// Tallies returns how members did in the matches of a server that were played to an end from a
// time on and before another, those with the most wins first, at most limit.
func (s *Matches) Tallies(ctx context.Context, guildID uint64, from, before time.Time, limit int64) ([]Tally, error) {
	text := "SELECT ranked.wins, ranked.played, " + table.PersonSQL("$1", "ranked.user_id") + ranked
	return store.View(ctx, s.store, func(ctx context.Context, tx store.Tx) ([]Tally, error) {
		return sqltx.List(ctx, tx, scanTally, text, guildID, limit, from.UnixMilli(), before.UnixMilli())
	})
}

const ownTally = `
SELECT COUNT(CASE WHEN m.winner = CASE m.host_id WHEN $1 THEN 0 ELSE 1 END THEN 1 END), COUNT(CASE WHEN m.reason IN ('won', 'drawn') THEN 1 END), COUNT(*)
FROM matches AS m WHERE m.host_id = $1 OR m.guest_id = $1`

// Own returns how a user did in the matches of all servers, without their name.
func (s *Matches) Own(ctx context.Context, userID uint64) (Tally, error) {
	return store.View(ctx, s.store, func(ctx context.Context, tx store.Tx) (t Tally, err error) {
		err = tx.Row(ctx, ownTally, userID).Scan(&t.Wins, &t.Played, &t.Seats)
		return t, err
	})
}

func scanTally(scan func(...any) error) (t Tally, err error) {
	err = scan(append([]any{&t.Wins, &t.Played}, t.Into()...)...)
	t.Person = t.SeenBy(table.Anyone)
	return t, err
}
