package lanes

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"nonna/bench"
)

// Kernels play games as the scalar one does: with decks of any size, in batches with other games
// among them, and games that never end. Those of this processor are tested, and that for AVX-512
// in an emulator too.
func TestKernelsPlayTheSameGames(t *testing.T) {
	t.Parallel()
	t.Run("emulated", func(t *testing.T) {
		t.Parallel()
		comparePlays(t, emulated(t), 400)
	})
	for i, k := range kernels() {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			comparePlays(t, k, 20_000)
		})
	}
}

func comparePlays(t *testing.T, k kernel, games int) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	var endless []Position
	for _, p := range random(r, 6, 4, 10_000) {
		if !p.Play(Limit).Known() {
			endless = append(endless, p)
		}
	}
	if len(endless) == 0 {
		t.Fatal("all games end")
	}
	v := newVectors()
	for _, c := range []struct{ cards, courts, games int }{
		{52, 16, games},
		{52, 31, games / 10},
		{40, 12, games / 5},
		{6, 4, games / 5},
		{2, 1, 100},
		{52, 16, 1},
		{30, 30, games / 20},
		{MaxCards, MaxCourts, games / 10},
	} {
		if c.cards > k.maxCards {
			continue
		}
		from := append(random(r, c.cards, c.courts, c.games), random(r, 2+r.IntN(51), 2, c.games/10)...)
		from = append(from, endless[0], Position{Empty(), from[0][0]}, Position{from[0][1], Empty()})
		to := make([]Result, len(from))
		v.settle(k, from, to)
		for i, p := range from {
			if want := p.Play(Limit); to[i] != want {
				t.Fatalf("game %d of %+v, %v, ends as %+v, want %+v", i, c, p, to[i], want)
			}
		}
	}
}

// No load or store of a vector crosses a cache line.
func TestGamesBeginAtACacheLine(t *testing.T) {
	t.Parallel()
	const line = 64
	for range 100 {
		if at := uintptr(unsafe.Pointer(newVectors().table)); at%line != 0 {
			t.Fatalf("a table begins %d bytes into a cache line", at%line)
		}
	}
	if at := unsafe.Offsetof(table{}.games); at%line != 0 {
		t.Errorf("games begin %d bytes into a table", at)
	}
}

// BenchmarkFullDeals plays full deals on one core, one by one and by each kernel that the
// machine has, the fastest first.
func BenchmarkFullDeals(b *testing.B) {
	from := fullDeals(rand.New(rand.NewPCG(1, 2)), 4096)
	to := make([]Result, len(from))
	run := func(name string, play func()) {
		b.Run(name, func(b *testing.B) {
			report := bench.Start(b)
			for b.Loop() {
				play()
			}
			report(int64(b.N*len(from)), "deals")
		})
	}
	run("one", func() { playEach(from, to) })
	for i, k := range kernels() {
		v := newVectors()
		run(fmt.Sprint("kernel-", i), func() { v.settle(k, from, to) })
	}
}
