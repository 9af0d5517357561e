package lanes

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// emulated returns the kernel run by the emulator.
func emulated(t testing.TB) kernel {
	t.Helper()
	loader, player := assemble(t, "vector_amd64.s", "load"), assemble(t, "vector_amd64.s", "play")
	return kernel{
		load: func(from *Position, to *queue, at, games, total int64) {
			loader.call(t, map[string]uint64{
				"from": address(from), "queue": address(to), "at": uint64(at), "games": uint64(games), "total": uint64(total),
			})
		},
		play: func(games *running, from *queue, to *results, p *progress, total, rounds int64) {
			player.call(t, map[string]uint64{
				"games": address(games), "queue": address(from), "results": address(to), "p": address(p),
				"total": uint64(total), "rounds": uint64(rounds),
			})
		},
	}
}

func address[T any](p *T) uint64 { return uint64(uintptr(unsafe.Pointer(p))) }

// The vector kernel plays games as the scalar one does.
func TestVectorsPlayTheSameGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ cards, courts, games int }{
		{52, 16, 1}, {52, 16, 100}, {40, 12, 31}, {MaxCards, MaxCourts, 40}, {9, 3, 40}, {2, 1, 9},
	} {
		v := newVectors()
		v.kernel = emulated(t)
		from, to := random(r, c.cards, c.courts, c.games), make([]Result, c.games)
		v.settle(from, to)
		for i, p := range from {
			if want := p.Play(Limit); to[i] != want {
				t.Fatalf("game %d of %+v, %v, ends as %+v, want %+v", i, c, p, to[i], want)
			}
		}
	}
}

// No load or store of a vector crosses a cache line: the games stand first, and what is so large
// is allocated at the beginning of one.
func TestGamesBeginAtACacheLine(t *testing.T) {
	t.Parallel()
	const line = 64
	for name, at := range map[string]uintptr{
		"eight": unsafe.Offsetof(vectors{}.games), "four": unsafe.Offsetof(fours{}.games),
	} {
		if at%line != 0 {
			t.Errorf("games %s at a time begin %d bytes into a cache line", name, at%line)
		}
	}
}
