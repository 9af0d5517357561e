package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that is found damaged while it is open is in place no longer, and the next Open checks
// all of it, which the first does only with small ones.
func TestADamagedFileIsCheckedWhole(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "there is no file")
	path := filepath.Join(t.TempDir(), "nonna.db")
	s := openAt(t, path)
	for i := range 300 {
		record(t, s, game(i))
	}
	must(t, s.Close())
	sound := value(os.ReadFile(path))(t)
	const page = 4096
	damaged := append(bytes.Clone(sound[:4*page]), bytes.Repeat([]byte{0xff}, len(sound)-4*page)...)

	s = openAt(t, path)
	f := value(os.OpenFile(path, os.O_RDWR, 0))(t)
	done(t)(f.WriteAt(damaged, 0))
	if err := s.InPlace(t.Context()); err != nil {
		t.Errorf("before anything was read: %v", err)
	}
	if _, err := s.Board(t.Context(), wholeBoard()); !errors.Is(err, ErrCorrupt) {
		t.Fatalf("reading a board: %v, want ErrCorrupt", err)
	}
	if err := s.InPlace(t.Context()); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "nonna restore") {
		t.Errorf("in place: %v, want ErrCorrupt with the path and what to do", err)
	}
	_ = s.Close() // which cannot fold the log into such a file
	if text, err := os.ReadFile(path + ".lock"); err != nil || !strings.Contains(string(text), "found damaged") {
		t.Errorf("the lock says %q (%v)", text, err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrCorrupt) || !Unusable(err) {
		t.Errorf("opening it: %v, want ErrCorrupt", err)
	}
	done(t)(f.WriteAt(sound, 0))
	if err := errors.Join(f.Close(), os.Remove(path+"-wal")); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for range 2 { // sound again, and then like any file
		must(t, openAt(t, path).Close())
	}
	if text, err := os.ReadFile(path + ".lock"); err != nil || strings.Contains(string(text), "found damaged") {
		t.Errorf("of a sound file the lock says %q (%v)", text, err)
	}
}
