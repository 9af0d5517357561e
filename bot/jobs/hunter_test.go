package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/jobs"
	"nonna/engine/game"
	"nonna/engine/shuffle"
	"nonna/store"
	"nonna/store/setting"
)

// hounds make the hunters of a test game. Each slice takes a tenth of a second, and every
// fifth second of it a longer deal is found.
type hounds struct {
	mu    sync.Mutex
	finds []game.Hit
	// slices are the seeds of the hunters, in the order of their slices.
	slices []uint64
	fail   error
	// wild is where the hunter with the seed 7 panics.
	wild string
}

// panics panics in the hunter with the seed 7, if that is where.
func (p *hounds) panics(where string, seed uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.wild == where && seed == 7 {
		panic(errWild)
	}
}

// hound is a hunter: its state is the number of slices.
type hound struct {
	pack  *hounds
	quest game.Quest
	n     int64
}

func (h *hound) Hunt(context.Context, int64) ([]game.Hit, error) {
	time.Sleep(100 * time.Millisecond)
	h.pack.panics("a slice", h.quest.Seed)
	h.pack.mu.Lock()
	defer h.pack.mu.Unlock()
	if h.pack.fail != nil {
		return nil, h.pack.fail
	}
	h.pack.slices = append(h.pack.slices, h.quest.Seed)
	if h.n++; h.n%50 != 0 || h.n/50 > int64(len(h.pack.finds)) {
		return nil, nil
	}
	f := h.pack.finds[h.n/50-1]
	f.Step = h.Tried()
	return []game.Hit{f}, nil
}

func (h *hound) Tried() int64 { return 1000 * h.n }

func (h *hound) State() []byte {
	h.pack.panics("its state", h.quest.Seed)
	return strconv.AppendInt(nil, h.n, 10)
}

func (p *hounds) begin(q game.Quest, state []byte) (game.Hunter, error) {
	p.panics("its begin", q.Seed)
	h := &hound{pack: p, quest: q}
	if len(state) == 0 {
		return h, nil
	}
	var err error
	h.n, err = strconv.ParseInt(string(state), 10, 64)
	return h, err
}

// worked returns how many slices the hunter with a seed has worked since the last call.
func (p *hounds) worked(seed uint64) int {
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	before := len(p.slices)
	p.slices = slices.DeleteFunc(p.slices, func(s uint64) bool { return s == seed })
	return before - len(p.slices)
}

// kennel is a fixture with a game that is hunted by hounds, and servers that allow it.
type kennel struct {
	*fixture
	*hounds
	used time.Duration
	// busy says that requests are handled.
	busy atomic.Bool
}

// hunting runs a test on servers that allow their hunts so much time.
func hunting(t *testing.T, budget time.Duration, guilds []uint64, f func(*kennel)) {
	t.Helper()
	bubble(t, guilds, func(h *fixture) {
		k := &kennel{fixture: h, hounds: &hounds{}}
		hunted := *h.Say.Games.ByName("camicia")
		hunted.Hunting = &game.Hunting{
			Decks: []string{"full"}, Divisions: hunted.Hunting.Divisions[:1], New: k.begin,
			Odds: func(game.Quest) (game.Odds, bool) { return nil, false },
		}
		h.Say.Games = game.List{&hunted}
		h.Hunts = jobs.Hunts{Serves: func(uint64) bool { return true }, IsQuiet: func() bool { return !k.busy.Load() }, Used: func(d time.Duration) { k.used += d }}
		k.finds = longer(h.t, &hunted)
		for _, id := range guilds {
			k.allow(id, budget)
		}
		f(k)
	})
}

// longer returns deals of which each lasts longer than the one before.
func longer(t *testing.T, g *game.Game) (all []game.Hit) {
	t.Helper()
	for seed := uint64(1); len(all) < 6; seed++ {
		d := g.Shuffle(shuffle.New(seed), nil)
		play, err := d.Settle(t.Context(), game.DefaultBudget)
		if err != nil {
			t.Fatal(err)
		}
		o := play.Outcome()
		if o.Ending.Ends() && (all == nil || o.Length.Plays > all[len(all)-1].Play.Outcome().Length.Plays) {
			all = append(all, game.Hit{Deal: d, Play: play})
		}
	}
	return all
}

