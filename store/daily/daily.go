// Package daily keeps what members tried at the puzzle of each day.
//
// # Goals
//
//   - A member has three tries a day, on however many servers, and the first that saves
//     ends them. A try that is delivered twice, or made twice, counts once.
//   - A day is open until [Grace] after its end, for members who saw its puzzle before
//     midnight.
//   - A day is on the table of one server: that of the member's first try.
//
// # Non-goals
//
// The package knows no puzzle: callers say what a try comes to. It knows no clock either:
// the time of a try is that of its request.
package daily

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"time"

	"nonna/store"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

const (
	// Tries is how often a member may try a puzzle.
	Tries = 3
	// Grace is how long the puzzle of a day can be tried after the day.
	Grace = time.Hour
	// MaxChoices is the most choices of a puzzle.
	MaxChoices = 26
	// TableSize is the most members on a table.
	TableSize = 20
)

// Days are the days of a store. It is safe for concurrent use.
type Days struct{ store *store.Store }

// New returns the days of a store.
func New(st *store.Store) *Days { return &Days{st} }

// PuzzleDay is what a member tried at the puzzle of a day.
type PuzzleDay = table.PuzzleDay

// Player is a member at the puzzle of a day.
type Player struct {
	UserID uint64
	// Name is their name, and GuildID the server where they are, or 0.
	Name    string
	GuildID uint64
}

// Try is a choice of a puzzle, and what it comes to.
type Try struct {
	Day    int64
	Choice int
	// Plays is the length of the game if the choice saves the player, else 0.
	Plays int64
}

// Open reports whether the puzzle of a day can be tried at a time.
func Open(day int64, at time.Time) bool {
	start := time.Unix(day*secondsPerDay, 0)
	return !at.Before(start) && at.Before(start.Add(24*time.Hour+Grace))
}

const secondsPerDay = 24 * 60 * 60

// Last returns the last day that is over at a time: its puzzle can no longer be tried.
func Last(at time.Time) int64 {
	return int64(math.Floor(float64(at.Add(-Grace).Unix())/secondsPerDay)) - 1
}

const (
	dayOf = `SELECT ` + table.PuzzleColumns + ` FROM puzzle_days AS d WHERE d.user_id = $1 AND d.day = $2`

	tried = `
INSERT INTO puzzle_days (user_id, day, guild_id, tried, plays) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id, day) DO UPDATE SET tried = excluded.tried, plays = excluded.plays
RETURNING ` + table.PuzzleColumns

	solvedDays = `SELECT ` + table.PuzzleColumns + ` FROM puzzle_days AS d WHERE d.user_id = $1 AND d.plays > 0 ORDER BY d.day`
)

// Over reports whether a member has no more tries.
func Over(d PuzzleDay) bool { return d.Plays > 0 || len(d.Tries) >= Tries }

// Try counts a try, and returns the day with it. A choice that was tried before, and one
// after the last try, changes nothing. Errors: [store.ErrInvalid] for values out of bounds,
// and those of writing.
func (s *Days) Try(ctx context.Context, p Player, t Try) (PuzzleDay, error) {
	if err := check(p, t); err != nil {
		return PuzzleDay{}, err
	}
	return store.Update(ctx, s.store, func(ctx context.Context, tx store.Tx) (PuzzleDay, error) {
		d, err := read(ctx, tx, p.UserID, t.Day)
		if err != nil || Over(d) || slices.Contains(d.Tries, t.Choice) {
			return d, err
		}
		text := letters(append(d.Tries, t.Choice))
		if err := tx.SetName(ctx, p.GuildID, p.UserID, p.Name); err != nil {
			return d, err
		}
		return table.ScanPuzzle(tx.Row(ctx, tried, p.UserID, t.Day, p.GuildID, text, t.Plays).Scan)
	}, store.HoldUser(p.UserID))
}

func check(p Player, t Try) error {
	if p.UserID == 0 {
		return fmt.Errorf("%w: user %d on server %d", store.ErrInvalid, p.UserID, p.GuildID)
	}
	if t.Choice < 0 || t.Choice >= MaxChoices || t.Plays < 0 {
		return fmt.Errorf("%w: choice %d with %d plays", store.ErrInvalid, t.Choice, t.Plays)
	}
	return nil
}

// read returns what a user tried on a day, with Day alone if they did not.
func read(ctx context.Context, tx store.Tx, userID uint64, day int64) (PuzzleDay, error) {
	d, found, err := sqltx.First(ctx, tx, table.ScanPuzzle, dayOf, userID, day)
	if !found {
		d.Day = day
	}
	return d, err
}

// letters returns tries as they are stored.
func letters(tries []int) string {
	var b []byte
	for _, t := range tries {
		b = append(b, byte('a'+t))
	}
	return string(b)
}

// Progress is what a member sees of their puzzles.
type Progress struct {
	PuzzleDay
	// Streak is the number of days solved one after the other, up to the day, or up to the
	// day before while the day is not solved. Best is the longest ever.
	Streak, Best int
	// Total are the points of all days, and Stars the number of days with a star.
	Total, Stars int
}

