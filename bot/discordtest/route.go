package discordtest

// Route is an endpoint of the REST API, written as in Discord's published
// specification: the method, and the path with the names of its parameters.
type Route string

// The endpoints that are served.
const (
	RouteGateway    Route = "GET /gateway"
	RouteGatewayBot Route = "GET /gateway/bot"
	RouteMe         Route = "GET /users/@me"
	RouteMyApp      Route = "GET /applications/@me"

	RouteCommands      Route = "GET /applications/{application_id}/commands"
	RouteCommandCreate Route = "POST /applications/{application_id}/commands"
	RouteCommandsPut   Route = "PUT /applications/{application_id}/commands"
	RouteCommandDelete Route = "DELETE /applications/{application_id}/commands/{command_id}"

	RouteGuildCommands      Route = "GET /applications/{application_id}/guilds/{guild_id}/commands"
	RouteGuildCommandCreate Route = "POST /applications/{application_id}/guilds/{guild_id}/commands"
	RouteGuildCommandsPut   Route = "PUT /applications/{application_id}/guilds/{guild_id}/commands"
	RouteGuildCommandDelete Route = "DELETE /applications/{application_id}/guilds/{guild_id}/commands/{command_id}"

	RouteCallback       Route = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	RouteFollowup       Route = "POST /webhooks/{webhook_id}/{webhook_token}"
	RouteOriginal       Route = "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteOriginalEdit   Route = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteOriginalDelete Route = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteFollowupGet    Route = "GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	RouteFollowupEdit   Route = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	RouteFollowupDelete Route = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"

	RouteMessageCreate Route = "POST /channels/{channel_id}/messages"
	RouteMessage       Route = "GET /channels/{channel_id}/messages/{message_id}"
	RouteMessageEdit   Route = "PATCH /channels/{channel_id}/messages/{message_id}"
	RouteMessageDelete Route = "DELETE /channels/{channel_id}/messages/{message_id}"

	// RouteCDN is not of the API: it is where uploaded files are read again.
	RouteCDN Route = "GET /attachments/{channel_id}/{attachment_id}/{filename}"
)

// endpoint answers a request whose body was checked, with what is encoded as
// JSON: nil for nothing (204). It is called with the server's mu held.
type endpoint func(c *call) (any, error)

func (s *Server) endpoints() map[Route]endpoint {
	return map[Route]endpoint{
		RouteGateway: s.getGateway, RouteGatewayBot: s.getGatewayBot,
		RouteMe: s.getMe, RouteMyApp: s.getApp, RouteCDN: s.getFile,

		RouteCommands: s.listCommands, RouteGuildCommands: s.listCommands,
		RouteCommandCreate: s.createCommand, RouteGuildCommandCreate: s.createCommand,
		RouteCommandsPut: s.putCommands, RouteGuildCommandsPut: s.putCommands,
		RouteCommandDelete: s.deleteCommand, RouteGuildCommandDelete: s.deleteCommand,

		RouteCallback: s.callback, RouteFollowup: s.followup, RouteMessageCreate: s.createMessage,
		RouteOriginal: s.getMessage, RouteFollowupGet: s.getMessage, RouteMessage: s.getMessage,
		RouteOriginalEdit: s.editMessage, RouteFollowupEdit: s.editMessage, RouteMessageEdit: s.editMessage,
		RouteOriginalDelete: s.deleteMessage, RouteFollowupDelete: s.deleteMessage, RouteMessageDelete: s.deleteMessage,
	}
}
