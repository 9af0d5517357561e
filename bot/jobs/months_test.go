package jobs_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"nonna/store"
	"nonna/store/setting"
)

// wantNotes chooses channels for the announcements of servers.
func (h *fixture) wantNotes(guilds ...uint64) {
	h.t.Helper()
	for _, guild := range guilds {
		act := store.Action{RequestID: fmt.Sprint("announce ", guild, time.Now()), GuildID: guild}
		if _, err := h.Store.Configure(h.t.Context(), act, func(v *setting.Values) { v.AnnounceIn, v.AnnounceLost = 100+guild, "" }); err != nil {
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

// The note about a month is posted once after 01:00 of the first, when all games are recorded,
// also after a restart, where a channel is chosen and something was played.
func TestANoteIsPostedOnce(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) { // on which Anna played
		h.wantNotes(7, 9)
		end := h.start("months")
		time.Sleep(2 * time.Hour) // nobody played in December
		h.said()
		end()
		on(time.January, 31, 23, 50)
		end = h.start("months")
		on(time.February, 1, 1, 2)
		h.said()
		on(time.February, 1, 1, 3)
		h.said(note(7, time.January))
		end()
		end = h.start("months")
		h.wantNotes(8) // still news
		time.Sleep(time.Minute)
		h.said(note(8, time.January))
		end()
		on(time.March, 1, 2, 0)
		end = h.start("months")
		time.Sleep(time.Minute) // nobody played in February
		h.said()
		end()
	})
}

// A bot that was down on the first posts the note late, but not a month late.
func TestANoteIsPostedLate(t *testing.T) {
	t.Parallel()
	for day, want := range map[int][]string{14: {note(7, time.January)}, 16: nil, 29: nil} {
		bubble(t, []uint64{7}, func(h *fixture) {
			h.wantNotes(7)
			on(time.February, day, 12, 0)
			end := h.start("months")
			time.Sleep(time.Minute)
			h.said(want...)
			end()
		})
	}
}
