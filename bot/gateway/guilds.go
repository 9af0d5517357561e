package gateway

import (
	"log/slog"

	"nonna/bot/turns"
)

// In reports whether the bot is in a server, as far as the session knows; a server that
// Discord cannot reach just now counts. Before the first session it reports false. Without
// sessions every server may be the bot's, so it reports true.
func (b *Bot) In(guildID uint64) bool { return b.endpoint != nil || b.session.In(guildID) }

// guildRemoved is called when the bot was removed from a server.
func (b *Bot) guildRemoved(id uint64) {
	guild := slog.Uint64("guild", id)
	if b.gate.Enter() == turns.Dropped {
		b.log.Error("leaving, so a removal from a server was not seen to", guild)
		return
	}
	go b.run(func() { b.cfg.GuildRemoved(b.handling, id) }, guild)
}
