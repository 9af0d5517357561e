package discord

import "sync"

// guilds are the servers that a session's bot is in. It is safe for concurrent use.
type guilds struct {
	mu  sync.Mutex
	ids map[uint64]bool
}

func newGuilds() *guilds { return &guilds{ids: make(map[uint64]bool)} }

// guild is what is used of a server in an event.
type guild struct {
	ID          string `json:"id"`
	Unavailable bool   `json:"unavailable"`
}

// set replaces all servers.
func (g *guilds) set(list []guild) {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.ids)
	for _, one := range list {
		if id := Uint(one.ID); id != 0 {
			g.ids[id] = true
		}
	}
}

// add adds a server. One without an id is not added.
func (g *guilds) add(id uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if id != 0 {
		g.ids[id] = true
	}
}

func (g *guilds) remove(id uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.ids, id)
}

func (g *guilds) has(id uint64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ids[id]
}

func (g *guilds) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.ids)
}
