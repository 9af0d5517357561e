package gateway

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"nonna/commands"
)

// maxHandlers is how many handlers run at once: more would share the same cores,
// and memory. Some of them wait for a file.
const maxHandlers = 32

// queue lets handlers run, so many at once. Who waits comes in turn of servers, and
// within a server in turn of members: who asks for a lot waits behind themselves.
type queue struct {
	mu      sync.Mutex
	running int
	servers []*line // with somebody waiting, the next one first
}

// line is who waits of a server, or of a member.
type line struct {
	id      uint64
	members []*line         // of a server
	waiting []chan struct{} // of a member: closed when it is their turn
}

// run runs f in its turn, or without one when ctx has ended, which f must notice.
func (q *queue) run(ctx context.Context, req commands.Request, f func()) {
	if q.enter(ctx, req) == nil {
		defer q.leave()
	}
	f()
}

// enter waits for a turn, or for the end of ctx. The turn lasts until leave is
// called; with an error there was none.
func (q *queue) enter(ctx context.Context, req commands.Request) error {
	turn := q.join(req)
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	if !q.quit(turn) {
		q.leave() // it had come just then
	}
	return ctx.Err()
}

// join returns what is closed when it is the request's turn.
func (q *queue) join(req commands.Request) chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	turn := make(chan struct{})
	if q.running < maxHandlers {
		q.running++
		close(turn)
		return turn
	}
	// Outside of servers everybody is by themselves.
	server := find(&q.servers, cmp.Or(req.GuildID, req.User.ID))
	member := find(&server.members, req.User.ID)
	member.waiting = append(member.waiting, turn)
	return turn
}

// find returns the line of an id, at the end of all where there was none.
func find(lines *[]*line, id uint64) *line {
	i := slices.IndexFunc(*lines, func(l *line) bool { return l.id == id })
	if i < 0 {
		i = len(*lines)
		*lines = append(*lines, &line{id: id})
	}
	return (*lines)[i]
}

// quit takes back a turn that has not come, and reports whether there was one.
func (q *queue) quit(turn chan struct{}) bool {
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

// leave ends a turn: the next one comes.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	if len(q.servers) == 0 {
		return
	}
	q.running++
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

// next takes the first line out.
func next(lines *[]*line) *line {
	first := (*lines)[0]
	*lines = (*lines)[1:]
	return first
}
