package sqlitefile

import (
	"bytes"
	"errors"
	"os"
	"sync"
	"testing"
)

// Closing a database whose file was replaced leaves the other file as it is. SQLite
// would apply the write-ahead log, which is a file of its own, to the other file.
func TestAFileInTheDatabasesPlaceIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	path := newFile(t)
	aside := path + ".old"
	s := openAt(t, path)
	put(t, s, 5)
	other := sampleFile(t)
	must(t, errors.Join(os.Rename(path, aside), os.WriteFile(path, other, 0o600)))
	var reads sync.WaitGroup // by many connections at once, none of which opens the other file
	for range 4 {
		reads.Go(func() {
			wantRows(t, s, 5)
		})
	}
	reads.Wait()
	closeFile(t, s)
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, other) {
		t.Errorf("the other file has changed (%v)", err)
	}
	for file, want := range map[string]int{path: 50, aside: 5} {
		wantSound(t, file)
		wantRows(t, openAt(t, file), want)
	}
}
