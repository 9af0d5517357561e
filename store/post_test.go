package store

import (
	"errors"
	"slices"
	"testing"
	"time"

	"nonna/store/setting"
)

// A message of a period is posted once on each server that chose a channel.
func TestPosts(t *testing.T) {
	t.Parallel()
	st := openTest(t)
	for _, guild := range []uint64{7, 8, 9} {
		done(t)(st.Configure(t.Context(), newAct(guild), func(v *setting.Values) {
			if guild != 8 {
				v.DailyIn = 100 + guild
			}
			v.Language = "it"
		}))
	}
	next := func(after uint64, day int64) uint64 {
		p, err := st.NextPost(t.Context(), DailyTable, after, day)
		if errors.Is(err, ErrNotFound) {
			return 0
		}
		if err != nil || p.ChannelID != 100+p.GuildID || p.Language != "it" {
			t.Errorf("%+v, %v", p, err)
		}
		return p.GuildID
	}
	posted := func(guild uint64, day int64) {
		must(t, st.Posted(t.Context(), DailyTable, guild, day))
	}
	if a, b, c := next(0, 5), next(7, 5), next(9, 5); a != 7 || b != 9 || c != 0 {
		t.Errorf("to post on %d, %d, %d", a, b, c)
	}
	posted(7, 5)
	posted(7, 5)
	posted(7, 4) // a clock that was set back
	if a, b := next(0, 5), next(0, 4); a != 9 || b != 9 {
		t.Errorf("then on %d and, with an earlier clock, %d", a, b)
	}
	if p, err := st.NextPost(t.Context(), MonthNote, 0, 5); !errors.Is(err, ErrNotFound) {
		t.Errorf("a note where no channel is chosen for announcements: %+v, %v", p, err)
	}
	if err := st.ChannelLost(t.Context(), 9, 109, "Unknown Channel"); err != nil {
		t.Error(err)
	}
	if a, b := next(0, 5), next(0, 6); a != 0 || b != 7 {
		t.Errorf("without the lost channel on %d, and the next day on %d", a, b)
	}
	if v, err := st.Settings(t.Context(), 9); err != nil || v.DailyLost != "Unknown Channel" || v.AnnounceLost != "" {
		t.Errorf("the settings are %+v, %v", v, err)
	}
	// The data of a server goes with it.
	must(t, st.GuildLeft(t.Context(), 7, time.UnixMilli(1)))
	done(t)(st.Erase(t.Context(), time.Now()))
	if all, err := st.GuildsStored(t.Context(), 0, 10); err != nil || !slices.Equal(all, []uint64{8, 9}) {
		t.Errorf("stored are the servers %v, %v", all, err)
	}
}
