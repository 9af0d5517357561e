package interactions

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

// ErrDeleted is returned for a message that is gone. Trying again would not help.
var ErrDeleted = errors.New("the message was deleted")

// RefusedError is returned where Discord refuses a message in a channel: the channel is gone or
// of a kind that takes none, a thread is archived, the bot may not speak there, or a filter does
// not like the text. Trying again may help, since in an outage Discord says such things too.
type RefusedError struct {
	// Why is the reason in Discord's words, of 1 to 200 bytes.
	Why string
	// OfText says that the channel may take another message.
	OfText bool
	// Err is the error of the call.
	Err error
}

// Error returns the call and Discord's answer.
func (e *RefusedError) Error() string { return fmt.Sprintf("refused: %v", e.Err) }

// Unwrap returns the error of the call.
func (e *RefusedError) Unwrap() error { return e.Err }

// maxWhy is the most bytes of Discord's words.
const maxWhy = 190

// maxNonce is the most characters of a nonce.
const maxNonce = 25

// Send posts a reply in a channel, as an announcement. The nonce, of 1 to 25 characters,
// names the announcement: if it is sent again within a few minutes, here or by a caller,
// since the outcome of an attempt is unknown, Discord still shows it once. Send returns the
// id of the message, a [RefusedError] where Discord refuses it, and other errors.
func (b *Bot) Send(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) (messageID uint64, err error) {
	if nonce == "" || length(nonce) > maxNonce {
		return 0, fmt.Errorf("interactions: the nonce %q has not 1 to %d characters", nonce, maxNonce)
	}
	m, files := b.announcement(channelID, reply)
	m.Nonce, m.EnforceNonce = nonce, true
	address := fmt.Sprintf("/channels/%d/messages", channelID)
	answer, err := b.rest.Call(ctx, "announcement", http.MethodPost, address, m, files, discord.Policy{Tries: 6, Repeatable: true})
	if err != nil {
		return 0, refused(err)
	}
	var sent struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(answer, &sent); err != nil {
		return 0, fmt.Errorf("announcement: reading the answer: %w", err)
	}
	return discord.Uint(sent.ID), nil
}

// Edit replaces a message that [Bot.Send] posted by a reply. It returns
// [ErrDeleted] if the message is gone, a [RefusedError] where Discord refuses the edit, and other
// errors.
func (b *Bot) Edit(ctx context.Context, channelID, messageID uint64, reply commands.Reply) error {
	m, files := b.announcement(channelID, reply)
	address := fmt.Sprintf("/channels/%d/messages/%d", channelID, messageID)
	_, err := b.rest.Call(ctx, "editing", http.MethodPatch, address, m, files, discord.Policy{Tries: 3, Repeatable: true})
	return refused(err)
}

// announcement renders a reply for a channel.
func (b *Bot) announcement(channelID uint64, reply commands.Reply) (message, []discord.File) {
	r := renderer{router: b.cfg.Router, log: b.log.With(slog.Uint64("channel", channelID))}
	reply.Ephemeral = false // an announcement has no asking user
	return r.message(reply)
}

// refused returns err as an [ErrDeleted] or a [RefusedError] if it is one.
func refused(err error) error {
	if discord.IsLostMessage(err) {
		return fmt.Errorf("%w: %w", ErrDeleted, err)
	}
	if e, ok := errors.AsType[*discord.Error](err); ok && e.Refusal() != "" {
		return &RefusedError{Why: commands.Shorten(e.Refusal(), maxWhy), OfText: e.Rejected(), Err: err}
	}
	return err
}

// IsQuiet reports whether no request is being answered, and none was a moment ago.
func (b *Bot) IsQuiet() bool { return b.gate.IsQuiet() }
