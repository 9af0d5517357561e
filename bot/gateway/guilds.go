package gateway

import (
	"log/slog"

	"github.com/bwmarrin/discordgo"
)

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

func (b *Bot) setGuilds(guilds []*discordgo.Guild) {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.guilds)
	for _, g := range guilds {
		if g != nil {
			b.guilds[number(g.ID)] = true
		}
	}
}

func (b *Bot) guildCreated(g *discordgo.Guild) {
	if g == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.guilds[number(g.ID)] = true
}

// guildDeleted is called when the bot was removed from a server, and when a
// server cannot be reached for a while: only the first counts.
func (b *Bot) guildDeleted(g *discordgo.Guild) {
	if g == nil || g.Unavailable {
		return
	}
	id := number(g.ID)
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
