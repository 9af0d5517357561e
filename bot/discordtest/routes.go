package discordtest

// Route is a REST endpoint, written as in Discord's published specification:
// the method and the path with its parameters' names.
type Route string

// The endpoints that are served.
const (
	RouteGateway    Route = "GET /gateway"
	RouteGatewayBot Route = "GET /gateway/bot"

	RouteMe         Route = "GET /users/@me"
	RouteUser       Route = "GET /users/{user_id}"
	RouteMyGuilds   Route = "GET /users/@me/guilds"
	RouteOpenDM     Route = "POST /users/@me/channels"
	RouteMyApp      Route = "GET /applications/@me"
	RouteMyAppOAuth Route = "GET /oauth2/applications/@me"
	RouteGuild      Route = "GET /guilds/{guild_id}"
	RouteChannel    Route = "GET /channels/{channel_id}"

	RouteCommands      Route = "GET /applications/{application_id}/commands"
	RouteCommandCreate Route = "POST /applications/{application_id}/commands"
	RouteCommandsPut   Route = "PUT /applications/{application_id}/commands"
	RouteCommand       Route = "GET /applications/{application_id}/commands/{command_id}"
	RouteCommandEdit   Route = "PATCH /applications/{application_id}/commands/{command_id}"
	RouteCommandDelete Route = "DELETE /applications/{application_id}/commands/{command_id}"

	RouteGuildCommands      Route = "GET /applications/{application_id}/guilds/{guild_id}/commands"
	RouteGuildCommandCreate Route = "POST /applications/{application_id}/guilds/{guild_id}/commands"
	RouteGuildCommandsPut   Route = "PUT /applications/{application_id}/guilds/{guild_id}/commands"
	RouteGuildCommand       Route = "GET /applications/{application_id}/guilds/{guild_id}/commands/{command_id}"
	RouteGuildCommandEdit   Route = "PATCH /applications/{application_id}/guilds/{guild_id}/commands/{command_id}"
	RouteGuildCommandDelete Route = "DELETE /applications/{application_id}/guilds/{guild_id}/commands/{command_id}"

	RouteCallback       Route = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	RouteFollowup       Route = "POST /webhooks/{webhook_id}/{webhook_token}"
	RouteOriginal       Route = "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteOriginalEdit   Route = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteOriginalDelete Route = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteFollowupGet    Route = "GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	RouteFollowupEdit   Route = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	RouteFollowupDelete Route = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"

	RouteMessages      Route = "GET /channels/{channel_id}/messages"
	RouteMessageCreate Route = "POST /channels/{channel_id}/messages"
	RouteMessage       Route = "GET /channels/{channel_id}/messages/{message_id}"
	RouteMessageEdit   Route = "PATCH /channels/{channel_id}/messages/{message_id}"
	RouteMessageDelete Route = "DELETE /channels/{channel_id}/messages/{message_id}"

	// RouteCDN is not of the API: it is where uploaded files are read again.
	RouteCDN Route = "GET /attachments/{channel_id}/{attachment_id}/{filename}"
)

// endpoint answers a request that was received whole: with a status and a
// value to encode, nil for an empty body.
type endpoint func(c *call) (int, any, error)

func (s *Server) endpoints() map[Route]endpoint {
	return map[Route]endpoint{
		RouteGateway: s.getGateway, RouteGatewayBot: s.getGatewayBot,

		RouteMe: s.getMe, RouteUser: s.getUser, RouteMyGuilds: s.getMyGuilds,
		RouteOpenDM: s.openDM, RouteMyApp: s.getApp, RouteMyAppOAuth: s.getApp,
		RouteGuild: s.getGuild, RouteChannel: s.getChannel,

		RouteCommands: s.listCommands, RouteGuildCommands: s.listCommands,
		RouteCommandCreate: s.createCommand, RouteGuildCommandCreate: s.createCommand,
		RouteCommandsPut: s.putCommands, RouteGuildCommandsPut: s.putCommands,
		RouteCommand: s.getCommand, RouteGuildCommand: s.getCommand,
		RouteCommandEdit: s.editCommand, RouteGuildCommandEdit: s.editCommand,
		RouteCommandDelete: s.deleteCommand, RouteGuildCommandDelete: s.deleteCommand,

		RouteCallback: s.callback, RouteFollowup: s.followup,
		RouteOriginal: s.getOriginal, RouteOriginalEdit: s.editOriginal,
		RouteOriginalDelete: s.deleteOriginal, RouteFollowupGet: s.getFollowup,
		RouteFollowupEdit: s.editFollowup, RouteFollowupDelete: s.deleteFollowup,

		RouteMessages: s.listMessages, RouteMessageCreate: s.createMessage,
		RouteMessage: s.getMessage, RouteMessageEdit: s.editMessage,
		RouteMessageDelete: s.deleteMessage,
	}
}
