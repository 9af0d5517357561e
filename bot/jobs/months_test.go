package jobs_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"testing"
	"time"

	"nonna/bot/gateway"
	"nonna/bot/jobs"
	"nonna/store"
	"nonna/store/setting"
)

// months is the job that posts the notes about months by a clock that is off.
func (h *fixture) months(c *recorder, by *skew) job {
	log := slog.New(by)
	return jobs.NewMonthAnnouncer(h.store, h.say(), c.send, jobs.NewClock(by.now, by.off, log), log)
}

// wantNotes chooses channels for the announcements of servers.
func (h *fixture) wantNotes(guilds ...uint64) {
	h.t.Helper()
	for _, guild := range guilds {
		act := store.AdminAction{RequestID: fmt.Sprint("announce ", guild, time.Now()), GuildID: guild}
		if _, err := h.store.Configure(h.t.Context(), act, func(v *setting.Values) { v.AnnounceIn, v.AnnounceLost = 100+guild, false }); err != nil {
			h.t.Fatal(err)
		}
	}
}

// on waits until a moment of the tests' first year.
func on(month time.Month, day, hour, minute int) {
	time.Sleep(time.Until(time.Date(2000, month, day, hour, minute, 0, 0, time.UTC)))
}

// note is what is said of a month of the tests' first year.
func note(guild uint64, month time.Month) string {
	number := strconv.FormatInt(200000+int64(month), 36)
	return fmt.Sprintf("%d en month-%s-%d: 📅 %s 2000 on this server: ", 100+guild, number, guild, month)
}

// The note about a month is posted once after 01:00 of the first, also after a restart,
// where a channel is chosen and something was played.
func TestANoteIsPostedOnce(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) { // on which Anna played
		var c recorder
		h.wantNotes(7, 9)
		end := h.start(h.months(&c, new(skew)))
		time.Sleep(2 * time.Hour) // nobody played in December
		h.said(&c)
		end()
		on(time.January, 31, 23, 50)
		end = h.start(h.months(&c, new(skew)))
		on(time.February, 1, 0, 59)
		h.said(&c)
		on(time.February, 1, 1, 1)
		h.said(&c, note(7, time.January))
		end()
		end = h.start(h.months(&c, new(skew)))
		h.wantNotes(8) // still news
		time.Sleep(time.Minute)
		h.said(&c, note(8, time.January))
		end()
		on(time.March, 1, 2, 0)
		end = h.start(h.months(&c, new(skew)))
		time.Sleep(time.Minute) // nobody played in February
		h.said(&c)
		end()
	})
}

// A bot that was down on the first posts the note late, but not a month late.
func TestANoteIsPostedLate(t *testing.T) {
	t.Parallel()
	for day, want := range map[int][]string{14: {note(7, time.January)}, 16: nil, 29: nil} {
		bubble(t, []uint64{7}, func(h *fixture) {
			var c recorder
			h.wantNotes(7)
			on(time.February, day, 12, 0)
			end := h.start(h.months(&c, new(skew)))
			time.Sleep(time.Minute)
			h.said(&c, want...)
			end()
		})
	}
}

// What cannot be sent is sent later, and no other server waits for it. A lost channel is not
// tried again.
func TestANoteThatFailsIsPostedLater(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) {
		c := recorder{fail: errors.New("bad weather"), lost: 107}
		h.wantNotes(7, 8)
		on(time.February, 1, 1, 0)
		end := h.start(h.months(&c, new(skew)))
		time.Sleep(3 * time.Minute)
		h.said(&c, note(8, time.January))
		c.refuse(fmt.Errorf("%w: gone", gateway.ErrUnreachable))
		time.Sleep(2 * time.Minute)
		c.refuse(nil)
		time.Sleep(time.Hour)
		h.said(&c)
		if v, err := h.store.Settings(h.t.Context(), 7); err != nil || !v.AnnounceLost {
			t.Errorf("%+v, %v", v, err)
		}
		h.wantNotes(7)
		time.Sleep(time.Minute)
		h.said(&c, note(7, time.January))
		end()
	})
}

// While the clock is wrong, no month is taken for over, and one that was posted is not posted
// again by a clock that is set back.
func TestNoNoteByAWrongClock(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		var c recorder
		by := new(skew)
		h.wantNotes(7)
		by.set(40 * 24 * time.Hour)
		end := h.start(h.months(&c, by))
		time.Sleep(time.Hour)
		h.said(&c)
		end()
		on(time.February, 1, 2, 0)
		by.set(0)
		by.unknown.Store(true)
		end = h.start(h.months(&c, by))
		time.Sleep(time.Hour)
		h.said(&c)
		by.unknown.Store(false)
		time.Sleep(time.Minute)
		h.said(&c, note(7, time.January))
		by.set(-40 * 24 * time.Hour)
		time.Sleep(time.Minute)
		by.set(0)
		time.Sleep(time.Hour)
		h.said(&c)
		end()
	})
}
