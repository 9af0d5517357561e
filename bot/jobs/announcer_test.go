package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/interactions"
	"nonna/bot/jobs"
	"nonna/commands"
	"nonna/store"
	"nonna/store/setting"
)

// errWild is an error that is thrown and not returned.
var errWild = errors.New("wild")

// refused returns the error for a message in a channel that Discord refuses, archived why it does.
func refused() error {
	return fmt.Errorf("sending: %w", &interactions.RefusedError{Why: archived, Err: errors.New("400")})
}

const archived = "Thread is archived (50083)"

// recorder records announcements; fail is the error that it returns instead.
type recorder struct {
	mu      sync.Mutex
	said    []string
	replies []commands.Reply
	tried   int
	fail    error
	lost    uint64 // the channel that fail is about, 0 for all
	// archived makes edits be refused until something is sent.
	archived bool
	then     func() // is called after each announcement
	slow     time.Duration
}

func (c *recorder) send(ctx context.Context, channel uint64, r commands.Reply, nonce string) (uint64, error) {
	c.mu.Lock()
	slow := c.slow
	c.mu.Unlock()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(slow):
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tried++; c.fail != nil && (c.lost == 0 || c.lost == channel) {
		if errors.Is(c.fail, errWild) {
			panic(c.fail)
		}
		return 0, c.fail
	}
	c.archived = false
	c.replies = append(c.replies, r)
	c.said = append(c.said, fmt.Sprint(channel, " ", r.Locale, " ", nonce, ": ", r.Title, ": ", strings.ReplaceAll(r.Text, "\n", " ")))
	if c.then != nil {
		c.then()
	}
	return 99, nil
}

func (c *recorder) edit(ctx context.Context, channel, message uint64, r commands.Reply, _ bool) error {
	c.mu.Lock()
	archived := c.archived
	c.mu.Unlock()
	if archived {
		return refused()
	}
	_, err := c.send(ctx, channel, r, fmt.Sprint("edit of ", message))
	return err
}

// tries returns how often something was to be sent.
func (c *recorder) tries() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tried
}

// refuse makes further announcements fail, in a channel or in all of them; with nil they succeed
// again.
func (c *recorder) refuse(err error, channel uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fail, c.lost = err, channel
}

// archive archives the threads in which it records, or opens them again.
func (c *recorder) archive(is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.archived = is
}

// take returns what was announced since the last call.
func (c *recorder) take() []string {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	said := c.said
	c.said = nil
	return said
}

// said checks what was announced since the last call.
func (h *fixture) said(want ...string) {
	h.t.Helper()
	if diff := cmp.Diff(want, h.sent.take()); diff != "" {
		h.t.Error(diff)
	}
}

// beat records a game that is longer than all before, on a server with a channel for
// announcements.
func (h *fixture) beat(number int64) {
	h.t.Helper()
	h.beatIn(7, 55, number)
}

func (h *fixture) beatIn(guild, channel uint64, number int64) {
	h.t.Helper()
	act := store.Action{RequestID: fmt.Sprint("configure ", number), GuildID: guild}
	_, err := h.Store.Configure(h.t.Context(), act, func(c *setting.Values) { c.AnnounceIn, c.Language = channel, "it" })
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.Store.Record(h.t.Context(), store.Game{
		RequestID: fmt.Sprint("beat ", number), GuildID: guild, UserID: 6, UserName: "B*b", Name: "camicia", Division: "52",
		Deal: "#2", Key: fmt.Sprint("k", number), Ending: "won", Plays: 100 + number, Takes: 1, Kind: store.Ends, PlayedAt: time.Now(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

const (
	first  = `55 it record-2: 🏆 Nuovo primato: Camicia, mazzo intero da 52: B\*b ha portato una smazzata da **101 carte** e **1 presa**. Prima: 9 carte, di Anna.`
	second = `55 it record-3: 🏆 Nuovo primato: Camicia, mazzo intero da 52: B\*b ha portato una smazzata da **102 carte** e **1 presa**. Prima: 101 carte, di B\*b.`
)

func TestARecordIsAnnouncedOnce(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		end := h.start("records")
		h.said()
		h.beat(1)
		time.Sleep(time.Minute)
		h.said(first)
		end()
		h.beat(2) // while the bot is down
		end = h.start("records")
		time.Sleep(3 * time.Minute)
		h.said(second)
		end()
		end = h.start("records")
		time.Sleep(3 * time.Minute)
		h.said()
		end()
	})
}

// The console announces what ended at once, and all else by the time it is.
func TestTheConsoleWaitsForNoGames(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		h.Serves = func(uint64) bool { return true }
		h.beat(1)
		h.challenge(1)
		time.Sleep(time.Hour)
		jobs.Once(h.t.Context(), h.Config)
		said := h.sent.take()
		if len(said) != 2 || said[0] != first || !strings.HasPrefix(said[1], "55 it challenge-1: 🏁 Sfida terminata") {
			t.Errorf("said %q", said)
		}
		h.beat(2)
		time.Sleep(24*time.Hour - time.Second) // a day after a record it is no news
		jobs.Once(h.t.Context(), h.Config)
		if said := h.sent.take(); len(said) != 1 || !strings.HasPrefix(said[0], "55 it record-4: ") {
			t.Errorf("after nearly a day, said %q", said)
		}
	})
}