// allow lets the hunts of a server use so much time a day, 0 for no hunts.
func (k *kennel) allow(guild uint64, budget time.Duration) {
	k.t.Helper()
	act := store.Action{RequestID: fmt.Sprint("allow ", guild, time.Now()), GuildID: guild, At: time.Now()}
	if _, err := k.Store.Configure(k.t.Context(), act, func(v *setting.Values) { v.HuntTime, v.AnnounceIn = budget, 55 }); err != nil {
		k.t.Fatal(err)
	}
}

// hunt starts a hunt of anna's whose seed is the id of the server.
func (k *kennel) hunt(guild uint64) int64 {
	k.t.Helper()
	h, err := k.Store.StartHunt(k.t.Context(), store.Action{
		RequestID: fmt.Sprint("hunt ", guild), GuildID: guild, ActorID: 5, ActorName: "Anna", At: time.Now(),
	}, store.Hunt{ChannelID: 59 + guild, Game: "camicia", Deck: "full", By: store.ByPlays, Seed: guild})
	if err != nil {
		k.t.Fatal(err)
	}
	return h.ID
}

// stop stops a hunt by its starter.
func (k *kennel) stop(id int64) {
	k.t.Helper()
	if err := k.Store.StopHunt(k.t.Context(), id, store.HuntAsked, time.Now()); err != nil {
		k.t.Fatal(err)
	}
}

// stored returns the hunts as they are stored.
func (k *kennel) stored() []store.Hunt {
	k.t.Helper()
	synctest.Wait()
	all, err := k.Store.Hunts(k.t.Context(), 0, time.Now())
	if err != nil {
		k.t.Fatal(err)
	}
	return all
}

// listed returns the lengths of the finds of a server, the longest first.
func (k *kennel) listed(guild uint64) []int64 {
	k.t.Helper()
	synctest.Wait()
	page, err := k.Store.Board(k.t.Context(), store.BoardQuery{
		GuildID: guild, Game: "camicia", Division: "52", Kind: store.Hunts, By: store.ByPlays, PageQuery: store.PageQuery{Limit: 99},
	})
	if err != nil {
		k.t.Fatal(err)
	}
	var all []int64
	for _, e := range page.Entries {
		all = append(all, e.Plays)
	}
	return all
}

// lengths returns the lengths of some of the finds.
func (k *kennel) lengths(which ...int) []int64 {
	var all []int64
	for _, i := range which {
		all = append(all, k.finds[i].Play.Outcome().Length.Plays)
	}
	return all
}

// A restart in the middle loses nothing: the hunt goes on where it was.
func TestAHuntGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7}, func(k *kennel) {
		k.hunt(7)
		end := k.start("hunter")
		time.Sleep(8050 * time.Millisecond) // before it would be saved
		end()
		h := k.stored()[0]
		worked := k.worked(7)
		if h.Tried != int64(worked)*1000 || string(h.State) != strconv.Itoa(worked) || h.End != "" || worked < 79 {
			t.Errorf("after %d slices stored is %+v", worked, h)
		}
		if got := k.listed(7); !slices.Equal(got, k.lengths(0)) {
			t.Errorf("found: %v", got)
		}
		if h.Used.Round(100*time.Millisecond) != time.Duration(worked)*100*time.Millisecond || k.used.Round(time.Millisecond) != h.Used || h.Today != h.Used {
			t.Errorf("used %s, counted %s, today %s, in %d slices", h.Used, k.used, h.Today, worked)
		}
		end = k.start("hunter")
		time.Sleep(20 * time.Second)
		end()
		again := k.stored()[0]
		if again.Tried != h.Tried+int64(k.worked(7))*1000 || again.Used <= h.Used {
			t.Errorf("it went on from %d to %d", h.Tried, again.Tried)
		}
		// Of the finds between two times that it is saved only the longest is recorded.
		if got := k.listed(7); !slices.Equal(got, k.lengths(4, 3, 0)) {
			t.Errorf("found: %v of %v", got, k.lengths(0, 1, 2, 3, 4, 5))
		}
	})
}

