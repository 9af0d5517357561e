package gateway

import (
	"strconv"
	"testing"
)

func TestSeenRemembersTheLatest(t *testing.T) {
	t.Parallel()
	s := newSeen()
	for i := range 3 * seenIDs {
		if !s.first(strconv.Itoa(i)) {
			t.Fatalf("%d was new", i)
		}
	}
	for i := 2 * seenIDs; i < 3*seenIDs; i++ {
		if s.first(strconv.Itoa(i)) {
			t.Fatalf("%d was known", i)
		}
	}
	if len(s.ids) != seenIDs {
		t.Errorf("%d ids are remembered", len(s.ids))
	}
	if !s.first("0") {
		t.Error("the oldest should be forgotten")
	}
}
