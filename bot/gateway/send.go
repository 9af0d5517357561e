package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"nonna/bot/discord"
	"nonna/commands"
)

var (
	// ErrUnreachable is returned where Discord says that a channel is unknown, or that the bot may
	// not speak there. In an outage it says so too, so trying again may help.
	ErrUnreachable = errors.New("the channel cannot be written to")
	// ErrDeleted is returned for a message that is gone. Trying again would not help.
	ErrDeleted = errors.New("the message was deleted")
)

// maxNonce is the most characters of a nonce.
const maxNonce = 25

// Send posts a reply in a channel, as an announcement. The nonce, of 1 to 25 characters,
// names the announcement: if it is sent again within a few minutes, here or by a caller,
// since the outcome of an attempt is unknown, Discord still shows it once. Send returns the
// id of the message, [ErrUnreachable] for a channel that Discord refuses, and other errors.
func (b *Bot) Send(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) (messageID uint64, err error) {
	if nonce == "" || length(nonce) > maxNonce {
		return 0, fmt.Errorf("gateway: the nonce %q has not 1 to %d characters", nonce, maxNonce)
	}
	m, files := b.announcement(channelID, reply)
	m.Nonce, m.EnforceNonce = nonce, true
	address := fmt.Sprintf("/channels/%d/messages", channelID)
	answer, err := b.rest.Call(ctx, "announcement", http.MethodPost, address, m, files, discord.Policy{Tries: 6, Repeatable: true})
	if err != nil {
		return 0, unreachable(err)
	}
	var sent struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(answer, &sent); err != nil {
		return 0, fmt.Errorf("announcement: reading the answer: %w", err)
	}
	return discord.Uint(sent.ID), nil
}

// Edit replaces a message that [Bot.Send] posted by a reply. It returns [ErrUnreachable] if
// the channel is lost, [ErrDeleted] if the message is, and other errors if a later attempt may succeed.
func (b *Bot) Edit(ctx context.Context, channelID, messageID uint64, reply commands.Reply) error {
	m, files := b.announcement(channelID, reply)
	address := fmt.Sprintf("/channels/%d/messages/%d", channelID, messageID)
	_, err := b.rest.Call(ctx, "editing", http.MethodPatch, address, m, files, discord.Policy{Tries: 3, Repeatable: true})
	return unreachable(err)
}

// announcement renders a reply for a channel.
func (b *Bot) announcement(channelID uint64, reply commands.Reply) (message, []discord.File) {
	r := renderer{router: b.cfg.Router, log: b.log.With(slog.Uint64("channel", channelID))}
	reply.Ephemeral = false // an announcement has no asking user
	return r.message(reply)
}

// unreachable returns err as an [ErrUnreachable] or an [ErrDeleted] if it is one.
func unreachable(err error) error {
	switch {
	case discord.IsLostChannel(err):
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	case discord.IsLostMessage(err):
		return fmt.Errorf("%w: %w", ErrDeleted, err)
	}
	return err
}

// IsQuiet reports whether no request is being answered, and none was a moment ago.
func (b *Bot) IsQuiet() bool { return b.gate.IsQuiet() }
