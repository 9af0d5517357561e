package lease

import (
	"fmt"
	"testing"
	"time"

	"nonna/store"
	"nonna/store/postgres/postgrestest"
)

// On a server, in true time, a job is done by one of three processes at a time, of which one
// ends and one is cut off. The test runs with NONNA_LONG=1, where there is a server, and takes
// some seconds.
func TestLeasesOnAServer(t *testing.T) {
	url := postgrestest.Long(t)
	const term = 3 * time.Second
	w := &world{t: t, working: map[string][]string{}, twice: map[string]bool{}}
	for i := range 3 {
		st, err := store.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		if w.store = st; !st.IsShared() {
			t.Fatal("the database is not shared")
		}
		p := w.startAs(Config{Holder: fmt.Sprint("p", i), Term: term})
		defer p.end()
		p.keep("job")
		w.await("job", "[p0]")
	}
	time.Sleep(term) // the others have seen its beats
	began := time.Now()
	w.members[0].end()
	next := w.await("job", "[p1]", "[p2]")
	t.Logf("followed after an end in %v", time.Since(began).Round(time.Millisecond))
	time.Sleep(term)
	last := map[string]int{"[p1]": 1, "[p2]": 2}[next]
	began = time.Now()
	w.members[last].table.set(away)
	w.await("job", fmt.Sprintf("[p%d]", 3-last))
	took := time.Since(began)
	t.Logf("followed after a cut in %v", took.Round(time.Millisecond))
	if took < term*2/3 {
		t.Error("too soon")
	}
	w.wantOnce()
}

// await waits until one of some is who works at a name, and returns it.
func (w *world) await(name string, wanted ...string) string {
	w.t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		w.mu.Lock()
		now := fmt.Sprint(w.working[name])
		w.mu.Unlock()
		for _, who := range wanted {
			if now == who {
				return now
			}
		}
	}
	w.t.Fatalf("%s is not done by %v", name, wanted)
	return ""
}
