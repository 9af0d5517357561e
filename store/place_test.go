package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// What is written to a file that has lost its name is never found again.
func TestNothingIsRecordedInADatabaseThatIsGoneFromItsPlace(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(path string) error{
		"removed":   os.Remove,
		"put aside": func(path string) error { return os.Rename(path, path+".old") },
		"replaced": func(path string) error {
			if err := os.WriteFile(path+".other", sampleFile(t), 0o600); err != nil {
				return err
			}
			return os.Rename(path+".other", path)
		},
		"with its folder": func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+".old") },
	} {
		path := filepath.Join(t.TempDir(), "data", "nonna.db")
		if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		s := openAt(t, path)
		record(t, s, game(1))
		if err := s.InPlace(); err != nil {
			t.Fatalf("%s: before it was: %v", name, err)
		}
		if err := lose(path); err != nil {
			t.Fatal(err)
		}
		_, err := s.Record(t.Context(), game(2))
		if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: recording: %v, want ErrMissing with the path", name, err)
		}
		if err := s.InPlace(); !errors.Is(err, ErrMissing) {
			t.Errorf("%s: %v, want ErrMissing", name, err)
		}
		if got := readBoard(t, s, wholeBoard()).Total; got != 1 {
			t.Errorf("%s: %d games are in the file, want the one that was recorded", name, got)
		}
	}
}

// The write-ahead log has a name of its own: SQLite would play what is in it into
// whatever file is found in the database's place.
func TestAFileInTheDatabasesPlaceIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	path := newFile(t)
	aside := path + ".old"
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		record(t, s, game(i))
	}
	other := sampleFile(t)
	if err := errors.Join(os.Rename(path, aside), os.WriteFile(path, other, 0o600)); err != nil {
		t.Fatal(err)
	}
	var reads sync.WaitGroup // by many connections at once, none of which leads there
	for range 4 {
		reads.Go(func() {
			if got := readBoard(t, s, wholeBoard()).Total; got != 5 {
				t.Errorf("%d games are read, want 5", got)
			}
		})
	}
	reads.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, other) {
		t.Errorf("the other file has changed (%v)", err)
	}
	for file, want := range map[string]int64{path: 50, aside: 5} {
		s := openAt(t, file)
		wantSound(t, s)
		if got := readBoard(t, s, wholeBoard()).Total; got != want {
			t.Errorf("%s: %d games, want %d", file, got, want)
		}
	}
}

// A name that leads to another file than before is as good as a file that went.
func TestALinkThatLeadsElsewhereIsNoticed(t *testing.T) {
	t.Parallel()
	link := filepath.Join(t.TempDir(), "nonna.db")
	if err := os.Symlink(newFile(t), link); err != nil {
		t.Fatal(err)
	}
	s := openAt(t, link)
	record(t, s, game(1))
	if err := errors.Join(os.Remove(link), os.Symlink(newFile(t), link)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Record(t.Context(), game(2)); !errors.Is(err, ErrMissing) {
		t.Errorf("recording: %v, want ErrMissing", err)
	}
}

// A file that goes while a game is being written takes the game with it.
func TestAFileThatGoesDuringAWriteIsNoticed(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	err := s.update(t.Context(), func(session) error { return os.Remove(s.Path()) })
	if !errors.Is(err, ErrMissing) {
		t.Errorf("got %v, want ErrMissing", err)
	}
}
