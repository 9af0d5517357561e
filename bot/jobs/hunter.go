package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/pprof"
	"slices"
	"time"

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

// HunterConfig is what a [Hunter] works with.
type HunterConfig struct {
	Store *store.Store
	Games game.List
	// Serves reports whether the job is for the hunts of a server.
	Serves func(guildID uint64) bool
	// Quiet waits until no request was being answered for a moment, and returns a context
	// that ends when one comes: requests come first. Its error is that of the context.
	Quiet func(context.Context) (context.Context, context.CancelFunc, error)
	// Used is called with the core time of each slice.
	Used func(time.Duration)
	Now  func() time.Time
	Log  *slog.Logger
}

// Hunter goes on with the hunts of all servers, in turns, on half a processor. What a hunt did
// is stored regularly and when the hunter stops, so that it goes on after a restart.
type Hunter struct {
	HunterConfig
	// active are the hunts that go on, that whose turn it is first.
	active []*activeHunt
	// complained is when an error was logged last.
	complained time.Time
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
	// saved is when it was saved, or that was tried.
	saved time.Time
}

// NewHunter returns the job.
func NewHunter(c HunterConfig) *Hunter {
	c.Log = c.Log.With(slog.String("job", "hunter"))
	return &Hunter{HunterConfig: c}
}

// Run works until ctx is done.
func (h *Hunter) Run(ctx context.Context) {
	pprof.Do(ctx, pprof.Labels("stage", "hunt"), func(ctx context.Context) {
		repeat(ctx, h.Log, complainEvery, complainEvery, h.run)
	})
}

func (h *Hunter) run(ctx context.Context) error {
	defer func() {
		// What cannot be saved in time is done again: another process may take over.
		saving, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTime)
		defer cancel()
		for _, a := range slices.Clone(h.active) {
			h.try(saving, a.stored, func() {
				a.left = 0
				h.save(saving, a, false)
			})
		}
		h.active = nil
	}()
	for ctx.Err() == nil {
		if err := h.look(ctx); h.complains(ctx, err) {
			h.Log.Error("the hunts could not be read", slog.Any("err", err))
		}
		h.work(ctx)
	}
	return nil
}

// try calls f, which does something with a hunt. If it panics, which only its game should be
// able to cause, the hunt ends as it was last saved.
func (h *Hunter) try(ctx context.Context, s store.Hunt, f func()) {
	err := recovered(func() error { f(); return nil })
	if err == nil {
		return
	}
	h.Log.Error("a hunt failed", slog.Int64("hunt", s.ID), slog.Any("err", err))
	h.active = slices.DeleteFunc(h.active, func(a *activeHunt) bool { return a.stored.ID == s.ID })
	h.must(ctx, s, h.Store.StopHunt(ctx, s.ID, store.HuntFailed, h.Now()))
}

// work gives the active hunts slices in turns, until it is time to look at the stored ones
// again.
func (h *Hunter) work(ctx context.Context) {
	round, cancel := context.WithTimeout(ctx, huntEvery)
	defer cancel()
	for {
		i := slices.IndexFunc(h.active, func(a *activeHunt) bool { return a.left > 0 })
		if i < 0 { // they rest
			<-round.Done()
			return
		}
		quiet, end, err := h.Quiet(round)
		if err != nil {
			end()
			return
		}
		a := h.active[i]
		h.active = append(slices.Delete(h.active, i, i+1), a)
		h.try(ctx, a.stored, func() { h.hunt(ctx, quiet, a) })
		end()
		time.Sleep(huntPause)
	}
}

// hunt gives a hunt a slice, which ends with quiet, and saves it if that is due.
func (h *Hunter) hunt(ctx, quiet context.Context, a *activeHunt) {
	slice, end := context.WithTimeout(quiet, huntSlice)
	defer end()
	start := time.Now()
	finds, err := a.hunter.Hunt(slice, a.slice)
	took := time.Since(start)
	a.used, a.left = a.used+took, a.left-took
	h.Used(took)
	switch {
	case took > huntSlice:
		a.slice = max(1, a.slice/2)
	case took < huntSlice/2 && err == nil:
		a.slice = min(2*a.slice, maxSlice)
	}
	if len(finds) > 0 {
		h.find(ctx, a, finds[len(finds)-1])
	}
	if err != nil && !errors.Is(err, slice.Err()) {
		h.fail(ctx, a, err)
		return
	}
	due := a.found != nil || a.used >= saveAfter
	if a.left <= 0 || due && h.Now().Sub(a.saved) >= saveEvery {
		h.save(ctx, a, a.left <= 0)
	}
}

// find takes note of the longest find of a hunt, after the game has settled its deal.
func (h *Hunter) find(ctx context.Context, a *activeHunt, f game.Find) {
	play, err := f.Deal.Settle(context.WithoutCancel(ctx), game.DefaultBudget)
	if err == nil && play.Outcome().Length != f.Outcome.Length {
		err = fmt.Errorf("the game lasts %+v, not %+v", play.Outcome().Length, f.Outcome.Length)
	}
	if err != nil {
		h.Log.Error("a find of a hunt is wrong", slog.Int64("hunt", a.stored.ID), slog.String("deal", f.Deal.String()), slog.Any("err", err))
		return
	}
	settled := verdict.Settled(a.game, f.Deal, play)
	a.found = &settled
}