// What a hunt did before it is saved is known while it goes on.
func TestAHuntIsKnownAsItIsNow(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7}, func(k *kennel) {
		var live jobs.Live
		k.Live = &live
		id := k.hunt(7)
		if tried, used := live.Now(id); tried != 0 || used != 0 {
			t.Errorf("before it began: %d tried, in %s", tried, used)
		}
		end := k.start("hunter")
		time.Sleep(8050 * time.Millisecond) // before it would be saved
		if tried, used := live.Now(id); tried < 70_000 || used < 7*time.Second {
			t.Errorf("while it goes on: %d tried, in %s", tried, used)
		}
		stored := k.stored()[0].Tried
		end()
		worked := int64(k.worked(7))
		if tried, used := live.Now(id); stored != 0 || tried != 1000*worked || used != 0 {
			t.Errorf("%d were stored; once it is saved, %d are tried of %d, and %s not saved", stored, tried, 1000*worked, used)
		}
	})
}

// A process that is killed forgets at most the last 15 seconds of core time. After an orderly
// end, and where the time is used up, what is counted is exact.
func TestCoreTimeIsCountedOnce(t *testing.T) {
	t.Parallel()
	hunting(t, time.Minute, []uint64{7}, func(k *kennel) {
		k.hunt(7)
		end := k.start("hunter")
		worked := time.Duration(0)
		for range 25 {
			time.Sleep(1050 * time.Millisecond)
			worked += time.Duration(k.worked(7)) * 100 * time.Millisecond
			if h := k.stored()[0]; h.Today > worked || h.Today < worked-15*time.Second || h.Used != h.Today {
				t.Errorf("after %s of core time %s are counted for the day, %s for the hunt", worked, h.Today, h.Used)
			}
		}
		end()
		if h := k.stored()[0]; h.Today != h.Used || h.Today != k.used.Round(time.Millisecond) {
			t.Errorf("in the end %s are counted for the day, %s for the hunt, and %s were used", h.Today, h.Used, k.used)
		}
		end = k.start("hunter")
		defer func() { end() }()
		time.Sleep(time.Minute)
		if h := k.stored()[0]; h.Today < time.Minute || h.Today > time.Minute+100*time.Millisecond || h.Used != h.Today {
			t.Errorf("used up: %s are counted for the day, %s for the hunt", h.Today, h.Used)
		}
	})
}

func TestTwoServersHuntByTurns(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7, 8}, func(k *kennel) {
		k.hunt(7)
		k.hunt(8)
		end := k.start("hunter")
		time.Sleep(10 * time.Second)
		end()
		if a, b := k.worked(7), k.worked(8); max(a-b, b-a) > 1 || a+b < 95 {
			t.Errorf("they worked %d and %d slices", a, b)
		}
	})
}

// A hunt rests when the time of the day is used up, and goes on the next day.
func TestABudgetIsOfADay(t *testing.T) {
	t.Parallel()
	hunting(t, 30*time.Second, []uint64{7}, func(k *kennel) {
		k.hunt(7)
		end := k.start("hunter")
		time.Sleep(2 * time.Minute)
		if n := k.worked(7); n != 300 {
			t.Errorf("%d slices of a tenth of a second in a budget of 30", n)
		}
		h := k.stored()[0]
		if h.Today != 30*time.Second || h.Left() != 0 || h.End != "" || h.Tried != 300_000 {
			t.Errorf("it rests as %+v", h)
		}
		if got := k.listed(7); got[0] != k.lengths(5)[0] {
			t.Errorf("found: %v", got)
		}
		if a, err := k.Store.NextAnnouncement(k.t.Context(), 0); err != nil || a.Standing != store.Hunted || a.Plays != k.lengths(5)[0] {
			t.Errorf("announced is %+v, %v", a, err)
		}
		end()
		time.Sleep(24*time.Hour - 3*time.Minute)
		end = k.start("hunter") // a minute before midnight
		defer func() { end() }()
		time.Sleep(2 * time.Minute)
		if n := k.worked(7); n != 300 {
			t.Errorf("%d slices on the next day", n)
		}
		k.allow(7, 40*time.Second) // it is asked for more
		time.Sleep(time.Minute)
		if n := k.worked(7); n != 100 {
			t.Errorf("%d slices after there was more", n)
		}
	})
}

