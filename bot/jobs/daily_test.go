package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonna/bot/gateway"
	"nonna/bot/jobs"
	"nonna/commands"
	"nonna/commands/film"
	"nonna/commands/picture"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/daily"
	"nonna/store/setting"
)

// tables is the job that posts the tables of days by a clock that is off.
func (h *fixture) tables(c *recorder, by *skew) job { return h.tablesWith(h.say(), nil, c, by) }

// tablesWith is tables with films.
func (h *fixture) tablesWith(l commands.Localizer, films *film.Studio, c *recorder, by *skew) job {
	log := slog.New(by)
	return jobs.NewDailyAnnouncer(h.store, l, films, c.send, jobs.NewClock(by.now, by.off, log), log)
}

// wantTables chooses a channel for the tables of a server.
func (h *fixture) wantTables(guild uint64) {
	h.t.Helper()
	act := store.AdminAction{RequestID: fmt.Sprint("daily ", guild, time.Now()), GuildID: guild}
	if _, err := h.store.Configure(h.t.Context(), act, func(v *setting.Values) { v.DailyIn = 100 + guild }); err != nil {
		h.t.Fatal(err)
	}
}

// day is a day of the tests' time, which begins on 1 January 2000.
const day = 10957

// solve makes a member solve the puzzle of a day.
func (h *fixture) solve(guild uint64, day int64) {
	h.t.Helper()
	_, err := daily.New(h.store).Try(h.t.Context(), daily.Player{UserID: 6, Name: "B*b", GuildID: guild},
		daily.Try{Day: day, Choice: 3, Saves: true, Longest: true, Plays: 232})
	if err != nil {
		h.t.Fatal(err)
	}
}

// posted returns the beginnings of what was posted since the last call.
func (h *fixture) posted(c *recorder, want ...string) {
	h.t.Helper()
	c.mu.Lock()
	for i, said := range c.said {
		c.said[i] = said[:min(len(said), strings.Index(said, ": ")+2)]
		if strings.Contains(said, "1. **B\\*b** · 4 points · 🟩★ 232 cards") {
			c.said[i] += "B*b"
		}
	}
	c.mu.Unlock()
	h.said(c, want...)
}

func nonce(guild uint64, day int64) string {
	return fmt.Sprintf("%d en daily-%s-%d: ", 100+guild, strconv.FormatInt(day, 36), guild)
}

// The table of a day is posted once after 01:00, also after a restart in between.
func TestATableIsPostedOnce(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) {
		time.Sleep(time.Hour)
		var c recorder
		h.wantTables(7)
		h.solve(7, day)
		end := h.start(h.tables(&c, new(skew)))
		time.Sleep(time.Minute)
		h.posted(&c, nonce(7, day-1)) // yesterday's, in which nobody played
		time.Sleep(time.Hour)
		end()
		h.posted(&c)
		time.Sleep(20 * time.Hour)
		end = h.start(h.tables(&c, new(skew)))
		time.Sleep(2*time.Hour + 58*time.Minute)
		h.posted(&c)
		time.Sleep(2 * time.Minute)
		h.posted(&c, nonce(7, day)+"B*b")
		end()
		end = h.start(h.tables(&c, new(skew)))
		time.Sleep(2 * time.Hour)
		h.posted(&c)
		end()
		time.Sleep(68 * time.Hour) // the bot is down: only the last day is still news
		end = h.start(h.tables(&c, new(skew)))
		time.Sleep(time.Minute)
		h.posted(&c, nonce(7, day+2))
		end()
	})
}

// A table has the film of what would have been best. One that cannot be made is replaced by
// its button.
func TestATableHasAFilm(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		time.Sleep(time.Hour)
		var c recorder
		h.wantTables(7)
		l := h.say()
		g := *l.Games.Puzzler()
		g.Puzzle = func(context.Context, game.Day) (game.Puzzle, error) { // of a short film
			d, err := g.Read("2 / 3", nil)
			return game.Puzzle{Deal: d, Choices: []game.Choice{{Deal: d, Longest: true}}}, err
		}
		l.Games = game.List{&g}
		end := h.start(h.tablesWith(l, film.NewStudio(film.New(picture.New(l.Games))), &c, new(skew)))
		time.Sleep(time.Minute)
		end()
		time.Sleep(23 * time.Hour)
		end = h.start(h.tables(&c, new(skew)))
		time.Sleep(time.Hour)
		end()
		if len(c.replies) != 2 {
			t.Fatalf("%d tables were posted", len(c.replies))
		}
		with, without := c.replies[0], c.replies[1]
		if f := with.Picture; f == nil || !bytes.HasPrefix(f.Data, []byte("GIF89a")) || !strings.HasPrefix(f.Alt, "Film of a game of Camicia") || len(with.Rows) > 0 {
			t.Errorf("the table with a film is %+v", with)
		}
		if without.Picture != nil || len(without.Rows) != 1 || without.Rows[0].Buttons[0].Label != "Film" {
			t.Errorf("the table without a film is %+v", without)
		}
	})
}

// What cannot be sent is sent later, and no other server waits for it. A lost channel is not
// tried again.
func TestATableThatFailsIsPostedLater(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) {
		time.Sleep(time.Hour)
		c := recorder{fail: errors.New("bad weather"), lost: 107}
		h.wantTables(7)
		h.wantTables(8)
		end := h.start(h.tables(&c, new(skew)))
		time.Sleep(3 * time.Minute)
		h.posted(&c, nonce(8, day-1))
		c.refuse(nil)
		time.Sleep(2 * time.Minute)
		h.posted(&c, nonce(7, day-1))
		end()
		time.Sleep(23 * time.Hour)
		c.refuse(fmt.Errorf("%w: gone", gateway.ErrUnreachable))
		defer h.start(h.tables(&c, new(skew)))()
		time.Sleep(3 * time.Hour)
		c.refuse(nil)
		time.Sleep(time.Hour)
		h.posted(&c, nonce(8, day))
		if v, err := h.store.Settings(h.t.Context(), 7); err != nil || !v.DailyLost {
			t.Errorf("%+v, %v", v, err)
		}
	})
}

// While the clock is wrong, no day is taken for over.
func TestNoTableByAWrongClock(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		time.Sleep(time.Hour)
		var c recorder
		by := new(skew)
		h.wantTables(7)
		end := h.start(h.tables(&c, by))
		time.Sleep(time.Minute)
		h.posted(&c, nonce(7, day-1))
		by.set(72 * time.Hour)
		time.Sleep(time.Hour)
		h.posted(&c)
		by.set(-72 * time.Hour)
		time.Sleep(time.Hour)
		h.posted(&c)
		by.set(0)
		time.Sleep(time.Hour)
		h.posted(&c)
		end()
		time.Sleep(20 * time.Hour)
		defer h.start(h.tables(&c, by))()
		time.Sleep(time.Hour)
		h.posted(&c, nonce(7, day))
	})
}
