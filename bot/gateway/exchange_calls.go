package gateway

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// firstTries, laterTries are the most attempts of a call; the deadlines end
// most of them earlier.
const (
	firstTries = 6
	laterTries = 10
)

// respond gives the first answer. It can be tried again: Discord takes one
// only, and says so (40060) when an attempt whose outcome was unknown had
// arrived after all.
func (x *exchange) respond(ctx context.Context, c callback, files []upload) error {
	address := discordgo.EndpointInteractionResponse(x.in.ID, x.in.Token)
	return x.send(ctx, "first answer", http.MethodPost, address, c, files, policy{
		until: x.first, tries: firstTries, repeatable: true, settled: codeAcknowledged, exempt: true,
	})
}

// edit replaces the promise, or the message whose control was used.
func (x *exchange) edit(ctx context.Context, m message, files []upload) error {
	m.Flags = 0 // who sees it was settled with the promise
	address := discordgo.EndpointWebhookMessage(x.in.AppID, x.in.Token, "@original")
	return x.send(ctx, "edit", http.MethodPatch, address, m, files, policy{
		until: x.last, tries: laterTries, repeatable: true, exempt: true,
	})
}

// withdraw takes the promise back.
func (x *exchange) withdraw(ctx context.Context) error {
	address := discordgo.EndpointWebhookMessage(x.in.AppID, x.in.Token, "@original")
	_, err := x.bot.rest.call(ctx, "withdrawing", http.MethodDelete, address, "", nil, policy{
		until: x.last, tries: laterTries, repeatable: true, settled: codeUnknownMessage, exempt: true,
	})
	return err
}

// followUp sends a message of its own. It is not tried again when its outcome
// is unknown: it could stand there twice.
func (x *exchange) followUp(ctx context.Context, m message, files []upload) error {
	address := discordgo.EndpointWebhookToken(x.in.AppID, x.in.Token) + "?wait=true"
	return x.send(ctx, "follow-up", http.MethodPost, address, m, files, policy{
		until: x.last, tries: laterTries, exempt: true,
	})
}

func (x *exchange) send(ctx context.Context, what, method, address string, payload any, files []upload, p policy) error {
	contentType, body, err := encode(payload, files)
	if err != nil {
		return err
	}
	_, err = x.bot.rest.call(ctx, what, method, address, contentType, body, p)
	return err
}
