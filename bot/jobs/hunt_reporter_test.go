package jobs_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nonna/bot/gateway"
)

// The beginnings of a message of the hunt on server 7.
const (
	sent   = "66 en hunt-1: 🔎 Hunt: Camicia"
	edited = "66 en edit of 99: 🔎 Hunt: Camicia"
	over   = "66 en edit of 99: 🔎 Hunt over: Camicia"
)

// shows checks the beginnings of what was said since the last call.
func (h *fixture) shows(when string, want ...string) {
	h.t.Helper()
	said := h.sent.take()
	ok := len(said) == len(want)
	for i := range min(len(said), len(want)) {
		ok = ok && strings.HasPrefix(said[i], want[i])
	}
	if !ok {
		h.t.Errorf("%s: %q, want %q", when, said, want)
	}
}

// The message of a hunt is sent once, edited at most every 15 seconds, and says in the end
// that the hunt is over, also after a restart.
func TestTheProgressOfAHuntIsShown(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7}, func(k *kennel) {
		id := k.hunt(7)
		end := k.start("hunter", "hunt reporter")
		time.Sleep(3 * time.Second)
		k.shows("at first", sent)
		time.Sleep(32 * time.Second)
		k.shows("half a minute later", edited, edited)
		end()
		k.stop(id)
		end = k.start("hunter", "hunt reporter")
		time.Sleep(5 * time.Second)
		k.shows("in the end", over)
		if all := k.stored(); len(all) != 0 {
			t.Errorf("stored is still %+v", all)
		}
		end()
	})
}

func TestAnOldHuntIsShownLessOften(t *testing.T) {
	t.Parallel()
	hunting(t, 2*time.Hour, []uint64{7}, func(k *kennel) {
		k.hunt(7)
		time.Sleep(time.Hour)
		defer k.start("hunter", "hunt reporter")()
		time.Sleep(7 * time.Minute) // a twentieth of its age is over three
		k.shows("after an hour", sent, edited, edited)
	})
}

// A message that Discord refuses is tried hourly, also in the end, since an outage may be the
// cause. The hunt goes on.
func TestAMessageOfAHuntThatIsRefused(t *testing.T) {
	t.Parallel()
	hunting(t, time.Minute, []uint64{7}, func(k *kennel) {
		id := k.hunt(7)
		end := k.start("hunter", "hunt reporter")
		time.Sleep(3 * time.Second)
		k.shows("at first", sent)
		k.sent.refuse(refused(), 0)
		time.Sleep(time.Minute)
		k.stop(id)
		time.Sleep(10 * time.Second)
		end()
		k.pause = time.Minute
		defer k.start("hunt reporter")()
		time.Sleep(195 * time.Minute)
		if n := k.sent.tries() - 1; n < 4 || n > 5 {
			t.Errorf("tried %d times, want at once, and again at once and hourly", n)
		}
		if all := k.stored(); len(all) != 1 || !all[0].Closed || all[0].Tried == 0 {
			t.Errorf("it is %+v", all)
		}
		k.sent.refuse(nil, 0)
		time.Sleep(65 * time.Minute)
		k.shows("in the end", over)
		if all := k.stored(); len(all) != 0 {
			t.Errorf("stored is still %+v", all)
		}
	})
}

// A message that Discord refuses for a day, or that was deleted, is not tried any more. The hunt
// goes on.
func TestTheMessageOfAHuntThatIsLost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		why         error
		least, most int // tries
	}{{refused(), 20, 24}, {fmt.Errorf("%w: 10008", gateway.ErrDeleted), 1, 1}} {
		hunting(t, time.Minute, []uint64{7}, func(k *kennel) {
			k.hunt(7)
			k.sent.refuse(tt.why, 0)
			k.pause = 5 * time.Minute
			defer k.start("hunt reporter")()
			time.Sleep(20 * time.Hour)
			if all := k.stored(); len(all) != 1 || (all[0].ChannelID == 0) != (tt.most == 1) {
				t.Errorf("%v: after 20 hours it is %+v", tt.why, all)
			}
			time.Sleep(8 * time.Hour)
			if n := k.sent.tries(); n < tt.least || n > tt.most {
				t.Errorf("%v: tried %d times, want %d to %d", tt.why, n, tt.least, tt.most)
			}
			if all := k.stored(); len(all) != 1 || all[0].ChannelID != 0 || all[0].End != "" {
				t.Errorf("%v: it is %+v", tt.why, all)
			}
			if said := k.logged(); strings.Contains(said, "level=ERROR") || strings.Count(said, "lost=true") != 1 {
				t.Errorf("%v: the log says\n%s", tt.why, said)
			}
		})
	}
}

// A message that cannot be made keeps back no other.
func TestTheMessageOfAHuntThatPanics(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7, 8}, func(k *kennel) {
		k.hunt(7)
		k.hunt(8)
		k.sent.refuse(errWild, 66)
		defer k.start("hunter", "hunt reporter")()
		time.Sleep(3 * time.Second)
		k.shows("at first", "67 en hunt-2: 🔎 Hunt: Camicia")
		if said := k.logged(); strings.Count(said, "level=ERROR") != 1 || !strings.Contains(said, "panic (ref ") {
			t.Errorf("the log says\n%s", said)
		}
	})
}

// While Discord does not answer, the message waits; the end is given up after a day.
func TestTheMessageOfAHuntIsTriedAgain(t *testing.T) {
	t.Parallel()
	hunting(t, time.Minute, []uint64{7}, func(k *kennel) {
		k.sent.refuse(errors.New("bad weather"), 0)
		id := k.hunt(7)
		end := k.start("hunter", "hunt reporter")
		time.Sleep(time.Minute)
		k.sent.refuse(nil, 0)
		time.Sleep(15 * time.Second)
		k.shows("after the weather", sent)
		k.sent.refuse(errors.New("bad weather"), 0)
		k.stop(id)
		time.Sleep(time.Minute)
		if len(k.stored()) != 1 {
			t.Error("it is given up")
		}
		end()
		time.Sleep(24 * time.Hour)
		defer k.start("hunter", "hunt reporter")()
		time.Sleep(time.Minute)
		if all := k.stored(); len(all) != 0 {
			t.Errorf("stored is still %+v", all)
		}
	})
}
