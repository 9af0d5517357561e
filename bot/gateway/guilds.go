package gateway

import "log/slog"

// Guilds returns how many servers the bot is in, as far as the session has
// told. Servers that Discord cannot reach just now count.
func (b *Bot) Guilds() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.guilds)
}

// In reports whether the bot is in a server, as far as the session has told; a
// server that Discord cannot reach just now counts. Before the first session it
// is in none.
func (b *Bot) In(guildID uint64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.guilds[guildID]
}

// guild is what is used of a server in an event.
type guild struct {
	ID          string `json:"id"`
	Unavailable bool   `json:"unavailable"`
}

// event takes an event of the gateway, in the order in which they come. It does
// not hold up its caller. What an event lacks is as if it had not come.
func (b *Bot) event(name string, data []byte) {
	var err error
	switch name {
	case "READY":
		var ready struct {
			Guilds []guild `json:"guilds"`
		}
		if err = decode(data, &ready); err == nil {
			b.setGuilds(ready.Guilds)
		}
	case "GUILD_CREATE":
		var g guild
		if err = decode(data, &g); err == nil {
			b.addGuild(g)
		}
	case "GUILD_DELETE":
		var g guild
		if err = decode(data, &g); err == nil {
			b.guildDeleted(g)
		}
	case "INTERACTION_CREATE":
		var i interaction
		if err = decode(data, &i); err == nil {
			b.receive(&i)
		}
	}
	if err != nil {
		b.log.Error("an event could not be read", slog.String("event", name), slog.Any("err", err))
	}
}

func (b *Bot) setGuilds(guilds []guild) {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.guilds)
	for _, g := range guilds {
		if id := number(g.ID); id != 0 {
			b.guilds[id] = true
		}
	}
}

func (b *Bot) addGuild(g guild) {
	id := number(g.ID)
	if id == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.guilds[id] = true
}

// guildDeleted is called when the bot was removed from a server, and when a
// server cannot be reached for a while: only the first counts.
func (b *Bot) guildDeleted(g guild) {
	id := number(g.ID)
	if id == 0 || g.Unavailable {
		return
	}
	b.mu.Lock()
	delete(b.guilds, id)
	b.mu.Unlock()
	guild := slog.Uint64("guild", id)
	if a, _ := b.admit(); a == drop {
		b.log.Error("leaving, so a removal from a server was not seen to", guild)
		return
	}
	go b.runAdmitted(func() { b.cfg.GuildRemoved(b.handling, id) }, guild)
}
