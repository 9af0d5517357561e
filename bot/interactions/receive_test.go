package interactions

import (
	"strconv"
	"testing"
)

func TestRecentIDsAreTheLatest(t *testing.T) {
	t.Parallel()
	var s recentIDs
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
	if n := len(s.latest) + len(s.before); n > 2*maxRecentIDs {
		t.Errorf("%d ids are remembered", n)
	}
	if !s.add("0") {
		t.Error("the oldest should be forgotten")
	}
}
