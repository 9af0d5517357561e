package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"nonna/bot/gateway"
	"nonna/store"
	"nonna/store/setting"
)

// challenge opens a challenge for an hour, with one participant.
func (h *fixture) challenge(number int64) {
	h.t.Helper()
	_, err := h.store.OpenChallenge(h.t.Context(),
		store.AdminAction{RequestID: fmt.Sprint("open ", number), GuildID: 7, ActorID: 5, ActorName: "Anna", At: time.Now()},
		store.Challenge{
			ChannelID: 66, Game: "camicia", Division: "52", Kind: store.Ends, By: store.ByPlays,
			EndsAt: time.Now().Add(time.Hour),
		})
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.store.Record(h.t.Context(), store.Game{
		RequestID: fmt.Sprint("take part ", number), GuildID: 7, UserID: 6, UserName: "B*b", Name: "camicia", Division: "52",
		Deal: "#2", Key: fmt.Sprint("part ", number), Ending: "won", Plays: 100 + number, Takes: 1, Kind: store.Ends,
		PlayedAt: time.Now(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// result returns the announcement for the challenge with a number.
func result(number int64) string {
	return fmt.Sprintf(`66 en challenge-%d: 🏁 Challenge over: Camicia, full deck of 52, by cards: B\*b wins with **%d cards**. `+
		`🥇 **%[2]d cards**, 1 trick · B\*b 1 member took part.`, number, 100+number)
}

func TestAResultIsAnnouncedOnce(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		var c recorder
		end := h.start(h.results(&c))
		h.challenge(1)
		time.Sleep(time.Hour)
		h.said(&c) // games may still be being played
		time.Sleep(store.LateGames + 30*time.Second)
		h.said(&c, result(1))
		h.challenge(2)
		end()
		time.Sleep(2 * time.Hour) // the bot is down when it ends
		end = h.start(h.results(&c))
		time.Sleep(10 * time.Minute)
		h.said(&c, result(2))
		end()
		end = h.start(h.results(&c))
		time.Sleep(10 * time.Minute)
		h.said(&c)
		end()
	})
}

func TestAResultThatFailsIsAnnouncedLater(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		c := recorder{fail: errors.New("bad weather")}
		h.challenge(1)
		time.Sleep(time.Hour)
		defer h.start(h.results(&c))()
		time.Sleep(3 * time.Minute)
		h.challenge(2)
		time.Sleep(time.Hour + 3*time.Minute)
		h.said(&c)
		c.refuse(nil)
		time.Sleep(2 * time.Minute)
		h.said(&c, result(1), result(2))
	})
}

// A channel that is lost is not tried again.
func TestAResultInALostChannelIsGivenUp(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		c := recorder{fail: fmt.Errorf("%w: gone", gateway.ErrUnreachable)}
		h.challenge(1)
		time.Sleep(time.Hour)
		defer h.start(h.results(&c))()
		time.Sleep(3 * time.Minute)
		c.refuse(nil)
		time.Sleep(3 * time.Minute)
		h.said(&c)
		h.noResult()
	})
}

// toldElsewhere tests that a result is announced where its challenge was opened, if the channel
// for announcements is lost. losing, if not nil, is called while it is sent there.
func toldElsewhere(t *testing.T, losing func(*fixture)) {
	t.Helper()
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		c := recorder{fail: fmt.Errorf("%w: gone", gateway.ErrUnreachable), lost: 55}
		if losing != nil {
			c.losing = func() { losing(h) }
		}
		act := store.AdminAction{RequestID: "configure", GuildID: 7}
		if _, err := h.store.Configure(h.t.Context(), act, func(c *setting.Values) { c.AnnounceIn = 55 }); err != nil {
			h.t.Fatal(err)
		}
		h.challenge(1)
		time.Sleep(time.Hour)
		defer h.start(h.results(&c))()
		time.Sleep(3 * time.Minute)
		h.said(&c, result(1))
		h.noResult()
	})
}

func TestAResultInALostChannelIsToldWhereItWasOpened(t *testing.T) { toldElsewhere(t, nil) }

// So it is if the channel was known to be lost when that was to be stored: another process did
// so, or the answer to the commit was lost.
func TestAResultInAChannelThatWasLostMeanwhile(t *testing.T) {
	toldElsewhere(t, func(h *fixture) {
		if err := h.store.ChannelLost(h.t.Context(), 7, 55); err != nil {
			h.t.Error(err)
		}
	})
}

// An old result is not announced: the bot was down for long.
func TestAnOldResultIsGivenUp(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		var c recorder
		h.challenge(1)
		time.Sleep(8 * 24 * time.Hour)
		defer h.start(h.results(&c))()
		time.Sleep(10 * time.Minute)
		h.said(&c)
		h.noResult()
	})
}

// skew is a clock that can be set wrong, and a log handler that counts records.
type skew struct {
	slog.Handler
	ahead   atomic.Int64 // nanoseconds
	unknown atomic.Bool
	logged  atomic.Int64
}

func (s *skew) set(ahead time.Duration) { s.ahead.Store(int64(ahead)) }
func (s *skew) now() time.Time          { return time.Now().Add(time.Duration(s.ahead.Load())) }

func (s *skew) off(context.Context) (time.Duration, bool) {
	return time.Duration(s.ahead.Load()), !s.unknown.Load()
}
func (*skew) Enabled(context.Context, slog.Level) bool { return true }
func (s *skew) WithAttrs([]slog.Attr) slog.Handler     { return s }

func (s *skew) Handle(context.Context, slog.Record) error {
	s.logged.Add(1)
	return nil
}

// No challenge is closed while the clock is wrong, or before Discord's time is known.
func TestNothingIsClosedByAWrongClock(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		var c recorder
		var clock skew
		h.challenge(1)
		clock.unknown.Store(true)
		clock.set(5 * time.Hour)
		defer h.start(h.resultsAt(&c, &clock))()
		for range 2 {
			time.Sleep(10 * time.Minute)
			h.said(&c)
			clock.unknown.Store(false)
		}
		clock.set(-5 * time.Hour)
		time.Sleep(2 * time.Hour)
		h.said(&c)
		if n := clock.logged.Load(); n != 1 {
			t.Errorf("logged %d times, want once", n)
		}
		clock.set(time.Minute)
		time.Sleep(time.Minute)
		h.said(&c, result(1))
	})
}

// noResult checks that no result is waiting to be announced.
func (h *fixture) noResult() {
	h.t.Helper()
	if _, err := h.store.NextResult(h.t.Context(), 0, time.Now()); !errors.Is(err, store.ErrNotFound) {
		h.t.Errorf("a result is still waiting: %v", err)
	}
}
