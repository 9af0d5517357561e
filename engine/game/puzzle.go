package game

// Day is a day in UTC: the number of days since 1 January 1970.
type Day int64

const secondsPerDay = 24 * 60 * 60

// DayAt returns the day of a moment, in seconds since the beginning of 1 January 1970.
func DayAt(unix int64) Day {
	day := unix / secondsPerDay
	if unix%secondsPerDay < 0 {
		day--
	}
	return Day(day)
}

// Unix returns the moment at which the day begins, in seconds since that of 1 January 1970.
func (d Day) Unix() int64 { return int64(d) * secondsPerDay }

// Weekday returns the day of the week, from 0 for Monday to 6 for Sunday.
func (d Day) Weekday() int { return int(((d+thursday)%daysPerWeek + daysPerWeek) % daysPerWeek) }

// thursday is the day of the week of day 0.
const thursday, daysPerWeek = 3, 7

// Puzzle is a position whose first player loses soon, and the ways to prevent it that are
// offered.
type Puzzle struct {
	// Deal is the position: its first player leads and loses. Play is how it goes on.
	Deal Deal
	Play Play
	// Task says what is to be done.
	Task Phrase
	// Choices are the changes of the position that are offered, from 2 to MaxChoices. At
	// least one saves the first player and at least one does not.
	Choices []Choice
}

// Longest returns the place of the choice that lasts longest, the first of several.
func (p Puzzle) Longest() int {
	longest := 0
	for i, c := range p.Choices {
		if c.Outcome.Length.Plays > p.Choices[longest].Outcome.Length.Plays {
			longest = i
		}
	}
	return longest
}

// MaxChoices is the most choices of a puzzle: a menu in Discord has no more.
const MaxChoices = 25

// Choice is a change of a puzzle's position.
type Choice struct {
	// Said names the change: "2 ↔ 5".
	Said Phrase
	// Deal is the changed position, and Outcome how it ends: it always does.
	Deal    Deal
	Outcome Outcome
	// Saves reports whether the first player lasts enough longer.
	Saves bool
}
