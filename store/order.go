package store

import (
	"math"
	"time"

	"nonna/store/internal/table"
)

// Measure is the length by which a board is ordered. The zero value orders nothing.
type Measure int

// The measures.
const (
	ByPlays Measure = iota + 1
	ByTakes
)

// MarshalText names what the measure counts.
func (m Measure) MarshalText() ([]byte, error) {
	return []byte(map[Measure]string{ByPlays: "cards", ByTakes: "tricks"}[m]), nil
}

// Of returns the one of two lengths that the measure counts.
func (m Measure) Of(plays, takes int64) int64 {
	if m == ByTakes {
		return takes
	}
	return plays
}

// Other returns the other measure.
func (m Measure) Other() Measure { return ByPlays + ByTakes - m }

func (e Entry) length(by Measure) int64 { return by.Of(e.Plays, e.Takes) }
func (g Game) length(by Measure) int64  { return by.Of(g.Plays, g.Takes) }

// Span is the period of time whose games a board shows, in UTC.
type Span int

// The spans. Month and Week are calendar periods, and weeks begin on Monday (ISO 8601):
// counts for periods that slide with the clock could not be stored.
const (
	AllTime Span = iota
	Month
	Week
)

// period returns the month or week of t as games.month and games.week store it, 0 for
// all time.
func (s Span) period(t time.Time) int64 {
	switch s {
	case Month:
		return table.Month(t)
	case Week:
		return table.Week(t)
	default:
		return 0
	}
}

// weeks returns the first and the last week of the period of t.
func (s Span) weeks(t time.Time) (from, to int64) {
	switch t = t.UTC(); s {
	case Month:
		first := t.AddDate(0, 0, 1-t.Day())
		return table.Week(first), table.Week(first.AddDate(0, 1, -1))
	case Week:
		return table.Week(t), table.Week(t)
	}
	return 0, math.MaxInt32
}

// boardOrder is one of the six orders to read a board in.
type boardOrder struct {
	by   Measure
	span Span
}

// code returns the number of the order in lengths.list.
func (o boardOrder) code() int64 { return int64(o.by-ByPlays)*3 + int64(o.span) }

// key returns the column of games by which the board is ordered, the longest game first.
func (o boardOrder) key() string {
	if o.by == ByTakes {
		return "takes"
	}
	return "plays"
}

// where returns the condition for a game to be listed, on a table games named g. $1 is the board,
// $2 the period and, with ofMember, $3 the member. Query planners recognise the condition of the
// partial indexes by its exact words.
func (o boardOrder) where(ofMember bool) string {
	shown := "g.board_id = $1 AND g.shown AND "
	switch {
	case ofMember && o.span == Month: // with = SQLite may choose the index of the month, which has all members
		return shown + "NOT g.month <> $2 AND g.user_id = $3"
	case ofMember:
		return shown + o.column() + " = $2 AND g.user_id = $3"
	}
	return shown + o.column() + " = $2"
}

// column returns the column of games with the period.
func (o boardOrder) column() string {
	return map[Span]string{AllTime: "0", Month: "g.month", Week: "g.week"}[o.span]
}

// find returns the statement that selects a board, and whether the user who asks has games there in
// a period; with ofMember also whether a member has some in it, and any. Without any in a month, to
// look for the best would read all others of theirs.
func (o boardOrder) find(ofMember bool) string {
	const plays = `, EXISTS (SELECT 1 FROM games AS g WHERE g.board_id = b.id AND g.shown AND g.user_id = `
	inPeriod := ` AND g.week BETWEEN $6 AND $7 AND NOT ` + o.column() + ` <> $5)`
	columns := plays + `$8` + inPeriod
	if ofMember {
		columns += plays + `$9` + inPeriod + plays + `$9)`
	}
	return `SELECT b.id` + columns + ` FROM boards AS b
WHERE b.scope = $1 AND b.game = $2 AND b.division = $3 AND b.kind = $4`
}

// ownBest returns the statement that selects the best game of a member, with the parameters of
// where.
func (o boardOrder) ownBest() string {
	return selectEntries("", "WHERE "+o.where(true)+" ORDER BY g."+o.key()+" DESC, g.id LIMIT 1")
}

// ranking is an order of one board in one period.
type ranking struct {
	boardOrder
	board, period int64
	// mine and theirs say whether the user who asks and a member have games in the period, and
	// isListed whether the member has any on the board.
	mine, theirs, isListed bool
}

// position is the position of a row in an order: its key, such as the length of a game, then its
// id.
type position struct{ key, id int64 }
