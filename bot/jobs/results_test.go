package jobs_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"nonna/store"
	"nonna/store/setting"
)

// challenge opens a challenge for an hour, with one participant.
func (h *fixture) challenge(number int64) {
	h.t.Helper()
	_, err := h.Store.OpenChallenge(h.t.Context(),
		store.Action{RequestID: fmt.Sprint("open ", number), GuildID: 7, ActorID: 5, ActorName: "Anna", At: time.Now()},
		store.Challenge{
			ChannelID: 66, Game: "camicia", Division: "52", Kind: store.Ends, By: store.ByPlays,
			EndsAt: time.Now().Add(time.Hour),
		})
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.Store.Record(h.t.Context(), store.Game{
		RequestID: fmt.Sprint("take part ", number), GuildID: 7, UserID: 6, UserName: "B*b", Name: "camicia", Division: "52",
		Deal: "#2", Key: fmt.Sprint("part ", number), Ending: "won", Plays: 100 + number, Takes: 1, Kind: store.Ends,
		PlayedAt: time.Now(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// result returns the announcement for the challenge with a number.
func result(number int64) string {
	return fmt.Sprintf(`66 en challenge-%d: 🏁 Challenge over: Camicia, full deck of 52, by cards: First: B\*b, with **%d cards**. `+
		`🥇 **%[2]d cards**, 1 trick · B\*b 1 member took part.`, number, 100+number)
}

func TestAResultIsAnnouncedOnce(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		end := h.start("results")
		h.challenge(1)
		time.Sleep(time.Hour + store.LateGames - time.Second)
		h.said() // games may still be being played
		time.Sleep(30 * time.Second)
		h.said(result(1))
		h.challenge(2)
		end()
		time.Sleep(2 * time.Hour) // the bot is down when it ends
		end = h.start("results")
		time.Sleep(10 * time.Minute)
		h.said(result(2))
		end()
		end = h.start("results")
		time.Sleep(10 * time.Minute)
		h.said()
		end()
	})
}

// A result is told where its challenge was opened, if the channel for announcements is lost.
func TestAResultInALostChannelIsToldWhereItWasOpened(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		h.sent.refuse(refused(), 55)
		act := store.Action{RequestID: "configure", GuildID: 7}
		if _, err := h.Store.Configure(h.t.Context(), act, func(c *setting.Values) { c.AnnounceIn = 55 }); err != nil {
			h.t.Fatal(err)
		}
		h.challenge(1)
		time.Sleep(2 * time.Hour)
		defer h.start("results")()
		time.Sleep(time.Minute)
		h.said()
		if err := h.Store.ChannelLost(h.t.Context(), 7, 55, archived); err != nil { // as another job found
			h.t.Error(err)
		}
		time.Sleep(time.Minute)
		h.said(result(1))
		h.noResult()
	})
}

// An old result is not announced: the bot was down for long.
func TestAnOldResultIsGivenUp(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		h.challenge(1)
		time.Sleep(8 * 24 * time.Hour)
		defer h.start("results")()
		time.Sleep(10 * time.Minute)
		h.said()
		h.noResult()
	})
}

// noResult checks that no result is waiting to be announced.
func (h *fixture) noResult() {
	h.t.Helper()
	if _, err := h.Store.NextResult(h.t.Context(), 0, time.Now()); !errors.Is(err, store.ErrNotFound) {
		h.t.Errorf("a result is still waiting: %v", err)
	}
}
