package discord

import (
	"encoding/json"
	"maps"
	"sync/atomic"
)

// guilds are the servers that a session's bot is in. One goroutine changes them;
// others may read without waiting for it.
type guilds struct {
	ids atomic.Pointer[map[uint64]bool] // never changed, only replaced
}

// guild is what is used of a server in an event.
type guild struct {
	ID          string `json:"id"`
	Unavailable bool   `json:"unavailable"`
}

// all returns the servers, which must not be changed.
func (g *guilds) all() map[uint64]bool {
	if ids := g.ids.Load(); ids != nil {
		return *ids
	}
	return nil
}

// set replaces all servers by a list of JSON objects, and leaves out those that
// cannot be read.
func (g *guilds) set(list []json.RawMessage) {
	ids := make(map[uint64]bool, len(list))
	for _, data := range list {
		var one guild
		if json.Unmarshal(data, &one) == nil && Uint(one.ID) != 0 {
			ids[Uint(one.ID)] = true
		}
	}
	g.ids.Store(&ids)
}

// add adds a server.
func (g *guilds) add(id uint64) {
	if id == 0 || g.all()[id] {
		return
	}
	ids := maps.Clone(g.all())
	if ids == nil {
		ids = make(map[uint64]bool)
	}
	ids[id] = true
	g.ids.Store(&ids)
}

// remove removes a server.
func (g *guilds) remove(id uint64) {
	ids := maps.Clone(g.all())
	delete(ids, id)
	g.ids.Store(&ids)
}
