package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/pprof"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"nonna/commands/hunts"
	"nonna/commands/verdict"
	"nonna/engine/game"
	"nonna/store"
)

const (
	// huntEvery is the time between two looks at the stored hunts.
	huntEvery = 2 * time.Second
	// huntSlice is about how long a hunt works until it is the turn of the next: so short
	// that a request that comes meanwhile does not notice, and that a busy system seldom
	// interrupts it, while a thousand positions are still tried at full speed.
	huntSlice = 500 * time.Microsecond
	// huntPause is the pause after each slice: hunts take half a processor at most, so that
	// on a busy machine the system lets a request's threads run before theirs.
	huntPause = huntSlice
	// busyPause is the pause while requests are handled.
	busyPause = 10 * time.Millisecond
	// saveEvery is the least time between two times that a hunt is saved, while it goes on.
	// A process that is killed forgets what came since, core time too.
	saveEvery = 15 * time.Second
	// saveAfter is the core time that a hunt works until it is saved even without a find.
	saveAfter = 10 * time.Second
	// saveTime is how long the hunts may take to be saved at the end: less than the time
	// until another process can take over.
	saveTime = 3 * time.Second
	// complainEvery is the least time between two errors in the log.
	complainEvery = time.Minute
	// firstSlice is the number of positions that a hunt tries first, and maxSlice the most
	// that it tries in a slice.
	firstSlice, maxSlice = 256, 1 << 24
)

// Hunts is how the hunts of servers are done.
type Hunts struct {
	// Serves reports whether the jobs are for the hunts of a server.
	Serves func(guildID uint64) bool
	// IsQuiet reports whether no request is being answered, and none was a moment ago: requests
	// come first.
	IsQuiet func() bool
	// Used is called with the core time of each slice.
	Used func(time.Duration)
	// Live, unless nil, has what hunts did since they were saved.
	Live *Live
}

// Live are the hunts that go on in this process, as they are between two saves. It is safe for
// concurrent use, and a nil Live keeps none.
type Live struct{ hunts sync.Map }

type liveHunt struct {
	tried int64
	used  time.Duration
}

// Now is a [hunts.Now].
func (l *Live) Now(hunt int64) (tried int64, used time.Duration) {
	kept, _ := l.hunts.Load(hunt)
	live, _ := kept.(liveHunt)
	return live.tried, live.used
}

// set notes what a hunt did.
func (l *Live) set(a *activeHunt) {
	if l != nil {
		l.hunts.Store(a.stored.ID, liveHunt{a.hunter.Tried(), a.used})
	}
}

// hunter goes on with the hunts of all servers, in turns, on half a processor. The state of a
// hunt is stored regularly and when the hunter stops, so that it goes on after a restart.
type hunter struct {
	Config
	// active are the hunts that go on, that whose turn it is first.
	active []*activeHunt
	// looked is the time of the latest look, by [Config.Now], and since when that was.
	looked, since time.Time
	// complaints limits the errors in the log: on a full disk there is one at every look.
	complaints rate.Sometimes
}

// activeHunt is a hunt that goes on.
type activeHunt struct {
	stored store.Hunt
	game   *game.Game
	hunter game.Hunter
	// slice is the number of positions of a slice.
	slice int64
	// used is the core time, and found the longest find, since it was saved; left is what
	// remains of the core time of the day.
	used, left time.Duration
	found      *store.Game
	// tried is when it was last tried to save it.
	tried time.Time
}

// hunter returns a round that works until its context is done.
func (c Config) hunter() tick {
	return func(ctx context.Context, now time.Time) error {
		h := &hunter{Config: c, looked: now, since: time.Now(), complaints: rate.Sometimes{Interval: complainEvery}}
		pprof.Do(ctx, pprof.Labels("stage", "hunt"), h.run)
		return nil
	}
}

func (h *hunter) run(ctx context.Context) {
	defer func() {
		// Work that cannot be saved in time is done again: another process may take over.
		saving, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTime)
		defer cancel()
		for _, a := range slices.Clone(h.active) {
			h.try(saving, a.stored, func() error { h.save(saving, a, false); return nil })
		}
	}()
	for ctx.Err() == nil {
		h.complain(ctx, "looking", 0, h.look(ctx))
		h.work(ctx)
	}
}

// now returns the time, without asking for it.
func (h *hunter) now() time.Time { return h.looked.Add(time.Since(h.since)) }

// try calls f, which does something with a hunt. If it fails or panics, which only its game
// should be able to cause, the hunt ends as it was last saved.
func (h *hunter) try(ctx context.Context, s store.Hunt, f func() error) {
	err := recovered(f)
	if err == nil {
		return
	}
	h.Log.Error("a hunt failed", slog.Int64("hunt", s.ID), slog.Any("err", err))
	h.active = slices.DeleteFunc(h.active, func(a *activeHunt) bool { return a.stored.ID == s.ID })
	h.stop(ctx, s, store.HuntFailed)
}

// work gives the active hunts slices in turns, until it is time to look at the stored ones
// again.
func (h *hunter) work(ctx context.Context) {
	round, cancel := context.WithTimeout(ctx, huntEvery)
	defer cancel()
	for round.Err() == nil {
		i := slices.IndexFunc(h.active, func(a *activeHunt) bool { return a.left > 0 })
		if i < 0 { // they rest
			<-round.Done()
			return
		}
		if !h.IsQuiet() {
			time.Sleep(busyPause)
			continue
		}
		a := h.active[i]
		h.active = append(slices.Delete(h.active, i, i+1), a)
		h.try(ctx, a.stored, func() error { return h.hunt(ctx, a) })
		time.Sleep(huntPause)
	}
}

