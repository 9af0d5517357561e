package hunting_test

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/hunting"
	"nonna/bot/progress"
	"nonna/engine/game"
)

// laws are odds for tests: each doubling of positions adds a hundred cards.
type laws struct{}

func (laws) Median(tried int64) int64 { return int64(100 * math.Log2(float64(tried))) }

func (laws) Chance(length, tried int64) float64 {
	return -math.Expm1(-math.Ln2 * float64(tried) * math.Exp2(-float64(length)/100))
}

func (laws) Marks() []game.Mark {
	return []game.Mark{{Name: game.Phrase{ID: "camicia.mark-random"}, Length: 3200}, {Name: game.Phrase{ID: "camicia.mark-record"}, Length: 5300}}
}

// slow is a hunter that tries a thousand positions a second.
type slow struct{ tried int64 }

func (s *slow) Hunt(_ context.Context, n int64) ([]game.Find, error) {
	var finds []game.Find
	if s.tried == 0 {
		d := numberDeal(1200)
		finds = append(finds, game.Find{Deal: d, Play: numberPlay{outcome: d.outcome()}, Step: 1})
	}
	s.tried += n
	time.Sleep(time.Duration(n) * time.Millisecond)
	return finds, nil
}

func (s *slow) Tried() int64  { return s.tried }
func (s *slow) State() []byte { return nil }

// watchSlow hunts with a slow worker, and returns what is shown on a screen of so many
// columns, 0 if there is no terminal.
func watchSlow(ctx context.Context, t *testing.T, columns int, change func(*hunting.Session)) string {
	t.Helper()
	return watchWorkers(ctx, t, 1, columns, change)
}

// watchWorkers is watchSlow with several workers.
func watchWorkers(ctx context.Context, t *testing.T, workers, columns int, change func(*hunting.Session)) string {
	t.Helper()
	g := number()
	g.Hunting.New = func(game.Quest, []byte) (game.Hunter, error) { return &slow{}, nil }
	g.Hunting.Odds = func(game.Quest) (game.Odds, bool) { return laws{}, true }
	h, err := hunting.New(hunting.Target{Game: g, Deck: "natural", Unit: g.Units[0]}, 1, workers)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	_, err = session(ctx, t, h, func(s *hunting.Session) {
		width := func() int { return columns }
		if columns == 0 {
			width = nil
		}
		s.Screen, s.Out, s.Positions = progress.New(&stderr, width), nil, 0
		change(s)
	})
	if err != nil {
		t.Fatal(err)
	}
	return stderr.String()
}

// The odds are told once the speed is known, and how far the hunt has come each minute.
func TestOdds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		saves := 0
		got := watchSlow(t.Context(), t, 0, func(s *hunting.Session) {
			s.For = 12*time.Minute + 10*time.Second
			s.Save = func() error { saves++; return nil }
		})
		const want = `Hunting number, deck natural, by cards: seed 1, 1 worker, for 12m10s.
Chances in the 12m7s left, at 1,000 positions/s (by a measured law, no promise):
  over 99% for more than 1,200, the best so far
  1 in 8,600 for more than 3,200, the best of public random search
    which takes 1,700 core-hours on average
  1 in 18,000,000,000 for more than 5,300, the record
    which takes 3,600,000,000 core-hours on average
Half of all hunters who try as many positions reach 1,947 cards.
11:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
10:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
9:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
8:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
7:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
6:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
5:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
4:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
3:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
2:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
1:10 left, best 1,200, to beat it over 99%, 1,000/s, half reach 1,947
0:10 left, best 1,200, to beat it 81%, 1,000/s, half reach 1,947
Tried 730,015 positions in 12m10s (1,000 positions/s). Half of all hunters who try as many reach 1,947 cards.
The longest has 1,200 cards, 120 tricks: 1200
`
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("shown (-want +got):\n%s", diff)
		}
		if saves != 13 { // each minute, and at the end
			t.Errorf("saved %d times", saves)
		}
	})
}

// A hunt without an end is looked ahead for an hour, one of so many positions by its speed.
func TestOddsOfOtherHunts(t *testing.T) {
	t.Parallel()
	for want, limit := range map[string]func(context.CancelFunc, *hunting.Session){
		"until Ctrl-C.\nChances in an hour, at 1,000 positions/s": func(stop context.CancelFunc, _ *hunting.Session) {
			time.AfterFunc(10*time.Minute, stop)
		},
		"until 90,000 positions were tried.\nChances in the 1m27s left, at": func(_ context.CancelFunc, s *hunting.Session) {
			s.Positions = 90_000
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			got := watchSlow(ctx, t, 0, func(s *hunting.Session) { limit(stop, s) })
			if !strings.Contains(got, want) {
				t.Errorf("shown\n%swant\n%s", got, want)
			}
		})
	}
}

// Workers without a core of their own cost no core-hours.
func TestCoreHoursOfManyWorkers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		got := watchWorkers(t.Context(), t, hunting.MaxWorkers, 0, func(s *hunting.Session) { s.For = 10 * time.Second })
		var hours float64
		said := regexp.MustCompile(`which takes (\d+) core-hours`).FindStringSubmatch(got)
		if said != nil {
			hours, _ = strconv.ParseFloat(said[1], 64) // digits
		}
		cores := min(hunting.MaxWorkers, runtime.GOMAXPROCS(0))
		if alone := hours / float64(cores); alone < 6 || alone > 8 {
			t.Errorf("%d cores: %v core-hours, want 7 for each:\n%s", cores, said, got)
		}
	})
}

// A line fits every terminal: what matters less is left out.
func TestTheLineOfATerminal(t *testing.T) {
	t.Parallel()
	for columns, want := range map[int]string{
		120: `^\[={13,18} +\] 0:05 left, best 1,200, to beat it 5\d%, 1,000/s, half reach 1,328$`,
		70:  `^\[={8,12} +\] 0:05 left, best 1,200, to beat it 5\d%, 1,000/s$`,
		50:  `^\[={10,15} +\] 0:05 left, best 1,200$`,
		39:  `^0:05 left, best 1,200, to beat it 5\d%$`,
		25:  `^0:05 left, best 1,200$`,
		12:  `^0:05 left$`,
		5:   `^0:05$`,
		1:   ``,
	} {
		synctest.Test(t, func(t *testing.T) {
			got := watchSlow(t.Context(), t, columns, func(s *hunting.Session) { s.For = 10 * time.Second })
			shown := false
			for line := range strings.FieldsFuncSeq(got, func(r rune) bool { return r == '\r' || r == '\n' }) {
				if strings.Contains(line, " left, best") && len(line) >= columns {
					t.Errorf("%d columns: %q", columns, line)
				}
				shown = shown || regexp.MustCompile(want).MatchString(strings.TrimSpace(line))
			}
			if !shown {
				t.Errorf("%d columns: no %q in\n%q", columns, want, got)
			}
		})
	}
}