// A channel that fails does not delay the others.
func TestAnAnnouncementThatFailsHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	for _, fault := range []error{errors.New("no answer"), errWild} {
		bubble(t, []uint64{7, 8}, func(h *fixture) {
			h.sent.refuse(fault, 55)
			h.beat(1)
			h.beatIn(8, 66, 2)
			defer h.start("records")()
			time.Sleep(time.Second)
			if said := h.sent.take(); len(said) != 1 || !strings.HasPrefix(said[0], "66 ") {
				t.Errorf("%v: said %q, want the record of the other server", fault, said)
			}
			h.sent.refuse(nil, 0)
			time.Sleep(2 * time.Minute)
			if said := h.sent.take(); len(said) != 1 || !strings.HasPrefix(said[0], "55 ") {
				t.Errorf("%v: said %q, want the first", fault, said)
			}
		})
	}
}

// What was sent while the jobs were being stopped is not sent again after the next start.
func TestWhatWasSentWhileStoppingIsNotSentAgain(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		h.beat(2)
		h.challenge(1) // whose game is shorter, and no record
		time.Sleep(2 * time.Hour)
		for _, want := range []int{1, 0} {
			for _, name := range []string{"records", "results"} {
				c := h.Config
				c.Only = []string{name}
				ctx, cancel := context.WithTimeout(h.t.Context(), time.Hour)
				h.sent.then = cancel
				jobs.Run(ctx, c)
				if said := h.sent.take(); len(said) != want {
					t.Errorf("%s: said %q, want %d", name, said, want)
				}
			}
		}
	})
}

// wantLost checks why the channel for announcements is lost, "" if it is not.
func (h *fixture) wantLost(want string) {
	h.t.Helper()
	synctest.Wait()
	if s, err := h.Store.Settings(h.t.Context(), 7); err != nil || s.AnnounceLost != want {
		h.t.Errorf("the channel is %d, lost: %q, %v", s.AnnounceIn, s.AnnounceLost, err)
	}
}

// What Discord refuses is tried more and more seldom, so that it writes no log full. A channel that
// it refuses for a day is lost, and not tried again.
func TestARecordInALostChannelIsGivenUp(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		h.pause = 5 * time.Minute
		h.sent.refuse(refused(), 0)
		defer h.start("records")()
		h.beat(1)
		time.Sleep(31 * time.Minute)
		if n := h.sent.tries(); n != 4 {
			h.t.Errorf("tried %d times in half an hour, want at once, and after 1, 5 and 15 minutes, a pause being 5", n)
		}
		time.Sleep(25 * time.Hour)
		h.wantLost(archived)
		if n, said := h.sent.tries(), h.logged(); n > 30 || strings.Contains(said, "level=ERROR") || strings.Count(said, "level=WARN") != n {
			h.t.Errorf("tried %d times; the log says\n%s", n, said)
		}
		h.sent.refuse(nil, 0)
		time.Sleep(3 * time.Hour)
		h.said()
		h.noRecord()
	})
}

// A record that cannot be read, or is no longer on a board, does not delay others.
func TestARecordThatCannotBeReadHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		for i := range int64(4) {
			h.beat(i + 1)
		}
		h.damage(
			`UPDATE games SET board_id = NULL, shown = FALSE, standing = 'unranked' WHERE request_id = 'beat 1'`,
			`UPDATE games SET played_at = 'noon' WHERE request_id = 'beat 2'`,
			`UPDATE games SET private = 'x' WHERE request_id = 'beat 3'`)
		defer h.start("records")()
		time.Sleep(10 * time.Minute)
		if said := h.sent.take(); len(said) != 1 || !strings.Contains(said[0], "record-5") {
			h.t.Errorf("announced: %q, want the last record alone", said)
		}
	})
}

// A name that is hidden while Discord does not answer is not announced later.
func TestANameHiddenBeforeTheAnnouncementIsHidden(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		h.sent.slow = 5 * time.Minute
		defer h.start("records")()
		h.beat(1)
		time.Sleep(time.Minute)
		if err := h.Store.HideName(h.t.Context(), 6, true); err != nil {
			h.t.Fatal(err)
		}
		h.sent.mu.Lock()
		h.sent.slow = 0
		h.sent.mu.Unlock()
		time.Sleep(10 * time.Minute)
		h.said(strings.ReplaceAll(first, `B\*b`, "qualcuno"))
	})
}

// An old record is not announced, even if it could not be sent before.
func TestAnOldRecordIsGivenUp(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		h.sent.refuse(errors.New("bad weather"), 0)
		end := h.start("records")
		h.beat(1)
		time.Sleep(3 * time.Minute)
		end()
		time.Sleep(25 * time.Hour)
		h.sent.refuse(nil, 0)
		defer h.start("records")()
		time.Sleep(time.Minute)
		h.said()
		h.noRecord()
	})
}

// noRecord checks that no record is waiting to be announced.
func (h *fixture) noRecord() {
	h.t.Helper()
	if _, err := h.Store.NextAnnouncement(h.t.Context(), 0); !errors.Is(err, store.ErrNotFound) {
		h.t.Errorf("a record is still waiting: %v", err)
	}
}
