package commands

import (
	"sync"
	"time"
)

// unrecordedEvery is the least time between two lines of the log about games that could
// not be stored.
const unrecordedEvery = time.Minute

// unrecorded counts the games that could not be stored. It is safe for concurrent use.
type unrecorded struct {
	mu    sync.Mutex
	next  time.Time // when the next line is due
	games int       // since the last line
}

// add counts a game. It returns how many games there were since the last line of the log,
// or 0 if that line is not old enough.
func (u *unrecorded) add(now time.Time) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.games++
	if now.Before(u.next) {
		return 0
	}
	games := u.games
	u.games, u.next = 0, now.Add(unrecordedEvery)
	return games
}
