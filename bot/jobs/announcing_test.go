package jobs_test

import (
	"context"
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
	"nonna/store"
)

// crier notes what is announced; fail makes it refuse.
type crier struct {
	mu   sync.Mutex
	said []string
	fail error
	then func() // is called when something was said
}

func (c *crier) send(_ context.Context, channel uint64, r commands.Reply, nonce string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fail != nil {
		return c.fail
	}
	c.said = append(c.said, fmt.Sprint(channel, " ", nonce, ": ", r.Title, ": ", strings.ReplaceAll(r.Text, "\n", " ")))
	if c.then != nil {
		c.then()
	}
	return nil
}

func (c *crier) refuse(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fail = err
}

// said checks what was announced so far, and forgets it.
func (h *house) said(c *crier, want ...string) {
	h.t.Helper()
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	if diff := cmp.Diff(want, c.said); diff != "" {
		h.t.Error(diff)
	}
	c.said = nil
}

// beat plays a game that is longer than all before, on a server that wants to
// hear of it.
func (h *house) beat(number int64) {
	h.t.Helper()
	_, err := h.store.Configure(h.t.Context(), store.Act{RequestID: fmt.Sprint("configure ", number), GuildID: 7}, func(c *store.Settings) { c.AnnounceIn, c.Language = 55, "it" })
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.store.Record(h.t.Context(), store.Game{
		RequestID: fmt.Sprint("beat ", number), GuildID: 7, UserID: 6, UserName: "B*b", Game: "camicia", Division: "52",
		Deal: "#2", Key: fmt.Sprint("k", number), Ending: "finished", Plays: 100 + number, Takes: 1, Kind: store.Ends, PlayedAt: time.Now(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// announce runs the job over the house; end stops it and waits for it.
func (h *house) announce(c *crier) (end func()) {
	h.t.Helper()
	book, err := words.Load()
	if err != nil {
		h.t.Fatal(err)
	}
	job := jobs.NewAnnouncing(h.store, book, c.send, time.Now, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(h.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); job.Run(ctx) }()
	return func() { cancel(); <-done }
}

const (
	first  = `55 record-2: 🏆 Nuovo primato: Camicia, mazzo intero da 52: B\*b ha portato una smazzata da **101 carte** e **1 presa**. Prima: 9 carte, di Anna.`
	second = `55 record-3: 🏆 Nuovo primato: Camicia, mazzo intero da 52: B\*b ha portato una smazzata da **102 carte** e **1 presa**. Prima: 101 carte, di B\*b.`
)

func TestARecordIsAnnouncedOnce(t *testing.T) {
	bubble(t, []uint64{7}, func(h *house) {
		var c crier
		end := h.announce(&c)
		h.said(&c)
		h.beat(1)
		time.Sleep(time.Minute)
		h.said(&c, first)
		end()
		h.beat(2) // while the bot is down
		end = h.announce(&c)
		time.Sleep(10 * time.Minute)
		h.said(&c, second)
		end()
		end = h.announce(&c)
		time.Sleep(10 * time.Minute)
		h.said(&c)
		end()
	})
}

// Whoever stops the jobs just when something was sent must not have it sent again
// at the next start.
func TestWhatWasSentWhileStoppingIsNotSentAgain(t *testing.T) {
	bubble(t, []uint64{7}, func(h *house) {
		h.challenge(1)
		h.beat(2) // longer than what takes part in the challenge
		time.Sleep(2 * time.Hour)
		run := func(c *crier) {
			book, err := words.Load()
			if err != nil {
				h.t.Fatal(err)
			}
			log := slog.New(slog.DiscardHandler)
			for _, job := range []interface{ Run(ctx context.Context) }{
				jobs.NewAnnouncing(h.store, book, c.send, time.Now, log),
				jobs.NewClosing(h.store, book, c.send, time.Now, log),
			} {
				ctx, cancel := context.WithTimeout(h.t.Context(), time.Hour)
				c.then = cancel
				job.Run(ctx)
				cancel()
			}
		}
		c := crier{}
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
	bubble(t, []uint64{7}, func(h *house) {
		c := crier{fail: errors.New("bad weather")}
		defer h.announce(&c)()
		h.beat(1)
		time.Sleep(10 * time.Minute)
		h.beat(2)
		h.said(&c)
		c.refuse(nil)
		time.Sleep(2 * time.Minute)
		h.said(&c, first, second)
	})
}

// A channel that is lost is not tried again, nor is old news.
func TestAnAnnouncementInVainIsGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		after time.Duration
	}{
		"unreachable": {fmt.Errorf("%w: gone", gateway.ErrUnreachable), time.Minute},
		"old":         {errors.New("bad weather"), 25 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, []uint64{7}, func(h *house) {
				crier := crier{fail: c.err}
				defer h.announce(&crier)()
				h.beat(1)
				time.Sleep(c.after)
				crier.refuse(nil)
				time.Sleep(10 * time.Minute)
				h.said(&crier)
				if _, err := h.store.NextAnnouncement(h.t.Context(), 0); !errors.Is(err, store.ErrNotFound) {
					h.t.Errorf("still to be announced: %v", err)
				}
			})
		})
	}
}
