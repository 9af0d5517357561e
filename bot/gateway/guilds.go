package gateway

import (
	"log/slog"

	"nonna/bot/turns"
)

// guildRemoved is called when the bot was removed from a server.
func (b *Bot) guildRemoved(id uint64) {
	guild := slog.Uint64("guild", id)
	if b.gate.Enter() == turns.Dropped {
		b.log.Error("leaving, so a removal from a server was not seen to", guild)
		return
	}
	go b.run(func() { b.cfg.GuildRemoved(b.handling, id) }, guild)
}