// look reads the stored hunts, and brings the active ones up to date.
func (h *Hunter) look(ctx context.Context) error {
	stored := map[int64]store.Hunt{}
	var last int64
	for {
		page, err := h.Store.Hunts(ctx, last, h.Now())
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
		h.try(ctx, a.stored, func() { h.update(ctx, a, s, ok) })
	}
	for _, s := range stored {
		h.try(ctx, s, func() { h.begin(ctx, s) })
	}
	return nil
}

// update brings an active hunt up to date with the stored one, if that is there.
func (h *Hunter) update(ctx context.Context, a *activeHunt, s store.Hunt, isStored bool) {
	if !isStored || s.End != "" || s.Gone {
		h.rest(ctx, a)
		return
	}
	if a.stored, a.left = s, s.Budget-s.Today-a.used; a.left <= 0 {
		h.pause(ctx, a)
	}
}

// begin does what is to be done of a stored hunt that is not active: it ends one that may
// not go on, closes one that was stopped, and makes one active that has core time left.
func (h *Hunter) begin(ctx context.Context, s store.Hunt) {
	active := slices.ContainsFunc(h.active, func(a *activeHunt) bool { return a.stored.ID == s.ID })
	var why store.HuntEnd
	switch {
	case s.End != "":
		if !s.Closed && !active {
			h.must(ctx, s, h.Store.CloseHunt(ctx, s.ID))
		}
		return
	case s.Gone:
		return
	case s.Budget == 0:
		why = store.HuntOff
	case h.Now().Sub(s.StartedAt) >= store.MaxHunt:
		why = store.HuntOver
	}
	if why != "" { // the next look does the rest
		h.must(ctx, s, h.Store.StopHunt(ctx, s.ID, why, h.Now()))
		return
	}
	if active || s.Left() == 0 {
		return
	}
	a, err := h.open(s)
	if err != nil {
		if h.complains(ctx, err) {
			h.Log.Error("a hunt cannot be continued", slog.Int64("hunt", s.ID), slog.Any("err", err))
		}
		h.must(ctx, s, h.Store.StopHunt(ctx, s.ID, store.HuntFailed, h.Now()))
		return
	}
	h.active = append(h.active, a)
}

// open continues a stored hunt.
func (h *Hunter) open(s store.Hunt) (*activeHunt, error) {
	g := h.Games.Find(s.Game)
	if g == nil || g.Hunting == nil {
		return nil, fmt.Errorf("the game %q is not hunted", s.Game)
	}
	hunter, err := g.Hunting.New(hunts.Quest(g, s), s.State)
	if err != nil {
		return nil, err
	}
	return &activeHunt{stored: s, game: g, hunter: hunter, slice: firstSlice, left: s.Left(), saved: h.Now()}, nil
}

// save stores what a hunt did. It reports whether that worked. If not it is tried again later.
func (h *Hunter) save(ctx context.Context, a *activeHunt, pauses bool) bool {
	a.saved = h.Now()
	if earliest := a.stored.SavedAt.Add(time.Millisecond); a.saved.Before(earliest) {
		a.saved = earliest // or it would count as the same save
	}
	err := h.Store.SaveHunt(ctx, a.stored.GuildID, store.HuntProgress{
		ID: a.stored.ID, State: a.hunter.State(), Tried: a.hunter.Tried(), Used: a.used, Found: a.found, Pauses: pauses,
	}, a.saved)
	saved := h.must(ctx, a.stored, err)
	if saved {
		a.used, a.found, a.stored.SavedAt = 0, nil, a.saved
	}
	return saved
}

// pause makes a hunt inactive that has no core time left, once it is saved.
func (h *Hunter) pause(ctx context.Context, a *activeHunt) {
	unsaved := a.used > 0 || a.found != nil
	switch {
	case !unsaved:
		h.active = slices.DeleteFunc(h.active, func(o *activeHunt) bool { return o == a })
	case h.Now().Sub(a.saved) >= saveEvery:
		h.save(ctx, a, true)
	}
}

// rest makes a hunt inactive, once it is saved.
func (h *Hunter) rest(ctx context.Context, a *activeHunt) {
	a.left = 0
	if h.save(ctx, a, true) {
		h.active = slices.DeleteFunc(h.active, func(o *activeHunt) bool { return o == a })
	}
}

// fail stops a hunt that its game cannot continue.
func (h *Hunter) fail(ctx context.Context, a *activeHunt, err error) {
	h.Log.Error("a hunt failed", slog.Int64("hunt", a.stored.ID), slog.Any("err", err))
	h.must(ctx, a.stored, h.Store.StopHunt(ctx, a.stored.ID, store.HuntFailed, h.Now()))
	h.rest(ctx, a)
}

// must reports whether there is no error about a hunt, and logs one.
func (h *Hunter) must(ctx context.Context, s store.Hunt, err error) bool {
	if h.complains(ctx, err) {
		h.Log.Error("a hunt could not be stored", slog.Int64("hunt", s.ID), slog.Any("err", err))
	}
	return err == nil
}

// complains reports whether an error is to be logged: at most one a minute, since on a full
// disk there is one at every look.
func (h *Hunter) complains(ctx context.Context, err error) bool {
	now := h.Now()
	if err == nil || errors.Is(err, context.Canceled) || ctx.Err() != nil || now.Sub(h.complained) < complainEvery {
		return false
	}
	h.complained = now
	return true
}
