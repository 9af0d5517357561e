package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
	"nonna/commands/words"
)

// ErrUnreachable is a channel that cannot be written to, now or ever: it is
// gone, or the bot may not speak there. Trying again would not help.
var ErrUnreachable = errors.New("the channel cannot be written to")

// maxNonce is the most characters of a nonce.
const maxNonce = 25

// Send puts a reply into a channel, for announcements that answer nobody. The
// nonce, of 1 to 25 characters, names the announcement: when the outcome of one
// attempt is unknown and it is made again within a few minutes, here or by a
// caller, Discord still shows it once. It returns [ErrUnreachable] for a
// channel that is lost, and other errors where a later attempt may succeed.
func (b *Bot) Send(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) error {
	if nonce == "" || length(nonce) > maxNonce {
		return fmt.Errorf("gateway: the nonce %q has not 1 to %d characters", nonce, maxNonce)
	}
	r := renderer{
		say: func(s commands.Sentence, args words.Args) string {
			return b.cfg.Router.Say(commands.Request{Locale: reply.Locale}, s, args)
		},
		log: b.log.With(slog.Uint64("channel", channelID)),
	}
	reply.Ephemeral = false // there is nobody alone to see it
	m, files := r.message(reply)
	m.Nonce, m.EnforceNonce = nonce, true
	address := discordgo.EndpointChannelMessages(strconv.FormatUint(channelID, 10))
	_, err := b.rest.Call(ctx, "announcement", http.MethodPost, address, m, files, discord.Policy{Tries: 6, Repeatable: true})
	if discord.IsLostChannel(err) {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return err
}
