package huntcli_test

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/huntcli"
	"nonna/bot/progress"
	"nonna/engine/game"
)

// laws are odds for tests: each doubling of positions adds a hundred cards.
type laws struct{}

func (laws) Median(tried int64) int64 { return int64(100 * math.Log2(float64(tried))) }

func (laws) Chance(length, tried int64) float64 {
	return -math.Expm1(-math.Ln2 * float64(tried) * math.Exp2(-float64(length)/100))
}

// slow is a hunter that tries a thousand positions a second.
type slow struct{ tried int64 }

func (s *slow) Hunt(_ context.Context, n int64) ([]game.Hit, error) {
	var finds []game.Hit
	if s.tried == 0 {
		d := numberDeal(1200)
		finds = append(finds, game.Hit{Deal: d, Play: numberPlay{outcome: d.outcome()}, Step: 1})
	}
	s.tried += n
	time.Sleep(time.Duration(n) * time.Millisecond)
	return finds, nil
}

func (s *slow) Tried() int64  { return s.tried }
func (s *slow) State() []byte { return nil }

// watchSlow hunts with a slow worker, and returns what is shown on a screen of so many
// columns, 0 if there is no terminal.
func watchSlow(ctx context.Context, t *testing.T, columns int, change func(*huntcli.Session)) string {
	t.Helper()
	g := number()
	g.Hunting.New = func(game.Quest, []byte) (game.Hunter, error) { return &slow{}, nil }
	g.Hunting.Odds = func(game.Quest) (game.Odds, bool) { return laws{}, true }
	h, err := huntcli.New(huntcli.Target{Game: g, Deck: "natural", Unit: g.Units[0]}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	_, err = session(ctx, t, h, func(s *huntcli.Session) {
		width := func() int { return columns }
		if columns == 0 {
			width = nil
		}
		s.Progress, s.Out, s.Positions = progress.New(&stderr, width), nil, 0
		change(s)
	})
	if err != nil {
		t.Fatal(err)
	}
	return stderr.String()
}

// The odds, and how far the hunt has come, are told each minute.
func TestOdds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		saves := 0
		got := watchSlow(t.Context(), t, 0, func(s *huntcli.Session) {
			s.For = 12*time.Minute + 10*time.Second
			s.Save = func() error { saves++; return nil }
		})
		const want = `Hunting number, deck natural, by cards: seed 1, 1 worker, for 12m10s.
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
Tried 730,015 positions in 12m10s (1,000 positions/s).
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
			got := watchSlow(t.Context(), t, columns, func(s *huntcli.Session) { s.For = 10 * time.Second })
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
