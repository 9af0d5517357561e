package session

import (
	"testing"
	"time"

	"nonna/bot/discord"
)

func TestIdentifiesAreSpreadWhenFewAreLeft(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for _, tt := range []struct {
		total, remaining int
		reset            time.Duration
		concurrency      int
		want             time.Duration
	}{
		{1000, 1000, day, 1, 0},
		{1000, 100, day, 1, 0},
		{1000, 96, day, 1, 15 * time.Minute},
		{1000, 11, 11 * time.Second, 1, time.Second},
		{1000, 2, 2 * time.Second, 1, time.Second},
		{1000, 1, day, 1, 24 * time.Hour},
		{2000, 17, 17 * time.Second, 16, time.Second},
		{2000, 16, day, 16, 24 * time.Hour},
		{1000, 1, day, 0, 24 * time.Hour},
		{1000, 0, 0, 1, time.Second}, // not at all at once, whatever Discord says
	} {
		if got := pauseFor(discord.Logins{Total: tt.total, Left: tt.remaining, Reset: tt.reset, Concurrency: tt.concurrency}); got != tt.want {
			t.Errorf("%d of %d left: %v, want %v", tt.remaining, tt.total, got, tt.want)
		}
	}
}
