package picture

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"nonna/commands/words"
)

// figures are what was measured of the films of a game.
type figures struct {
	bytes, length []int // in bytes, and in hundredths of a second
	drawn         []time.Duration
}

// Hundreds of films keep their limits. What they take is logged: see docs/film.md.
//
//	NONNA_LONG=1 chrt -i 0 go test ./commands/picture -run TestHundredsOfFilms -v
func TestHundredsOfFilms(t *testing.T) {
	if os.Getenv("NONNA_LONG") == "" {
		t.Skip("NONNA_LONG is not set")
	}
	runtime.LockOSThread() // its time is measured
	defer runtime.UnlockOSThread()
	m, book := load()
	const seeds = 80
	for name, players := range map[string]int{"camicia": 0, "beggar": 8, "snap": 8, "clock": 0} {
		var f figures
		list := []filmed{}
		for seed := range uint64(seeds) {
			n := players
			if n > 0 {
				n = 2 + int(seed)%n
			}
			list = append(list, filmShuffled(t, name, seed, n))
		}
		for _, s := range append(list, known(t, name)...) {
			if !HasFilm(s.play.Outcome()) {
				continue
			}
			before := threadTime(t)
			file := s.film(t, m, book.In(words.Languages()[len(f.bytes)%2]))
			f.drawn = append(f.drawn, threadTime(t)-before)
			f.bytes, f.length = append(f.bytes, len(file.Data)), append(f.length, s.check(t, file))
		}
		t.Logf("%s: %d films; bytes: %s; hundredths of a second: %s; drawn in: %s",
			name, len(f.bytes), spread(f.bytes), spread(f.length), spread(f.drawn))
	}
}

// known returns known deals of a game.
func known(t *testing.T, name string) (list []filmed) {
	for _, s := range append(loops(t), filmOf(t, "camicia", record), filmOf(t, "camicia", example), filmOf(t, "camicia", chartAlone)) {
		if s.of.Name == name {
			list = append(list, s)
		}
	}
	return list
}

// spread returns the least, the median, the 95th percentile and the largest of values.
func spread[T int | time.Duration](list []T) string {
	slices.Sort(list)
	at := func(part int) any { return list[(len(list)-1)*part/100] }
	return fmt.Sprintf("least %v, median %v, p95 %v, most %v", at(0), at(50), at(95), at(100))
}

// threadTime returns the processor time of the thread that the test is on.
func threadTime(t *testing.T) time.Duration {
	t.Helper()
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
