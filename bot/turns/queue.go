package turns

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Queue gives out a number of turns. They go round-robin over servers, and within a
// server over members, so a heavy user delays only themselves. It is safe for
// concurrent use.
type Queue struct {
	limit int

	mu      sync.Mutex
	running int
	servers []*line // those with waiters, the next one first
}

// line holds the waiters of a server, or of a member of one.
type line struct {
	id      uint64
	members []*line         // of a server, those with waiters
	waiting []chan struct{} // of a member, closed when their turn comes
}

// NewQueue returns a queue that gives n turns at once.
func NewQueue(limit int) *Queue { return &Queue{limit: limit} }

// Enter waits for a turn of a member of a server, or of a user where server is 0. The
// turn lasts until [Queue.Leave] is called. When ctx ends first, it returns the error
// of ctx, and there is no turn to leave.
func (q *Queue) Enter(ctx context.Context, server, member uint64) error {
	turn := q.join(server, member)
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	if !q.quit(turn) {
		q.Leave() // the turn came in the same moment
	}
	return ctx.Err()
}

// join returns a channel that is closed when the turn comes.
func (q *Queue) join(server, member uint64) chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	turn := make(chan struct{})
	if q.running < q.limit {
		q.running++
		close(turn)
		return turn
	}
	// Outside of servers each user counts as a server of their own.
	m := find(&find(&q.servers, cmp.Or(server, member)).members, member)
	m.waiting = append(m.waiting, turn)
	return turn
}

// find returns the line of an id, and appends one where it is missing.
func find(lines *[]*line, id uint64) *line {
	i := slices.IndexFunc(*lines, func(l *line) bool { return l.id == id })
	if i < 0 {
		i = len(*lines)
		*lines = append(*lines, &line{id: id})
	}
	return (*lines)[i]
}

// quit removes a waiter, and reports whether it still waited.
func (q *Queue) quit(turn chan struct{}) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for s, server := range q.servers {
		for m, member := range server.members {
			i := slices.Index(member.waiting, turn)
			if i < 0 {
				continue
			}
			if member.waiting = slices.Delete(member.waiting, i, i+1); len(member.waiting) == 0 {
				server.members = slices.Delete(server.members, m, m+1)
			}
			if len(server.members) == 0 {
				q.servers = slices.Delete(q.servers, s, s+1)
			}
			return true
		}
	}
	return false
}

// Leave ends a turn, and begins the next one.
func (q *Queue) Leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.servers) == 0 {
		q.running--
		return
	}
	server := next(&q.servers)
	member := next(&server.members)
	close(member.waiting[0])
	if member.waiting = member.waiting[1:]; len(member.waiting) > 0 {
		server.members = append(server.members, member)
	}
	if len(server.members) > 0 {
		q.servers = append(q.servers, server)
	}
}

// next removes and returns the first line.
func next(lines *[]*line) *line {
	first := (*lines)[0]
	*lines = (*lines)[1:]
	return first
}
