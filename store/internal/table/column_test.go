package table_test

import (
	"testing"
	"time"

	"nonna/store/internal/table"
)

// A week belongs to the year that contains most of its days.
func TestPeriodsAroundNewYear(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		at          string
		month, week int64
	}{
		{"2026-12-31T23:59:59Z", 202612, 202653},
		{"2027-01-01T00:00:00Z", 202701, 202653},
		{"2027-01-04T00:00:00Z", 202701, 202701},
		{"2024-12-30T00:00:00Z", 202412, 202501},
		// In UTC, whatever the time zone of the value.
		{"2027-01-01T00:30:00+01:00", 202612, 202653},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Month(at); got != c.month {
			t.Errorf("%s is in month %d, want %d", c.at, got, c.month)
		}
		if got := table.Week(at); got != c.week {
			t.Errorf("%s is in week %d, want %d", c.at, got, c.week)
		}
	}
}