// Progress returns what a user tried on a day, their streaks, and what they reached on all
// days.
func (s *Days) Progress(ctx context.Context, userID uint64, day int64) (Progress, error) {
	return store.View(ctx, s.store, func(ctx context.Context, tx store.Tx) (p Progress, err error) {
		if p.PuzzleDay, err = read(ctx, tx, userID, day); err != nil {
			return p, err
		}
		all, err := sqltx.List(ctx, tx, table.ScanPuzzle, solvedDays, userID)
		var solved []int64
		for _, one := range all {
			solved, p.Total = append(solved, one.Day), p.Total+one.Points()
			if one.Star() {
				p.Stars++
			}
		}
		p.Streak, p.Best = streaks(solved, day)
		return p, err
	})
}

// streaks returns the streak up to a day and the longest one, of days in their order.
func streaks(solved []int64, day int64) (now, best int) {
	run := 0
	for i, d := range solved {
		if i > 0 && d != solved[i-1]+1 {
			run = 0
		}
		run++
		best = max(best, run)
		if d == day || d == day-1 {
			now = run
		}
	}
	return now, best
}

// Member is a member on a table.
type Member struct {
	PuzzleDay
	store.Person
	// Streak is the number of days solved one after the other, up to the day or, while it is
	// not solved, the day before.
	Streak int
}

// Table is the table of a server's day.
type Table struct {
	GuildID uint64
	Day     int64
	// Members are those who tried the puzzle, the most points first and who did not solve it
	// last, at most [TableSize].
	Members []Member
	// Solved and Tried are how many members solved it and tried it.
	Solved, Tried int64
}

const (
	membersOf = `
FROM puzzle_days AS ranked WHERE ranked.guild_id = $1 AND ranked.day = $2
ORDER BY ranked.plays = 0, length(ranked.tried), ranked.plays DESC, ranked.user_id LIMIT +$3`

	daysOfMembers = `
SELECT s.user_id, s.day FROM puzzle_days AS s WHERE s.user_id IN (SELECT ranked.user_id` + membersOf + `) AND s.plays > 0
ORDER BY s.user_id, s.day`

	triersOf = `
SELECT COUNT(*), COUNT(CASE WHEN d.plays > 0 THEN 1 END) FROM puzzle_days AS d WHERE d.guild_id = $1 AND d.day = $2`
)

// Table returns the table of a server's day.
func (s *Days) Table(ctx context.Context, guildID uint64, day int64) (Table, error) {
	return store.View(ctx, s.store, func(ctx context.Context, tx store.Tx) (t Table, err error) {
		t.GuildID, t.Day = guildID, day
		if _, err = tx.Scan(ctx, triersOf, []any{guildID, day}, &t.Tried, &t.Solved); err != nil || t.Tried == 0 {
			return t, err
		}
		solved := map[uint64][]int64{}
		err = tx.Each(ctx, daysOfMembers, []any{guildID, day, TableSize}, func(rows *sql.Rows) error {
			var user, one int64
			err := rows.Scan(&user, &one)
			solved[uint64(user)] = append(solved[uint64(user)], one)
			return err
		})
		if err != nil {
			return t, err
		}
		text := `SELECT ` + table.PuzzleColumns + `, ` + table.PersonSQL("ranked.guild_id", "ranked.user_id") + membersOf
		t.Members, err = sqltx.List(ctx, tx, func(scan func(...any) error) (m Member, err error) {
			m.PuzzleDay, err = table.ScanPuzzle(func(into ...any) error { return scan(append(into, m.Into()...)...) })
			m.Streak, _ = streaks(solved[m.ID], day)
			m.Person = m.SeenBy(table.Anyone)
			return m, err
		}, text, guildID, day, TableSize)
		return t, err
	})
}

const champions = `
FROM (
  SELECT d.user_id, SUM(CASE length(d.tried) WHEN 1 THEN 4 ELSE 4 - length(d.tried) END) AS points,
    COUNT(*) AS days, SUM(CASE length(d.tried) WHEN 1 THEN 1 ELSE 0 END) AS stars
  FROM puzzle_days AS d WHERE d.guild_id = $1 AND d.day >= $2 AND d.day < $3 AND d.plays > 0
  GROUP BY d.user_id ORDER BY points DESC, stars DESC, d.user_id LIMIT +$4
) AS ranked
ORDER BY ranked.points DESC, ranked.stars DESC, ranked.user_id`

// Champion is how a member did on the tables of a server.
type Champion struct {
	store.Person
	// Points are those of all Days that they solved, and Stars the days with a star.
	Points, Days, Stars int64
}

// Champions returns the members with the most points on the tables of a server, from a day
// to the day before another one, those with more stars first among equals, at most limit.
func (s *Days) Champions(ctx context.Context, guildID uint64, from, before, limit int64) ([]Champion, error) {
	text := "SELECT ranked.points, ranked.days, ranked.stars, " + table.PersonSQL("$1", "ranked.user_id") + champions
	return store.View(ctx, s.store, func(ctx context.Context, tx store.Tx) ([]Champion, error) {
		return sqltx.List(ctx, tx, scanChampion, text, guildID, from, before, limit)
	})
}

func scanChampion(scan func(...any) error) (c Champion, err error) {
	err = scan(append([]any{&c.Points, &c.Days, &c.Stars}, c.Into()...)...)
	c.Person = c.SeenBy(table.Anyone)
	return c, err
}
