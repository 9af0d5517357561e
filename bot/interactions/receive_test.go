package interactions

import (
	"strconv"
	"testing"
)

func TestRecentIDsAreTheLatest(t *testing.T) {
	t.Parallel()
	s := newRecentIDs()
	for i := range 3 * maxRecentIDs {
		if !s.add(strconv.Itoa(i)) {
			t.Fatalf("%d was new", i)
		}
	}
	for i := 2 * maxRecentIDs; i < 3*maxRecentIDs; i++ {
		if s.add(strconv.Itoa(i)) {
			t.Fatalf("%d was known", i)
		}
	}
	if len(s.ids) != maxRecentIDs {
		t.Errorf("%d ids are remembered", len(s.ids))
	}
	if !s.add("0") {
		t.Error("the oldest should be forgotten")
	}
}
