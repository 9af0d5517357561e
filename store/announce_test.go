package store

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/store/setting"
)

// announcing sets the channel for announcements of the server of these tests.
func announcing(t *testing.T, s *Store) {
	t.Helper()
	done(t)(s.Configure(t.Context(), newAct(guild), func(c *setting.Values) { c.AnnounceIn, c.Language = 55, "it" }))
}

// wantEach reads what follows one another, up to [ErrNotFound], and compares the ids.
func wantEach[T any](t *testing.T, next func(after int64) (T, error), id func(T) int64, want []int64) (all []T) {
	t.Helper()
	var ids []int64
	for after := int64(0); ; after = ids[len(ids)-1] {
		one, err := next(after)
		if errors.Is(err, ErrNotFound) {
			break
		}
		must(t, err)
		all, ids = append(all, one), append(ids, id(one))
	}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Fatal(diff)
	}
	return all
}

// wantAnnounced reads all announcements and compares the ids of their games.
func wantAnnounced(t *testing.T, s *Store, want ...int64) []Announcement {
	t.Helper()
	next := func(after int64) (Announcement, error) { return s.NextAnnouncement(t.Context(), after) }
	return wantEach(t, next, func(a Announcement) int64 { return a.ID }, want)
}

func TestARecordBeatenIsToBeAnnouncedOnce(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1, lasting(100, 10)))
	record(t, s, game(2, lasting(200, 20))) // announcements are off
	if all := wantAnnounced(t, s, 2); all[0].ChannelID != 0 {
		t.Errorf("without a channel: %+v", all[0])
	}
	must(t, s.Announced(t.Context(), 2))
	announcing(t, s)
	record(t, s, game(3, lasting(300, 15), by(bruno, "Bruno")))
	record(t, s, game(4, lasting(250, 25)))
	record(t, s, game(5, lasting(250, 25)))                                                      // beats no record
	record(t, s, game(6, lasting(900, 90), keyed("key 3")))                                      // the deal is taken
	record(t, s, game(7, lasting(900, 90), func(g *Game) { g.GuildID = guild + 1 }))             // on another server
	record(t, s, game(8, lasting(900, 90), func(g *Game) { g.GuildID = 0 }))                     // on an own list
	record(t, s, game(9, lasting(900, 90), func(g *Game) { g.Division = "40"; g.Kind = Loops })) // the first of its board
	record(t, s, game(3, lasting(300, 15), by(bruno, "Bruno")))                                  // delivered again

	all := wantAnnounced(t, s, 3, 4)
	a := all[0]
	if a.Player.Name != "Bruno" || a.Mine || a.ChannelID != 55 || a.Language != "it" || a.Kind != Ends ||
		!a.ByPlays.Record || a.ByTakes.Record || a.ByPlays.Before.ID != 2 || a.GuildID != guild {
		t.Errorf("the first is %+v", a)
	}
	if b := all[1]; b.ByPlays.Record || !b.ByTakes.Record || b.ByTakes.Before.Takes != 20 {
		t.Errorf("the second is %+v", b)
	}
	for range 2 {
		must(t, s.Announced(t.Context(), 3))
	}
	wantAnnounced(t, s, 4)
}

// Unreadable settings of a server do not delay the records of other servers. A record
// that was hidden is not announced.
func TestAnAnnouncementThatCannotBeReadIsSkipped(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i, id := range []uint64{guild, guild + 1} {
		a := newAct(id)
		a.RequestID = fmt.Sprint("announce ", i)
		done(t)(s.Configure(t.Context(), a, func(c *setting.Values) { c.AnnounceIn = 55 }))
		for n := range 2 {
			record(t, s, game(2*i+n+1, lasting(int64(100+n), 10), func(g *Game) { g.GuildID = id }))
		}
	}
	done(t)(s.db.Writer().Exec(settingSet, guild, "private", "maybe"))
	a, err := s.NextAnnouncement(t.Context(), 0)
	if err == nil || a.ID != 2 || a.ChannelID != 0 {
		t.Errorf("unreadable settings: %+v, %v", a, err)
	}
	if a, err = s.NextAnnouncement(t.Context(), a.ID); err != nil || a.ID != 4 || a.ChannelID != 55 {
		t.Errorf("the next: %+v, %v", a, err)
	}
	hide := newAct(guild + 1)
	hide.RequestID = "hide"
	done(t)(s.SetShown(t.Context(), hide, 4, false))
	if a, err = s.NextAnnouncement(t.Context(), 2); err != nil || a.ChannelID != 0 {
		t.Errorf("hidden: %+v, %v", a, err)
	}
}

// A game with a private answer is not announced.
func TestAGameAskedForPrivatelyIsNotAnnounced(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	announcing(t, s)
	record(t, s, game(1))
	record(t, s, game(2, lasting(200, 20), func(g *Game) { g.Private = true }))
	record(t, s, game(3, lasting(300, 30)))
	all := wantAnnounced(t, s, 2, 3)
	if all[0].ChannelID != 0 || all[1].ChannelID != 55 {
		t.Errorf("announced in %d and %d, want nowhere and 55", all[0].ChannelID, all[1].ChannelID)
	}
	if data, err := s.UserData(t.Context(), anna); err != nil || data.Games[0].Private || !data.Games[1].Private {
		t.Errorf("stored: %+v, %v", data.Games, err)
	}
}

