package huntcli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/huntcli"
	"nonna/bot/progress"
	"nonna/commands/words"
	"nonna/engine/game"
)

// number is a game for tests. A deal is a number, whose play has as many cards, and a tenth
// as many tricks. Those that end in 9 are endless.
func number() *game.Game {
	units := [2]game.Unit{"unit.cards", "penalty.tricks"}
	read := func(text string, _ game.Options) (game.Deal, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number", text)
		}
		return numberDeal(n), nil
	}
	return &game.Game{Name: "number", Units: units, Read: read, Hunting: &game.Hunting{
		Decks: []string{"natural"},
		New: func(q game.Quest, state []byte) (game.Hunter, error) {
			h := &numberHunter{quest: q}
			if state == nil {
				return h, nil
			}
			_, err := fmt.Sscanf(string(state), "%d/%d", &h.tried, &h.best)
			return h, err
		},
		Read: func(_ game.Quest, text string) (game.Deal, error) { return read(text, nil) },
		Odds: func(game.Quest) (game.Odds, bool) { return nil, false },
	}}
}

type numberDeal int64

func (d numberDeal) String() string         { return strconv.FormatInt(int64(d), 10) }
func (d numberDeal) Short() string          { return d.String() }
func (d numberDeal) Key() string            { return d.String() }
func (d numberDeal) Division() string       { return "natural" }
func (d numberDeal) Options() game.Options  { return nil }
func (d numberDeal) Remarks() []game.Phrase { return nil }

func (d numberDeal) Settle(context.Context, int64) (game.Play, error) {
	return numberPlay{outcome: d.outcome()}, nil
}

func (d numberDeal) outcome() game.Outcome {
	o := game.Outcome{Ending: game.Won, Length: game.Length{Plays: int64(d), Takes: int64(d) / 10}}
	if d%10 == 9 {
		o.Ending = game.Loop
	}
	return o
}

type numberPlay struct {
	game.Play
	outcome game.Outcome
}

func (p numberPlay) Outcome() game.Outcome { return p.outcome }

// numberHunter finds numbers that look random and do not end in 9.
type numberHunter struct {
	quest       game.Quest
	tried, best int64
}

func (h *numberHunter) Hunt(ctx context.Context, n int64) (finds []game.Hit, err error) {
	for range n {
		if err := ctx.Err(); err != nil {
			return finds, err
		}
		h.tried++
		d := numberDeal((h.tried*7919 + int64(h.quest.Seed)*104_729 + int64(h.quest.Worker)*31) % 1_000_003 / 10 * 10)
		if int64(d) > h.best {
			h.best = int64(d)
			finds = append(finds, game.Hit{Deal: d, Play: numberPlay{outcome: d.outcome()}, Step: h.tried})
		}
	}
	return finds, nil
}

func (h *numberHunter) Tried() int64  { return h.tried }
func (h *numberHunter) State() []byte { return fmt.Appendf(nil, "%d/%d", h.tried, h.best) }

func target() huntcli.Target {
	g := number()
	return huntcli.Target{Game: g, Deck: "natural", Unit: g.Units[0]}
}