// hunt gives a hunt a slice, and saves it if that is due.
func (h *hunter) hunt(ctx context.Context, a *activeHunt) error {
	slice, end := context.WithTimeout(ctx, huntSlice)
	defer end()
	start := time.Now()
	finds, err := a.hunter.Hunt(slice, a.slice)
	took := time.Since(start)
	a.used, a.left = a.used+took, a.left-took
	h.Used(took)
	h.Live.set(a)
	switch {
	case took > huntSlice:
		a.slice = max(1, a.slice/2)
	case took < huntSlice/2 && err == nil:
		a.slice = min(2*a.slice, maxSlice)
	}
	if len(finds) > 0 {
		longest := finds[len(finds)-1]
		settled := verdict.StoredGame(a.game, longest.Deal, longest.Play)
		a.found = &settled
	}
	if err != nil && !errors.Is(err, slice.Err()) {
		return err
	}
	due := a.found != nil || a.used >= saveAfter
	switch {
	case a.left <= 0:
		h.rest(ctx, a)
	case due && time.Since(a.tried) >= saveEvery:
		h.save(ctx, a, false)
	}
	return nil
}

// look reads the stored hunts, and brings the active ones up to date.
func (h *hunter) look(ctx context.Context) error {
	now, err := h.Now(ctx)
	if err != nil {
		return err
	}
	h.looked, h.since = now, time.Now()
	stored := map[int64]store.Hunt{}
	var last int64
	for {
		page, err := h.Store.Hunts(ctx, last, now)
		if err != nil {
			return err
		}
		for _, s := range page {
			if last = s.ID; h.Serves(s.GuildID) {
				stored[s.ID] = s
			}
		}
		if len(page) < store.MaxPage {
			break
		}
	}
	for _, a := range slices.Clone(h.active) {
		s, ok := stored[a.stored.ID]
		h.try(ctx, a.stored, func() error { h.update(ctx, a, s, ok); return nil })
	}
	for _, s := range stored {
		h.try(ctx, s, func() error { return h.begin(ctx, s) })
	}
	return nil
}

// update brings an active hunt up to date with the stored one, if that is there.
func (h *hunter) update(ctx context.Context, a *activeHunt, s store.Hunt, isStored bool) {
	goesOn := isStored && s.End == "" && !s.Gone
	if goesOn {
		a.stored, a.left = s, s.Budget-s.Today-a.used
	}
	if !goesOn || a.left <= 0 {
		h.rest(ctx, a)
	}
}

// begin does what is to be done of a stored hunt that is not active: it ends one that may
// not go on, closes one that was stopped, and makes one active that has core time left.
func (h *hunter) begin(ctx context.Context, s store.Hunt) error {
	active := slices.ContainsFunc(h.active, func(a *activeHunt) bool { return a.stored.ID == s.ID })
	switch {
	case s.End != "":
		if !s.Closed && !active {
			h.complain(ctx, "closing", s.ID, h.Store.CloseHunt(ctx, s.ID))
		}
	case s.Gone:
	case s.Budget == 0:
		h.stop(ctx, s, store.HuntOff)
	case h.now().Sub(s.StartedAt) >= store.MaxHunt:
		h.stop(ctx, s, store.HuntOver)
	case !active && s.Left() > 0:
		a, err := h.open(s)
		if err != nil {
			return err
		}
		h.active = append(h.active, a)
	}
	return nil
}

// open continues a stored hunt.
func (h *hunter) open(s store.Hunt) (*activeHunt, error) {
	g := h.Say.Games.ByName(s.Game)
	if g == nil || g.Hunting == nil {
		return nil, fmt.Errorf("the game %q is not hunted", s.Game)
	}
	hunter, err := g.Hunting.New(hunts.Quest(s), s.State)
	if err != nil {
		return nil, err
	}
	return &activeHunt{stored: s, game: g, hunter: hunter, slice: firstSlice, left: s.Left(), tried: time.Now()}, nil
}

// save stores what a hunt did. It reports whether that worked. If not it is tried again later.
func (h *hunter) save(ctx context.Context, a *activeHunt, pauses bool) bool {
	a.tried = time.Now()
	saved := h.now()
	if earliest := a.stored.SavedAt.Add(time.Millisecond); saved.Before(earliest) {
		saved = earliest // or it would count as the same save
	}
	err := h.Store.SaveHunt(ctx, a.stored.GuildID, store.HuntProgress{
		ID: a.stored.ID, State: a.hunter.State(), Tried: a.hunter.Tried(), Used: a.used, Found: a.found, Pauses: pauses,
	}, saved)
	h.complain(ctx, "saving", a.stored.ID, err)
	if err == nil {
		a.used, a.found, a.stored.SavedAt = 0, nil, saved
		h.Live.set(a)
	}
	return err == nil
}

// rest makes a hunt inactive, once it is saved.
func (h *hunter) rest(ctx context.Context, a *activeHunt) {
	a.left = 0
	if h.save(ctx, a, true) {
		h.active = slices.DeleteFunc(h.active, func(o *activeHunt) bool { return o == a })
	}
}

// stop ends a stored hunt. The next look does the rest.
func (h *hunter) stop(ctx context.Context, s store.Hunt, why store.HuntEnd) {
	h.complain(ctx, "stopping", s.ID, h.Store.StopHunt(ctx, s.ID, why, h.now()))
}

// complain logs an error, but at most one a minute.
func (h *hunter) complain(ctx context.Context, doing string, hunt int64, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	h.complaints.Do(func() {
		h.Log.Error("the store did not do what a hunt needs", slog.String("doing", doing), slog.Int64("hunt", hunt), slog.Any("err", err))
	})
}
