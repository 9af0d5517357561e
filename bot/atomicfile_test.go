package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonna/bot/atomicfile"
)

// A failing write leaves the existing file, and nothing else.
func TestAFileFails(t *testing.T) {
	t.Parallel()
	errTorn := errors.New("the wire is torn")
	dir := t.TempDir()
	name := filepath.Join(dir, "trace.txt")
	if err := os.WriteFile(name, []byte("before"), 0o600); err != nil {
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
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
	missing := filepath.Join(dir, "none", "trace.txt")
	if err := atomicfile.Write(missing, func(io.Writer) error { return nil }); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), " "+missing+": ") {
		t.Errorf("error %v for a folder that is not there, want it to name the file", err)
	}
	if err := atomicfile.Write(dir, func(io.Writer) error { return nil }); err == nil {
		t.Error("a folder was taken for a file")
	}
}
