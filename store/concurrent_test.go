package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nonna/store/setting"
)

// severalStores opens a database of its own: several times on a server, once in a file.
func severalStores(t *testing.T) []*Store {
	t.Helper()
	path := newFile(t)
	all := []*Store{openAt(t, path)}
	for server != nil && len(all) < 3 {
		all = append(all, openAt(t, path))
	}
	return all
}

// What is told of games is true however many processes record them on one board at a time, and read
// it: a game's rank is one more than the number of longer games before it, and requests that come
// to two processes at once are stored once.
func TestWhatIsToldAtOnceIsTrue(t *testing.T) {
	t.Parallel()
	stores := severalStores(t)
	const writers, games = 6, 10
	var mu sync.Mutex
	told := map[int64][]Recorded{}
	var running sync.WaitGroup
	for w := range writers {
		running.Go(func() {
			for i := range games {
				// The games of two writers each have the same requests.
				n := w/2*games + i
				g := game(n, by(uint64(anna+n%4), "x"), lasting(int64(n*37%11), int64(n*17%5)))
				if i%4 == 0 {
					g.Key = fmt.Sprint("common ", i)
				}
				s := stores[w%len(stores)]
				r, err := s.Record(t.Context(), g)
				_, errBoard := s.Board(t.Context(), wholeBoard())
				if err := errors.Join(err, errBoard); err != nil {
					t.Error(err)
					continue
				}
				mu.Lock()
				told[r.ID] = append(told[r.ID], r)
				mu.Unlock()
			}
		})
	}
	running.Wait()
	if len(told) != writers/2*games {
		t.Errorf("%d games are stored, want %d", len(told), writers/2*games)
	}
	const place = `
SELECT 1 + COUNT(CASE WHEN o.plays > g.plays THEN 1 END), 1 + COUNT(*), COUNT(CASE WHEN o.plays >= g.plays THEN 1 END) = 0
FROM games AS g JOIN games AS o ON o.board_id = g.board_id AND o.id < g.id WHERE g.id = $1`
	for id, all := range told {
		if all[0].Replayed { // it was told of first
			slices.Reverse(all)
		}
		r := all[0]
		if len(all) != 2 || r.Replayed || !all[1].Replayed || r.Standing != all[1].Standing {
			t.Errorf("one request is told %+v", all)
		}
		var want Place
		must(t, stores[0].db.Writer().QueryRow(place, id).Scan(&want.Rank, &want.Of, &want.Record))
		got := r.ByPlays
		if got.Before = nil; r.Standing == Ranked && got != want {
			t.Errorf("game %d has place %+v, want %+v", id, got, want)
		}
	}
	wantSound(t, stores[0])
}

// chaos does something to random users and servers.
type chaos struct {
	requests, challenges atomic.Int64
}

func (*chaos) guild() uint64 { return guild + uint64(rand.N(3)) }
func (*chaos) user() uint64  { return anna + uint64(rand.N(6)) }

func (c *chaos) act() Action {
	return Action{RequestID: fmt.Sprint("act ", c.requests.Add(1)), GuildID: c.guild(), ActorID: c.user(), ActorName: "x", At: noon()}
}

// kinds are what it does, by their names.
func (c *chaos) kinds() map[string]func(context.Context, *Store) error {
	some := func() int64 { return 1 + rand.Int64N(c.requests.Load()+1) }
	return map[string]func(context.Context, *Store) error{
		"record": func(ctx context.Context, s *Store) error {
			n := c.requests.Add(1)
			g := game(int(n), by(c.user(), "x"), lasting(rand.Int64N(300), rand.Int64N(40)))
			g.GuildID, g.Random = c.guild(), rand.N(2) > 0
			if rand.N(4) == 0 {
				g.Key = fmt.Sprint("key ", some())
			}
			_, err := s.Record(ctx, g)
			return err
		},
		"hide": func(ctx context.Context, s *Store) error {
			_, err := s.SetShown(ctx, c.act(), some(), false)
			return err
		},
		"restore": func(ctx context.Context, s *Store) error {
			_, err := s.SetShown(ctx, c.act(), some(), true)
			return err
		},
		"open": func(ctx context.Context, s *Store) error {
			_, err := s.OpenChallenge(ctx, c.act(), Challenge{
				ChannelID: 1, Game: "camicia", Division: "52", Kind: Ends,
				By: Measure(1 + rand.N(2)), EndsAt: noon().Add(time.Duration(1+rand.N(20)) * time.Minute), Random: true,
			})
			c.challenges.Add(1)
			return err
		},
		"end": func(ctx context.Context, s *Store) error {
			return s.EndChallenge(ctx, c.act(), 1+rand.Int64N(c.challenges.Load()+1))
		},
		"forget": func(ctx context.Context, s *Store) error { _, err := s.ForgetUser(ctx, c.user(), noon()); return err },
		"leave": func(ctx context.Context, s *Store) error {
			if err := s.GuildLeft(ctx, c.guild(), noon()); err != nil {
				return err
			}
			_, err := s.Erase(ctx, noon())
			return err
		},
		"name": func(ctx context.Context, s *Store) error { return s.HideName(ctx, c.user(), rand.N(2) > 0) },
		"config": func(ctx context.Context, s *Store) error {
			_, err := s.Configure(ctx, c.act(), func(v *setting.Values) { v.AnnounceIn, v.Private = 5, !v.Private })
			return err
		},
		"hunt": func(ctx context.Context, s *Store) error {
			a := c.act()
			h, err := s.StartHunt(ctx, a, Hunt{ChannelID: 1, Game: "camicia", Deck: "52", By: ByPlays})
			if err != nil {
				return err
			}
			g := found(rand.Int64N(900))
			err = s.SaveHunt(ctx, a.GuildID, HuntProgress{ID: h.ID, Found: g, Used: time.Second}, noon())
			return errors.Join(err, s.StopHunt(ctx, h.ID, HuntAsked, noon()))
		},
	}
}

// Everything at once, from several processes, with deletions and rebuilds between, leaves a
// database that agrees with itself.
func TestChaosLeavesASoundDatabase(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("several stores write for a while")
	}
	stores := severalStores(t)
	var c chaos
	rounds := times(40, 12)
	var running sync.WaitGroup
	for name, do := range c.kinds() {
		for w := range map[string]int{"record": 4, "open": 2}[name] + 1 {
			running.Go(func() {
				for range rounds {
					err := do(t.Context(), stores[(w+len(name))%len(stores)])
					if err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrExists) && !errors.Is(err, ErrTooMany) {
						t.Errorf("%s: %v", name, err)
					}
				}
			})
		}
	}
	if server != nil { // a file can be rebuilt only while it is closed
		running.Go(func() {
			if err := Repair.Rebuild(t.Context(), stores[0].Path()); err != nil {
				t.Errorf("rebuilding: %v", err)
			}
		})
	}
	running.Wait()
	wantSound(t, stores[0])
	for i := range uint64(3) {
		if all, err := stores[0].Challenges(t.Context(), guild+i, 1, noon()); err != nil || len(all) > MaxChallenges {
			t.Errorf("%d challenges are open at once on a server (%v)", len(all), err)
		}
	}
}
