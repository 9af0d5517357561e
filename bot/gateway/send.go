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
)

// ErrUnreachable is returned for a channel that is gone, or in which the bot may not speak.
// Trying again would not help.
var ErrUnreachable = errors.New("the channel cannot be written to")

// maxNonce is the most characters of a nonce.
const maxNonce = 25

// Send posts a reply in a channel, as an announcement. The nonce, of 1 to 25 characters,
// names the announcement: if it is sent again within a few minutes, here or by a caller,
// since the outcome of an attempt is unknown, Discord still shows it once. Send returns
// [ErrUnreachable] for a channel that is lost, and other errors if a later attempt may
// succeed.
func (b *Bot) Send(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) error {
	if nonce == "" || length(nonce) > maxNonce {
		return fmt.Errorf("gateway: the nonce %q has not 1 to %d characters", nonce, maxNonce)
	}
	r := renderer{router: b.cfg.Router, log: b.log.With(slog.Uint64("channel", channelID))}
	reply.Ephemeral = false // an announcement has no asking user
	m, files := r.message(reply)
	m.Nonce, m.EnforceNonce = nonce, true
	address := discordgo.EndpointChannelMessages(strconv.FormatUint(channelID, 10))
	_, err := b.rest.Call(ctx, "announcement", http.MethodPost, address, m, files, discord.Policy{Tries: 6, Repeatable: true})
	if discord.IsLostChannel(err) {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return err
}