// A lost channel counts as no channel until the server sets one again, even the same
// one.
func TestALostChannelIsRememberedUntilItIsSetAgain(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	announcing(t, s)
	for i := range 2 {
		record(t, s, game(i, lasting(int64(100+i), 10)))
	}
	id := open(t, s, week())
	lost := func(server, channel uint64, why string) {
		t.Helper()
		if err := s.ChannelLost(t.Context(), server, channel, why); err != nil {
			t.Errorf("channel %d of %d lost: %v", channel, server, err)
		}
	}
	wanted := func(why string, records, results uint64) {
		t.Helper()
		c, err := s.Settings(t.Context(), guild)
		if err != nil || c.AnnounceIn != 55 || c.AnnounceLost != why || c.Announces() != records {
			t.Errorf("the settings are %+v, %v", c, err)
		}
		if all := wantAnnounced(t, s, 2); all[0].ChannelID != records {
			t.Errorf("a record is announced in %d, want %d", all[0].ChannelID, records)
		}
		if all := wantResults(t, s, over(), id); all[0].AnnounceIn != results {
			t.Errorf("a result is announced in %d, want %d", all[0].AnnounceIn, results)
		}
	}
	const archived = "Thread is archived"
	lost(guild, 56, archived)
	lost(guild+1, 55, archived)
	if err := s.ChannelLost(t.Context(), guild, 55, ""); !errors.Is(err, ErrInvalid) {
		t.Errorf("without a reason: %v", err)
	}
	wanted("", 55, 55)
	lost(guild, 55, archived)
	lost(guild, 55, "Unknown Channel")
	wanted(archived, 0, 66)
	for _, name := range []string{"language", "announce"} {
		a := newAct(guild)
		c, err := s.Configure(t.Context(), a, func(c *setting.Values) {
			for _, one := range setting.All(nil) {
				if one.Name == name {
					if err := one.Set(c, one.Value(*c)); err != nil {
						t.Error(err)
					}
				}
			}
		})
		if isLost := c.AnnounceLost == archived; err != nil || isLost != (name == "language") {
			t.Errorf("%s is set again: %+v, %v", name, c, err)
		}
	}
	wanted("", 55, 55)
}

// An announcement reflects changes since the game.
func TestAnAnnouncementKeepsToTheWishesOfTheMoment(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	announcing(t, s)
	for i := range 4 {
		record(t, s, game(i+1, lasting(int64(100+i), 10)))
	}
	must(t, s.HideName(t.Context(), anna, true))
	done(t)(s.SetShown(t.Context(), act(1), 3, false))
	all := wantAnnounced(t, s, 2, 3, 4)
	if all[0].Player.Name != "" || all[0].ByPlays.Before.Player.Name != "" || all[0].ChannelID != 55 {
		t.Errorf("a hidden name is shown: %+v", all[0])
	}
	if all[1].ChannelID != 0 {
		t.Errorf("an entry taken off the board is announced: %+v", all[1])
	}
	done(t)(s.Configure(t.Context(), newAct(guild), func(c *setting.Values) { c.AnnounceIn = 0 }))
	if all := wantAnnounced(t, s, 2, 3, 4); all[2].ChannelID != 0 {
		t.Errorf("the server wants no more of it: %+v", all[2])
	}
	done(t)(s.ForgetUser(t.Context(), anna, noon()))
	wantAnnounced(t, s)
}

// An announcement of a game without a board, or one that cannot be read, does not hide
// those after it.
func TestAnAnnouncementWithoutABoardIsNotWanted(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "columns hold only what can be read")
	s := openTest(t)
	announcing(t, s)
	for i := range 5 {
		record(t, s, game(i, lasting(int64(100+i), 10)))
	}
	for _, text := range []string{
		`UPDATE games SET board_id = NULL, shown = FALSE, standing = 'unranked' WHERE id = 2`,
		`UPDATE games SET played_at = 'noon' WHERE id = 3`,
	} {
		done(t)(s.db.Writer().Exec(text))
	}
	if a, err := s.NextAnnouncement(t.Context(), 0); err != nil || a.ID != 2 || a.ChannelID != 0 {
		t.Errorf("without a board: game %d in channel %d, %v, want game 2 in none", a.ID, a.ChannelID, err)
	}
	if a, err := s.NextAnnouncement(t.Context(), 2); err == nil || errors.Is(err, ErrNotFound) || a.ID != 3 {
		t.Errorf("unreadable: game %d, %v, want an error about game 3", a.ID, err)
	}
	if a, err := s.NextAnnouncement(t.Context(), 4); err != nil || a.ID != 5 || a.ChannelID != 55 {
		t.Errorf("after these: game %d in channel %d, %v, want game 5 in 55", a.ID, a.ChannelID, err)
	}
}
