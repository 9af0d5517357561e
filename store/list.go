package store

import (
	"fmt"
	"strings"
	"time"

	"nonna/store/internal/table"
)

// Measure is what a list ranks by. The zero value is none.
type Measure int

// The measures.
const (
	ByPlays Measure = iota + 1
	ByTakes
)

// Span is the stretch of time a list covers, in UTC.
type Span int

// The spans. Month and Week are those of the calendar, weeks beginning on Monday
// as ISO 8601 has them: a list that slides with the clock could not be kept.
const (
	AllTime Span = iota
	Month
	Week
)

// list is one of the twelve orders in which a board can be read.
type boardOrder struct {
	by            Measure
	span          Span
	withoutRandom bool // without random deals
}

// code is the list's number in lengths.list.
func (l boardOrder) code() int64 { return int64(l.by-ByPlays)*3 + int64(l.span) }

// key is the column of games that the list is ordered by, ascending.
func (l boardOrder) key() string {
	if l.by == ByTakes {
		return "minus_takes"
	}
	return "minus_plays"
}

// where is the condition for being on the list, on a games table called g, with
// the board as $1 and the period as $2. Its shape is that of the partial indexes:
// a query planner recognises them by the very words.
func (l boardOrder) where() string {
	terms := []string{"g.board_id = $1", "g.shown"}
	if l.withoutRandom {
		terms = append(terms, "NOT g.random")
	}
	switch l.span {
	case Month:
		terms = append(terms, "g.month = $2")
	case Week:
		terms = append(terms, "g.week = $2")
	case AllTime:
		terms = append(terms, "$2 = 0")
	}
	return strings.Join(terms, " AND ")
}

// query fills in a text about a list: LIST becomes its condition, KEY its column.
func (l boardOrder) query(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "LIST", l.where()), "KEY", "g."+l.key())
}

// valid reports a measure or span that is none of the constants.
func (l boardOrder) valid() error {
	if l.by != ByPlays && l.by != ByTakes {
		return fmt.Errorf("%w: measure %d, want ByPlays or ByTakes", ErrInvalid, l.by)
	}
	if l.span < AllTime || l.span > Week {
		return fmt.Errorf("%w: span %d, want AllTime, Month or Week", ErrInvalid, l.span)
	}
	return nil
}

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

// ranking is one list of one board in one period.
type ranking struct {
	boardOrder
	board, period int64
}

// position is where a game comes in an order: the negated length first, then the
// game's id.
type position struct{ key, id int64 }

// Of is the one of two lengths that a measure counts.
func (m Measure) Of(plays, takes int64) int64 {
	if m == ByTakes {
		return takes
	}
	return plays
}

func (e Entry) length(by Measure) int64 { return by.Of(e.Plays, e.Takes) }
func (g Game) length(by Measure) int64  { return by.Of(g.Plays, g.Takes) }

func (e Entry) position(by Measure) position { return position{-e.length(by), e.ID} }
