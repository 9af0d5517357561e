package store

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing is written to a file that has lost its name: it would be lost.
func TestNothingIsRecordedInADatabaseThatWasMoved(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "there is no file")
	other := value(emptyDatabase())(t)
	for name, lose := range map[string]func(path string) error{
		"removed":   os.Remove,
		"put aside": func(path string) error { return os.Rename(path, path+".old") },
		"replaced": func(path string) error {
			if err := os.WriteFile(path+".other", other, 0o600); err != nil {
				return err
			}
			return os.Rename(path+".other", path)
		},
		"without its log": func(path string) error { return os.Remove(path + "-wal") },
		"with its folder": func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+".old") },
	} {
		path := filepath.Join(t.TempDir(), "data", "nonna.db")
		must(t, os.Mkdir(filepath.Dir(path), 0o700))
		s := openAt(t, path)
		record(t, s, game(1))
		if err := s.InPlace(t.Context()); err != nil {
			t.Fatalf("%s: before it was: %v", name, err)
		}
		must(t, lose(path))
		_, err := s.Record(t.Context(), game(2))
		if !errors.Is(err, ErrVanished) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: recording: %v, want ErrVanished with the path", name, err)
		}
		if err := s.InPlace(t.Context()); !errors.Is(err, ErrVanished) {
			t.Errorf("%s: %v, want ErrVanished", name, err)
		}
		if got := readBoard(t, s, wholeBoard()).Total; got != 1 {
			t.Errorf("%s: %d games are in the file, want the one that was recorded", name, got)
		}
		if killed := path + ".killed"; name == "without its log" { // what a kill would leave now
			must(t, exec.CommandContext(t.Context(), "cp", path, killed).Run())
			if got := readBoard(t, openAt(t, killed), wholeBoard()).Total; got != 1 {
				t.Errorf("%s: after a kill the file has %d games", name, got)
			}
		}
	}
}

// A name that leads to another file than before counts as a missing file.
func TestALinkThatLeadsElsewhereIsNoticed(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "there is no file")
	link := filepath.Join(t.TempDir(), "nonna.db")
	must(t, os.Symlink(newFile(t), link))
	s := openAt(t, link)
	record(t, s, game(1))
	must(t, errors.Join(os.Remove(link), os.Symlink(newFile(t), link)))
	if _, err := s.Record(t.Context(), game(2)); !errors.Is(err, ErrVanished) {
		t.Errorf("recording: %v, want ErrVanished", err)
	}
}

// A write fails if the file is removed meanwhile.
func TestAFileRemovedDuringAWriteIsNoticed(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "there is no file")
	s := openTest(t)
	err := s.Do(t.Context(), func(context.Context, Tx) error { return os.Remove(s.Path()) })
	if !errors.Is(err, ErrVanished) {
		t.Errorf("got %v, want ErrVanished", err)
	}
}

func TestACallStopsWithItsContext(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Record(ctx, game(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("Record: got %v, want context.Canceled", err)
	}
	if _, err := s.Board(ctx, wholeBoard()); !errors.Is(err, context.Canceled) {
		t.Errorf("Board: got %v, want context.Canceled", err)
	}
	if got := readBoard(t, s, wholeBoard()).Total; got != 0 {
		t.Errorf("%d entries after a cancelled call", got)
	}
}
