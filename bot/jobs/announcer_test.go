package jobs_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/gateway"
	"nonna/bot/jobs"
	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine"
	"nonna/store"
	"nonna/store/setting"
)

// errWild is an error that is thrown and not returned.
var errWild = errors.New("wild")

// recorder records announcements; fail is the error that it returns instead.
type recorder struct {
	mu      sync.Mutex
	said    []string
	replies []commands.Reply
	fail    error
	lost    uint64 // the channel that fail is about, 0 for all
	losing  func() // is called before each failure
	then    func() // is called after each announcement
	slow    time.Duration
}

func (c *recorder) send(ctx context.Context, channel uint64, r commands.Reply, nonce string) error {
	c.mu.Lock()
	slow := c.slow
	c.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(slow):
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fail != nil && (c.lost == 0 || c.lost == channel) {
		if errors.Is(c.fail, errWild) {
			panic(c.fail)
		}
		if c.losing != nil {
			c.losing()
		}
		return c.fail
	}
	c.replies = append(c.replies, r)
	c.said = append(c.said, fmt.Sprint(channel, " ", r.Locale, " ", nonce, ": ", r.Title, ": ", strings.ReplaceAll(r.Text, "\n", " ")))
	if c.then != nil {
		c.then()
	}
	return nil
}

func (c *recorder) refuse(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fail = err
}

// said checks what was announced since the last call.
func (h *fixture) said(c *recorder, want ...string) {
	h.t.Helper()
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	if diff := cmp.Diff(want, c.said); diff != "" {
		h.t.Error(diff)
	}
	c.said = nil
}

// beat records a game that is longer than all before, on a server with a channel for
// announcements.
func (h *fixture) beat(number int64) {
	h.t.Helper()
	h.beatIn(7, 55, number)
}

func (h *fixture) beatIn(guild, channel uint64, number int64) {
	h.t.Helper()
	act := store.AdminAction{RequestID: fmt.Sprint("configure ", number), GuildID: guild}
	_, err := h.store.Configure(h.t.Context(), act, func(c *setting.Values) { c.AnnounceIn, c.Language = channel, "it" })
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.store.Record(h.t.Context(), store.Game{
		RequestID: fmt.Sprint("beat ", number), GuildID: guild, UserID: 6, UserName: "B*b", Name: "camicia", Division: "52",
		Deal: "#2", Key: fmt.Sprint("k", number), Ending: "won", Plays: 100 + number, Takes: 1, Kind: store.Ends, PlayedAt: time.Now(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// records and results are the jobs over the fixture.
func (h *fixture) records(c *recorder) job {
	log := slog.New(slog.DiscardHandler)
	return jobs.NewRecordAnnouncer(h.store, h.say(), c.send, jobs.NewClock(time.Now, new(skew).off, log), log)
}

func (h *fixture) results(c *recorder) job { return h.resultsAt(c, new(skew)) }

// resultsAt closes challenges and announces their results by a clock that is off.
func (h *fixture) resultsAt(c *recorder, by *skew) job {
	log := slog.New(by)
	clock := jobs.NewClock(by.now, by.off, log)
	return together{jobs.NewCloser(h.store, clock, log), jobs.NewResultAnnouncer(h.store, h.say(), c.send, clock, log)}
}

func (h *fixture) say() commands.Localizer {
	h.t.Helper()
	book, err := words.Load()
	if err != nil {
		h.t.Fatal(err)
	}
	games := engine.Games()
	return commands.Localizer{Book: book, Games: games}
}

const (
	first  = `55 it record-2: 🏆 Nuovo primato: Camicia, mazzo intero da 52: B\*b ha portato una smazzata da **101 carte** e **1 presa**. Prima: 9 carte, di Anna.`
	second = `55 it record-3: 🏆 Nuovo primato: Camicia, mazzo intero da 52: B\*b ha portato una smazzata da **102 carte** e **1 presa**. Prima: 101 carte, di B\*b.`
)

func TestARecordIsAnnouncedOnce(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		var c recorder
		end := h.start(h.records(&c))
		h.said(&c)
		h.beat(1)
		time.Sleep(time.Minute)
		h.said(&c, first)
		end()
		h.beat(2) // while the bot is down
		end = h.start(h.records(&c))
		time.Sleep(3 * time.Minute)
		h.said(&c, second)
		end()
		end = h.start(h.records(&c))
		time.Sleep(3 * time.Minute)
		h.said(&c)
		end()
	})
}

// A channel that fails does not delay the others.
func TestAnAnnouncementThatFailsHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	for _, fault := range []error{errors.New("no answer"), errWild} {
		bubble(t, []uint64{7, 8}, func(h *fixture) {
			c := recorder{fail: fault, lost: 55}
			h.beat(1)
			h.beatIn(8, 66, 2)
			end := h.start(h.records(&c))
			time.Sleep(time.Second)
			c.mu.Lock()
			said := len(c.said)
			c.mu.Unlock()
			if said != 1 {
				t.Errorf("%v: said %q, want the record of the other server", fault, c.said)
			}
			c.refuse(nil)
			time.Sleep(2 * time.Minute)
			c.mu.Lock()
			said = len(c.said)
			c.mu.Unlock()
			if said != 2 {
				t.Errorf("%v: said %q, want both", fault, c.said)
			}
			end()
		})
	}
}

// What was sent while the jobs were being stopped is not sent again after the next start.
func TestWhatWasSentWhileStoppingIsNotSentAgain(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		h.challenge(1)
		h.beat(2) // longer than the game in the challenge
		time.Sleep(2 * time.Hour)
		run := func(c *recorder) {
			for _, job := range []job{h.records(c), h.results(c)} {
				ctx, cancel := context.WithTimeout(h.t.Context(), time.Hour)
				c.then = cancel
				job.Run(ctx)
				cancel()
			}
		}
		c := recorder{}
		run(&c)
		if len(c.said) != 2 {
			t.Errorf("said %q, want a record and a result", c.said)
		}
		c.said = nil
		run(&c)
		h.said(&c)
	})
}

