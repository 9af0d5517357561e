package lanes

import (
	"math/rand/v2"
	"testing"

	"nonna/bench"
)

// Vectors of four play games as the scalar kernel does, whatever Player uses here: of decks of
// any size, in batches with other games among them, and games that never end.
func TestFoursPlayTheSameGames(t *testing.T) {
	t.Parallel()
	if !hasFours() {
		t.Skip("this processor has no AVX2")
	}
	r := rand.New(rand.NewPCG(5, 6))
	var v fours
	for _, c := range []struct{ cards, courts, games int }{
		{52, 16, 20_000}, {52, 31, 2000}, {40, 12, 5000}, {6, 4, 5000}, {2, 1, 100}, {52, 16, 1}, {30, 30, 1000},
	} {
		from := append(random(r, c.cards, c.courts, c.games), random(r, 2+r.IntN(51), 2, c.games/10)...)
		from = append(from, Position{Empty(), from[0][0]}, Position{from[0][1], Empty()})
		to := make([]Result, len(from))
		v.settle(from, to)
		unknown := 0
		for i, p := range from {
			want := p.Play(Limit)
			if to[i] != want {
				t.Fatalf("game %d of %+v, %v, ends as %+v, want %+v", i, c, p, to[i], want)
			}
			if !want.Known() {
				unknown++
			}
		}
		if c.cards == 6 && unknown == 0 {
			t.Errorf("all games of %+v end", c)
		}
	}
}

// BenchmarkFullDeals plays full deals on one core, by each kernel that the machine has.
func BenchmarkFullDeals(b *testing.B) {
	from := fullDeals(rand.New(rand.NewPCG(1, 2)), 4096)
	to := make([]Result, len(from))
	for name, play := range map[string]func(){
		"one":    func() { playEach(from, to) },
		"fours":  func() { new(fours).settle(from, to) },
		"player": func() { new(Player).Play(from, to) },
	} {
		if name == "fours" && !hasFours() {
			continue
		}
		b.Run(name, func(b *testing.B) {
			report := bench.Start(b)
			for b.Loop() {
				play()
			}
			report(int64(b.N*len(from)), "deals")
		})
	}
}