func newHunt(t *testing.T, seed uint64, workers int) *huntcli.Hunt {
	t.Helper()
	h, err := huntcli.New(target(), seed, workers)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// saved returns a hunt as it is saved, without the time that it took.
func saved(t *testing.T, h *huntcli.Hunt) string {
	t.Helper()
	var b bytes.Buffer
	if err := h.Save(&b); err != nil {
		t.Fatal(err)
	}
	before, after, _ := strings.Cut(b.String(), `"seconds":`)
	_, after, _ = strings.Cut(after, ",")
	return before + after
}

func load(t *testing.T, h *huntcli.Hunt) *huntcli.Hunt {
	t.Helper()
	var b bytes.Buffer
	if err := h.Save(&b); err != nil {
		t.Fatal(err)
	}
	loaded, err := huntcli.Load(t.Context(), &b, game.List{h.Game})
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// ignore watches nothing.
func ignore([]huntcli.Found) error { return nil }

// However often a hunt is interrupted, saved and continued, it ends like one without a pause.
func TestInterruptedHuntsAreTheSame(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 3} {
		const positions = 10_000
		whole := newHunt(t, 7, workers)
		if err := whole.Run(t.Context(), positions, ignore); err != nil {
			t.Fatal(err)
		}
		if whole.Tried() != positions {
			t.Errorf("%d positions tried, want %d", whole.Tried(), positions)
		}
		cut := newHunt(t, 7, workers)
		runs := 0
		for ; cut.Tried() < positions; runs++ {
			ctx, stop := context.WithCancel(t.Context())
			slices := 0
			err := cut.Run(ctx, positions, func([]huntcli.Found) error {
				if slices++; slices == 5 {
					stop()
				}
				return nil
			})
			stop()
			if err != nil {
				t.Fatal(err)
			}
			cut = load(t, cut)
		}
		if got, want := saved(t, cut), saved(t, whole); got != want || runs < 3 {
			t.Errorf("%d workers: after %d runs\n%swant\n%s", workers, runs, got, want)
		}
	}
}

// Finds are reported once, longest last, and the best is the same whichever worker is ahead.
func TestFindsGetLonger(t *testing.T) {
	t.Parallel()
	best := map[string]bool{}
	for range 20 {
		h := newHunt(t, 3, 4)
		var lengths []int64
		err := h.Run(t.Context(), 2000, func(found []huntcli.Found) error {
			for _, f := range found {
				lengths = append(lengths, h.Length(f.Hit))
			}
			if len(found) > 0 && h.Length(h.Best().Hit) != lengths[len(lengths)-1] {
				t.Errorf("the best has %d cards after %d", h.Length(h.Best().Hit), lengths)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(lengths) || len(slices.Compact(slices.Clone(lengths))) != len(lengths) {
			t.Errorf("lengths %d", lengths)
		}
		best[string(h.Line(*h.Best()))] = true
	}
	if len(best) != 1 {
		t.Errorf("the best differs: %v", best)
	}
}

var errFull = errors.New("no space left")

// patient is a hunter that finds a deal and tries positions until it must stop.
type patient struct{ tried int64 }

func (p *patient) Hunt(ctx context.Context, _ int64) ([]game.Hit, error) {
	<-ctx.Done()
	p.tried++
	d := numberDeal(12)
	return []game.Hit{{Deal: d, Play: numberPlay{outcome: d.outcome()}, Step: 1}}, ctx.Err()
}

func (p *patient) Tried() int64  { return p.tried }
func (p *patient) State() []byte { return nil }

// A hunt that is stopped waits for no slice to its end, and keeps what the slice did.
func TestAHuntStopsWithinASlice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := number()
		g.Hunting.New = func(game.Quest, []byte) (game.Hunter, error) { return &patient{}, nil }
		h, err := huntcli.New(huntcli.Target{Game: g, Deck: "natural", Unit: g.Units[0]}, 1, 3)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		err = h.Run(ctx, 0, ignore)
		if err != nil || h.Tried() != 3 || h.Best() == nil {
			t.Errorf("%v after %d, best %v", err, h.Tried(), h.Best())
		}
	})
}

// An error of what watches ends the hunt, which keeps what the workers did.
func TestAHuntEndsWhenItCannotBeWatched(t *testing.T) {
	t.Parallel()
	h := newHunt(t, 1, 2)
	err := h.Run(t.Context(), 0, func([]huntcli.Found) error {
		if h.Tried() > 100 {
			return errFull
		}
		return nil
	})
	if !errors.Is(err, errFull) || h.Tried() <= 100 || load(t, h).Tried() != h.Tried() {
		t.Errorf("%v after %d", err, h.Tried())
	}
}

func TestSavedHuntsThatAreNone(t *testing.T) {
	t.Parallel()
	good := newHunt(t, 7, 2)
	if err := good.Run(t.Context(), 100, ignore); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := good.Save(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, c := range []struct {
		name, text string
		want       error
	}{
		{"nothing", "", huntcli.ErrNoHunt},
		{"something else", `{"version":1}`, huntcli.ErrNoHunt},
		{"half of it", text[:len(text)/2], huntcli.ErrNoHunt},
		{"endless", text + strings.Repeat(" ", 2<<20), huntcli.ErrNoHunt},
		{"newer", strings.Replace(text, `"version":1`, `"version":2`, 1), huntcli.ErrNewer},
		{"newer, with other fields", `{"nonna":"hunt","version":9,"game":[]}`, huntcli.ErrNewer},
		{"other types", strings.Replace(text, `"seed":7`, `"seed":"7"`, 1), huntcli.ErrDamaged},
		{"another game", strings.Replace(text, `"number"`, `"bridge"`, 1), huntcli.ErrDamaged},
		{"another unit", strings.Replace(text, `"by":"cards"`, `"by":"luck"`, 1), huntcli.ErrDamaged},
		{"a worker's state", strings.Replace(text, `"state":"`, `"state":"x`, 1), huntcli.ErrDamaged},
		{"a worker's count", strings.Replace(text, `"tried":`, `"tried":1`, 1), huntcli.ErrDamaged},
		{"a best that is no deal", strings.Replace(text, `"deal":"`, `"deal":"x`, 1), huntcli.ErrDamaged},
		{"a best that never ends", regexp.MustCompile(`"deal":"\d+`).ReplaceAllString(text, `"deal":"9`), huntcli.ErrDamaged},
		{"a best of no worker", strings.Replace(text, `"worker":`, `"worker":1`, 1), huntcli.ErrDamaged},
		{"time", strings.Replace(text, `"seconds":`, `"seconds":-1`, 1), huntcli.ErrDamaged},
	} {
		if c.text == text {
			t.Fatalf("%s: nothing is wrong with %s", c.name, text)
		}
		if _, err := huntcli.Load(t.Context(), strings.NewReader(c.text), game.List{number()}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// session runs a hunt for somebody who watches it.
func session(ctx context.Context, t *testing.T, h *huntcli.Hunt, change func(*huntcli.Session)) (out string, err error) {
	t.Helper()
	book, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	s := &huntcli.Session{Hunt: h, Positions: 1000, Out: &stdout, Progress: progress.New(&stderr, nil), Say: book.In(words.English)}
	change(s)
	err = s.Run(ctx)
	return stdout.String(), err
}