func TestAnAnnouncementThatFailsIsMadeAgain(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		c := recorder{fail: errors.New("bad weather")}
		defer h.start(h.records(&c))()
		h.beat(1)
		time.Sleep(3 * time.Minute)
		h.beat(2)
		h.said(&c)
		c.refuse(nil)
		time.Sleep(2 * time.Minute)
		h.said(&c, first, second)
	})
}

// A channel that is lost is not tried again.
func TestARecordInALostChannelIsGivenUp(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		c := recorder{fail: fmt.Errorf("%w: gone", gateway.ErrUnreachable)}
		defer h.start(h.records(&c))()
		h.beat(1)
		time.Sleep(time.Minute)
		if s, err := h.store.Settings(h.t.Context(), 7); err != nil || !s.AnnounceLost {
			h.t.Errorf("the store does not know that it is lost: %+v, %v", s, err)
		}
		c.refuse(nil)
		time.Sleep(3 * time.Minute)
		h.said(&c)
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
		var c recorder
		defer h.start(h.records(&c))()
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.said) != 1 || !strings.Contains(c.said[0], "record-5") {
			h.t.Errorf("announced: %q, want the last record alone", c.said)
		}
	})
}

// damage changes the database in ways that the store never does.
func (h *fixture) damage(texts ...string) {
	h.t.Helper()
	db, err := sql.Open("sqlite", h.path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	for _, text := range texts {
		if _, err := db.ExecContext(h.t.Context(), text); err != nil {
			h.t.Fatalf("%s: %v", text, err)
		}
	}
}

// A name that is hidden while Discord does not answer is not announced later.
func TestANameHiddenBeforeTheAnnouncementIsHidden(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		c := recorder{slow: 5 * time.Minute}
		defer h.start(h.records(&c))()
		h.beat(1)
		time.Sleep(time.Minute)
		if err := h.store.HideName(h.t.Context(), 6, true); err != nil {
			h.t.Fatal(err)
		}
		c.mu.Lock()
		c.slow = 0
		c.mu.Unlock()
		time.Sleep(10 * time.Minute)
		h.said(&c, strings.ReplaceAll(first, `B\*b`, "qualcuno"))
	})
}

// An old record is not announced, even if it could not be sent before.
func TestAnOldRecordIsGivenUp(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		c := recorder{fail: errors.New("bad weather")}
		end := h.start(h.records(&c))
		h.beat(1)
		time.Sleep(3 * time.Minute)
		end()
		time.Sleep(25 * time.Hour)
		c.refuse(nil)
		defer h.start(h.records(&c))()
		time.Sleep(time.Minute)
		h.said(&c)
		h.noRecord()
	})
}

// noRecord checks that no record is waiting to be announced.
func (h *fixture) noRecord() {
	h.t.Helper()
	if _, err := h.store.NextAnnouncement(h.t.Context(), 0); !errors.Is(err, store.ErrNotFound) {
		h.t.Errorf("a record is still waiting: %v", err)
	}
}