// A hunt ends within a moment when hunts are switched off, and when its starter's data is deleted.
// What is found after that is not recorded.
func TestAHuntEndsWhileItGoesOn(t *testing.T) {
	t.Parallel()
	for want, end := range map[store.HuntEnd]func(*kennel) error{
		store.HuntOff: func(k *kennel) error { k.allow(7, 0); return nil },
		store.HuntErased: func(k *kennel) error {
			_, err := k.Store.ForgetUser(k.t.Context(), 5, time.Now())
			return err
		},
	} {
		hunting(t, time.Hour, []uint64{7}, func(k *kennel) {
			k.hunt(7)
			defer k.start("hunter")()
			time.Sleep(8 * time.Second)
			if err := end(k); err != nil {
				t.Error(err)
			}
			time.Sleep(10 * time.Second)
			h, n, found := k.stored()[0], int64(k.worked(7)), len(k.listed(7))
			if h.End != want || !h.Closed || n > 110 || (h.Starter.Name == "") != (want == store.HuntErased) {
				t.Errorf("after %d slices it is %+v", n, h)
			}
			if isOff := want == store.HuntOff; isOff && h.Tried != n*1000 || (found == 1) != isOff {
				t.Errorf("tried: %d in %d slices, found: %d", h.Tried, n, found)
			}
		})
	}
}

// leave records that the bot was removed from a server, or is back.
func (k *kennel) leave(guild uint64, left bool) {
	k.t.Helper()
	err := k.Store.GuildBack(k.t.Context(), guild)
	if left {
		err = k.Store.GuildLeft(k.t.Context(), guild, time.Now().Add(jobs.Grace))
	}
	if err != nil {
		k.t.Fatal(err)
	}
}

// Where the bot is removed the hunt rests, and goes on when it is back.
func TestAHuntWaitsForTheBot(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7, 8}, func(k *kennel) {
		k.hunt(7)
		defer k.start("hunter")()
		time.Sleep(8 * time.Second)
		k.leave(7, true)
		time.Sleep(5 * time.Second)
		n := int64(k.worked(7))
		time.Sleep(time.Minute)
		if h := k.stored()[0]; k.worked(7) != 0 || h.End != "" || h.Tried != 1000*n {
			t.Errorf("without the bot it went on: %+v", h)
		}
		k.leave(7, false)
		time.Sleep(5 * time.Second)
		if k.worked(7) == 0 {
			t.Error("it did not go on")
		}
	})
}

// A hunt goes on without the database for a while, and is saved as soon as that works. The log
// says so once a minute.
func TestAHuntOutlivesAFullDatabase(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7}, func(k *kennel) {
		k.hunt(7)
		end := k.start("hunter")
		time.Sleep(time.Second)
		k.damage(`CREATE TRIGGER full BEFORE UPDATE ON hunts BEGIN SELECT RAISE(ABORT, 'full'); END`)
		time.Sleep(5 * time.Minute)
		if h, lines := k.stored()[0], strings.Count(k.logged(), "doing=saving"); h.Tried != 0 || lines < 4 || lines > 5 {
			t.Errorf("stored is %+v; %s", h, k.logged())
		}
		k.damage(`DROP TRIGGER full`)
		time.Sleep(20 * time.Second)
		end()
		h := k.stored()[0]
		if n := int64(k.worked(7)); h.Tried != 1000*n || h.Used.Round(time.Second) != (time.Duration(n)*100*time.Millisecond).Round(time.Second) {
			t.Errorf("after %d slices stored is %+v", n, h)
		}
		if got := k.listed(7); !slices.Equal(got, k.lengths(5)) {
			t.Errorf("found: %v", got)
		}
	})
}

