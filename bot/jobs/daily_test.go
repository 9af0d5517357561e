package jobs_test

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/commands/picture"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/daily"
	"nonna/store/setting"
)

// wantTables chooses a channel for the tables of a server.
func (h *fixture) wantTables(guild uint64) {
	h.t.Helper()
	act := store.Action{RequestID: fmt.Sprint("daily ", guild, time.Now()), GuildID: guild}
	if _, err := h.Store.Configure(h.t.Context(), act, func(v *setting.Values) { v.DailyIn = 100 + guild }); err != nil {
		h.t.Fatal(err)
	}
}

// day is a day of the tests' time, which begins on 1 January 2000.
const day = 10957

// solve makes a member solve the puzzle of a day.
func (h *fixture) solve(guild uint64, day int64) {
	h.t.Helper()
	h.try(6, guild, day, 232)
}

// try makes a member try the puzzle of a day, which is solved if the game is of some length.
func (h *fixture) try(user, guild uint64, day, plays int64) {
	h.t.Helper()
	_, err := daily.New(h.Store).Try(h.t.Context(), daily.Player{UserID: user, Name: "B*b", GuildID: guild},
		daily.Try{Day: day, Choice: 3, Plays: plays})
	if err != nil {
		h.t.Fatal(err)
	}
}

// posted returns the beginnings of what was posted since the last call.
func (h *fixture) posted(want ...string) {
	h.t.Helper()
	all := h.sent.take()
	for i, said := range all {
		all[i] = said[:min(len(said), strings.Index(said, ": ")+2)]
		if strings.Contains(said, "1. **B\\*b** · 4 points · 🟩★ 232 cards") {
			all[i] += "B*b"
		}
	}
	if diff := cmp.Diff(want, all); diff != "" {
		h.t.Error(diff)
	}
}

func nonce(guild uint64, day int64) string {
	return fmt.Sprintf("%d en daily-%s-%d: ", 100+guild, strconv.FormatInt(day, 36), guild)
}

// The table of a day is posted once after 01:00, when the last that was tried by then is recorded,
// also after a restart in between.
func TestATableIsPostedOnce(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) {
		time.Sleep(time.Hour + store.LateGames)
		h.wantTables(7)
		h.solve(7, day)
		end := h.start("daily")
		time.Sleep(time.Minute)
		h.posted() // nobody tried yesterday's
		time.Sleep(time.Hour)
		end()
		h.posted()
		time.Sleep(20 * time.Hour)
		end = h.start("daily")
		time.Sleep(2*time.Hour + 58*time.Minute)
		h.posted()
		time.Sleep(2 * time.Minute)
		h.posted(nonce(7, day) + "B*b")
		end()
		end = h.start("daily")
		time.Sleep(2 * time.Hour)
		h.posted()
		end()
		h.solve(7, day+2)
		time.Sleep(68 * time.Hour) // the bot is down: only the last day is still news
		end = h.start("daily")
		time.Sleep(time.Minute)
		h.posted(nonce(7, day+2) + "B*b")
		end()
	})
}

// A table has the film of what would have been best. One that cannot be made is replaced by
// its button.
func TestATableHasAFilm(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		time.Sleep(time.Hour + store.LateGames)
		h.wantTables(7)
		h.solve(7, day-1)
		h.solve(7, day)
		whole := h.Config
		g := *h.Say.Games.Puzzler()
		g.Puzzle = func(context.Context, game.Day) (game.Puzzle, error) { // of a short film
			d, err := g.Read("2 / 3", nil)
			return game.Puzzle{Deal: d, Choices: []game.Choice{{Deal: d}}}, err
		}
		h.Say.Games = game.List{&g}
		h.Films = picture.New(h.Say.Games, h.Log, nil)
		end := h.start("daily")
		time.Sleep(time.Minute)
		end()
		time.Sleep(23 * time.Hour)
		h.Config = whole
		end = h.start("daily")
		time.Sleep(time.Hour)
		end()
		if len(h.sent.replies) != 2 {
			t.Fatalf("%d tables were posted", len(h.sent.replies))
		}
		with, without := h.sent.replies[0], h.sent.replies[1]
		if f := with.Picture; f == nil || !bytes.HasPrefix(f.Data, []byte("GIF89a")) || !strings.HasPrefix(f.Alt, "Film of a game of Camicia") || len(with.Rows) > 0 {
			t.Errorf("the table with a film is %+v", with)
		}
		if without.Picture != nil || len(without.Rows) != 1 || without.Rows[0].Buttons[0].Label != "Film" {
			t.Errorf("the table without a film is %+v", without)
		}
	})
}
