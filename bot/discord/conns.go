package discord

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// openConns are the connections of a server that are open. It is safe for concurrent use.
type openConns struct {
	limit int

	mu   sync.Mutex
	open int
	// idle are those on which no request is being read or answered, in the order in which they
	// became so, and places are their elements.
	idle   list.List
	places map[net.Conn]*list.Element
}

func newOpenConns(limit int) *openConns {
	return &openConns{limit: limit, places: map[net.Conn]*list.Element{}}
}

// changed is [http.Server.ConnState]. Beyond the limit it closes the connection that has been
// idle for the longest, which may be the new one.
func (o *openConns) changed(c net.Conn, state http.ConnState) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch state {
	case http.StateNew, http.StateIdle:
		o.places[c] = o.idle.PushBack(c)
	case http.StateActive, http.StateClosed:
		o.leave(c)
	}
	switch state {
	case http.StateNew:
		if o.open++; o.open > o.limit {
			oldest, _ := o.idle.Front().Value.(net.Conn)
			o.leave(oldest)
			_ = oldest.Close()
		}
	case http.StateClosed:
		o.open--
	}
}

// leave removes a connection from those that are idle.
func (o *openConns) leave(c net.Conn) {
	if place := o.places[c]; place != nil {
		o.idle.Remove(place)
		delete(o.places, c)
	}
}
