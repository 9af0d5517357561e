package jobs_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nonna/bot/interactions"
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

// A message that Discord refuses is tried less and less often, also in the end, since an outage
// may be the cause. The hunt goes on.
func TestAMessageOfAHuntThatIsRefused(t *testing.T) {
	t.Parallel()
	hunting(t, time.Minute, []uint64{7}, func(k *kennel) {
		id := k.hunt(7)
		k.sent.refuse(refused(), 0)
		k.pause = time.Minute
		end := k.start("hunt reporter")
		time.Sleep(10 * time.Hour)
		if n := k.sent.tries(); n < 11 || n > 13 {
			t.Errorf("tried %d times in ten hours, want hourly in the end", n)
		}
		k.stop(id)
		end()
		k.pause = 0
		end = k.start("hunter", "hunt reporter")
		before := k.sent.tries()
		time.Sleep(70 * time.Second)
		if all := k.stored(); len(all) != 1 || !all[0].Closed || all[0].ChannelID == 0 || k.sent.tries()-before != 2 {
			t.Errorf("after ten hours it is %+v, tried %d times", all, k.sent.tries()-before)
		}
		k.sent.refuse(nil, 0)
		time.Sleep(305 * time.Second)
		k.shows("in the end", "66 en hunt-1: 🔎 Hunt over: Camicia")
		if all := k.stored(); len(all) != 0 {
			t.Errorf("stored is still %+v", all)
		}
		end()
		if said := k.logged(); strings.Contains(said, "level=ERROR") {
			t.Errorf("the log says\n%s", said)
		}
	})
}

// A hunt whose thread was archived meanwhile, so that its message cannot be edited, ends in a new
// message, which opens the thread again. In one that is locked, too, it is deleted after a day.
func TestAHuntInAnArchivedThreadEnds(t *testing.T) {
	t.Parallel()
	for _, locked := range []bool{false, true} {
		hunting(t, time.Minute, []uint64{7}, func(k *kennel) {
			id := k.hunt(7)
			end := k.start("hunter", "hunt reporter")
			time.Sleep(3 * time.Second)
			k.shows("at first", sent)
			k.sent.archive(true)
			if locked {
				k.sent.refuse(refused(), 0)
			}
			time.Sleep(time.Minute)
			k.stop(id)
			time.Sleep(time.Minute)
			end()
			if locked {
				k.shows("in a locked thread")
				k.pause = 5 * time.Minute
				end = k.start("hunt reporter")
				time.Sleep(25 * time.Hour)
				end()
			} else {
				k.shows("in the end", "66 en hunt-1-over: 🔎 Hunt over: Camicia", over)
			}
			if all := k.stored(); len(all) != 0 {
				t.Errorf("locked is %v, and stored is still %+v", locked, all)
			}
		})
	}
}

// A hunt whose message Discord refuses to edit for a moment has no second one.
func TestTheEndOfAHuntThatIsRefusedForAMoment(t *testing.T) {
	t.Parallel()
	hunting(t, time.Minute, []uint64{7}, func(k *kennel) {
		id := k.hunt(7)
		defer k.start("hunter", "hunt reporter")()
		time.Sleep(3 * time.Second)
		k.shows("at first", sent)
		k.sent.archive(true)
		k.stop(id)
		time.Sleep(30 * time.Second)
		k.sent.archive(false)
		time.Sleep(time.Minute)
		k.shows("in the end", over)
	})
}

// A message that was deleted is not tried any more. The hunt goes on.
func TestTheMessageOfAHuntThatIsDeleted(t *testing.T) {
	t.Parallel()
	hunting(t, time.Minute, []uint64{7}, func(k *kennel) {
		k.hunt(7)
		k.sent.refuse(fmt.Errorf("%w: 10008", interactions.ErrDeleted), 0)
		k.pause = 5 * time.Minute
		defer k.start("hunt reporter")()
		time.Sleep(20 * time.Hour)
		if all := k.stored(); len(all) != 1 || all[0].ChannelID != 0 || all[0].End != "" || k.sent.tries() != 1 {
			t.Errorf("tried %d times, it is %+v", k.sent.tries(), all)
		}
		if said := k.logged(); strings.Contains(said, "level=ERROR") || strings.Count(said, "lost=true") != 1 {
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
