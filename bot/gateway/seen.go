package gateway

import "sync"

// seenIDs is how many interactions are remembered: at the gateway's own limit
// of events it is minutes, and a resume replays seconds.
const seenIDs = 8192

// seen remembers the latest ids, so that an interaction that Discord delivers
// again after a resume is answered once. That its effect is stored once is the
// store's own guard, by the same id: this one does not outlive the process.
type seen struct {
	mu   sync.Mutex
	ids  map[string]struct{}
	ring [seenIDs]string
	next int
}

func newSeen() *seen { return &seen{ids: make(map[string]struct{}, seenIDs)} }

// first tells whether the id is new, and remembers it.
func (s *seen) first(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.ids[id]; known {
		return false
	}
	delete(s.ids, s.ring[s.next])
	s.ring[s.next] = id
	s.next = (s.next + 1) % seenIDs
	s.ids[id] = struct{}{}
	return true
}
