package atomicfile_test

import (
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/atomicfile"
	"nonna/store/sqlitefile"
)

var errTorn = errors.New("the wire is torn")

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// names returns the names of the files in a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range list {
		all = append(all, e.Name())
	}
	return all
}

func TestAFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "trace.txt")
	for _, text := range []string{"first", "then"} {
		if err := atomicfile.Write(name, write(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("the file holds %q, %v, want %q", got, err, text)
		}
	}
	if diff := cmp.Diff([]string{"trace.txt"}, names(t, dir)); diff != "" {
		t.Errorf("left in the folder (-want +got):\n%s", diff)
	}
}

// A database is not replaced, nor what belongs to one, also under another name.
func TestAFileReplacesNoDatabase(t *testing.T) {
	dir := t.TempDir()
	db, link := filepath.Join(dir, "nonna.db"), filepath.Join(dir, "link.db")
	f, err := sqlitefile.Open(t.Context(), db, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink(db, link), f.Close()); err != nil {
		t.Fatal(err)
	}
	before := names(t, dir)
	for _, name := range []string{db, link, db + ".lock", db + "-wal"} {
		if err := atomicfile.Write(name, write("a trace")); err == nil || !strings.Contains(err.Error(), "is a database") {
			t.Errorf("%s: %v, want an error", name, err)
		}
	}
	if diff := cmp.Diff(before, names(t, dir)); diff != "" {
		t.Errorf("left in the folder (-want +got):\n%s", diff)
	}
	if err := sqlitefile.View(t.Context(), db, 1, func(*sql.DB) error { return nil }); err != nil {
		t.Error(err)
	}
}

// A failing write leaves the existing file, and nothing else.
func TestAFileFails(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "trace.txt")
	if err := atomicfile.Write(name, write("before")); err != nil {
		t.Fatal(err)
	}
	err := atomicfile.Write(name, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half")
		if got, _ := os.ReadFile(name); string(got) != "before" {
			t.Errorf("half a trace is seen: %q", got)
		}
		return errTorn
	})
	if !errors.Is(err, errTorn) {
		t.Errorf("error %v, want %v", err, errTorn)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "before" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if diff := cmp.Diff([]string{"trace.txt"}, names(t, dir)); diff != "" {
		t.Errorf("left in the folder (-want +got):\n%s", diff)
	}
	missing := filepath.Join(dir, "none", "trace.txt")
	if err := atomicfile.Write(missing, write("")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), " "+missing+": ") {
		t.Errorf("error %v for a folder that is not there, want it to name the file", err)
	}
	if err := atomicfile.Write(dir, write("")); err == nil {
		t.Error("a folder was taken for a file")
	}
}

// A link stays a link, the mode is kept, and a device is written to.
func TestAFileKeepsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	if err := atomicfile.Write(link, write("after")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.Readlink(link); err != nil || got != target {
		t.Errorf("the link leads to %q, %v", got, err)
	}
	info, err := os.Stat(target)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() != int64(len("after")) {
		t.Errorf("the target is %v, %v", info, err)
	}
	if err := atomicfile.Write(os.DevNull, write("gone")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("the device became %v, %v", info, err)
	}
}
