package game

import "time"

// Day is a day in UTC: the number of days since 1 January 1970.
type Day int64

// DayOf returns the day of a time.
func DayOf(t time.Time) Day {
	seconds := t.Unix()
	day := seconds / secondsPerDay
	if seconds%secondsPerDay < 0 {
		day--
	}
	return Day(day)
}

const secondsPerDay = 24 * 60 * 60

// Start returns the moment at which the day begins.
func (d Day) Start() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// Weekday returns the day of the week.
func (d Day) Weekday() time.Weekday { return d.Start().Weekday() }

// Puzzle is a position in which the first player loses soon, and the ways to prevent it that
// are offered. Package gametest checks what is said here.
type Puzzle struct {
	// Deal is the position, of which the first player leads and loses, and Play how it
	// goes on.
	Deal Deal
	Play Play
	// Choices are the changes of the position that are offered, from 2 to MaxChoices. At
	// least one saves the first player and at least one does not.
	Choices []Choice
}

// MaxChoices is the most choices of a puzzle: a menu in Discord has no more.
const MaxChoices = 25

// Choice is a change of a puzzle's position.
type Choice struct {
	// Said names the change: "2 ↔ 5".
	Said Phrase
	// Deal is the changed position, and Outcome how it ends.
	Deal    Deal
	Outcome Outcome
	// Saves reports whether the first player lasts enough longer, and Longest whether no
	// other choice lasts longer. A game that never ends is longer than all that end.
	Saves, Longest bool
}