// Requests come first. While they never cease, hunts are looked after still.
func TestAHuntWaitsWhileRequestsAreHandled(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7}, func(k *kennel) {
		k.busy.Store(true)
		id := k.hunt(7)
		defer k.start("hunter")()
		time.Sleep(10 * time.Second)
		if n := k.worked(7); n != 0 {
			t.Errorf("%d slices beside a request", n)
		}
		k.busy.Store(false)
		time.Sleep(8050 * time.Millisecond) // not when the hunter looks at what is stored
		if k.worked(7) == 0 {
			t.Error("it did not begin")
		}
		k.busy.Store(true)
		k.stop(id)
		time.Sleep(5 * time.Second)
		if h := k.stored()[0]; !h.Closed || len(k.listed(7)) != 1 {
			t.Errorf("it is %+v, and found %v", h, k.listed(7))
		}
	})
}

// What a hunt found before it was stopped is saved as soon as the database can be written to.
func TestAStoppedHuntIsSavedLater(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7}, func(k *kennel) {
		id := k.hunt(7)
		defer k.start("hunter")()
		time.Sleep(6050 * time.Millisecond) // not when the hunter looks at what is stored
		k.damage(`CREATE TRIGGER full BEFORE UPDATE OF state ON hunts BEGIN SELECT RAISE(ABORT, 'full'); END`)
		k.stop(id)
		time.Sleep(10 * time.Minute)
		worked := k.worked(7)
		if h := k.stored()[0]; h.Closed || worked > 90 {
			t.Errorf("after %d slices it is %+v", worked, h)
		}
		if lines := strings.Count(k.logged(), "doing=saving"); lines < 9 || lines > 10 {
			t.Errorf("in ten minutes the log has %d lines: %s", lines, k.logged())
		}
		k.damage(`DROP TRIGGER full`)
		time.Sleep(5 * time.Second)
		if h := k.stored()[0]; !h.Closed || h.Tried != int64(worked)*1000 || !slices.Equal(k.listed(7), k.lengths(0)) || k.worked(7) != 0 {
			t.Errorf("it is %+v, and found %v", h, k.listed(7))
		}
	})
}

func TestAHuntThatCannotGoOn(t *testing.T) {
	for name, c := range map[string]struct {
		breaks func(*kennel)
		want   store.HuntEnd
	}{
		"its hunter fails":  {func(k *kennel) { k.fail = errors.New("broken") }, store.HuntFailed},
		"the game is gone":  {func(k *kennel) { k.Say.Games[0].Hunting = nil }, store.HuntFailed},
		"a state of others": {func(k *kennel) { k.damage(`UPDATE hunts SET state = 'x'`) }, store.HuntFailed},
		"a week":            {func(*kennel) { time.Sleep(store.MaxHunt) }, store.HuntOver},
	} {
		t.Run(name, func(t *testing.T) {
			hunting(t, time.Hour, []uint64{7}, func(k *kennel) {
				k.hunt(7)
				c.breaks(k)
				defer k.start("hunter")()
				time.Sleep(6 * time.Second)
				if h := k.stored()[0]; h.End != c.want || !h.Closed {
					t.Errorf("it is %+v", h)
				}
			})
		})
	}
}

// A hunt whose game panics ends, with one line in the log, and the others go on.
func TestAHuntThatPanics(t *testing.T) {
	for _, where := range []string{"its begin", "its state", "a slice"} {
		t.Run(where, func(t *testing.T) {
			hunting(t, time.Hour, []uint64{7, 8}, func(k *kennel) {
				if where != "its begin" {
					defer k.start("hunter")()
				}
				k.hunt(7)
				k.hunt(8)
				time.Sleep(10 * time.Second)
				k.hounds.mu.Lock()
				k.wild = where
				k.hounds.mu.Unlock()
				if where == "its begin" {
					defer k.start("hunter")()
				}
				k.worked(8)
				time.Sleep(30 * time.Second)
				all := k.stored()
				if len(all) != 2 || all[0].End != store.HuntFailed || !all[0].Closed || all[1].End != "" {
					t.Errorf("stored: %+v", all)
				}
				if n := k.worked(8); n < 100 {
					t.Errorf("the other worked %d slices", n)
				}
				if said := k.logged(); strings.Count(said, "level=ERROR") != 1 || !strings.Contains(said, "panic (ref ") || !strings.Contains(said, "hunter_test.go") {
					t.Errorf("the log says\n%s", said)
				}
			})
		})
	}
}
