package game_test

import (
	"testing"
	"time"

	"nonna/engine/game"
)

// Days and weekdays are those of the calendar.
func TestDays(t *testing.T) {
	t.Parallel()
	for at := time.Date(1969, 12, 1, 23, 59, 59, 0, time.UTC); at.Year() < 1971; at = at.Add(7 * time.Hour) {
		d := game.DayAt(at.Unix())
		start := time.Unix(d.Unix(), 0).UTC()
		if start.Format(time.DateOnly) != at.Format(time.DateOnly) || start.Hour() != 0 {
			t.Errorf("the day of %s begins at %s", at, start)
		}
		if want := (int(at.Weekday()) + 6) % 7; d.Weekday() != want {
			t.Errorf("%s is weekday %d, want %d", at, d.Weekday(), want)
		}
	}
}
