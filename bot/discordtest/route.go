package discordtest

// Route is an endpoint of the REST API, written as in Discord's published
// specification: the method, and the path with the names of its parameters.
type Route string

// The endpoints that are served.
const (
	RouteGateway          Route = "GET /gateway"
	RouteGatewayBot       Route = "GET /gateway/bot"
	RouteMyApp            Route = "GET /applications/@me"
	RouteCommands         Route = "GET /applications/{application_id}/commands"
	RouteCommandsPut      Route = "PUT /applications/{application_id}/commands"
	RouteGuildCommands    Route = "GET /applications/{application_id}/guilds/{guild_id}/commands"
	RouteGuildCommandsPut Route = "PUT /applications/{application_id}/guilds/{guild_id}/commands"
	RouteCallback         Route = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	RouteFollowup         Route = "POST /webhooks/{webhook_id}/{webhook_token}"
	RouteOriginalEdit     Route = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteOriginalDelete   Route = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteMessageCreate    Route = "POST /channels/{channel_id}/messages"

	// RouteCDN is not of the API: it is where uploaded files are read again.
	RouteCDN Route = "GET /attachments/{channel_id}/{attachment_id}/{filename}"
)

// endpoint answers a request whose body was checked, with what is encoded as
// JSON: nil for nothing (204). It is called with the server's mu held.
type endpoint func(s *Server, c *call) (any, error)

// endpoints is all that is served. For a new one, give it a [Route] and run
// internal/trimspec, which adds its part of the specification.
func endpoints() map[Route]endpoint {
	return map[Route]endpoint{
		RouteGateway:          (*Server).getGateway,
		RouteGatewayBot:       (*Server).getGatewayBot,
		RouteMyApp:            (*Server).getApp,
		RouteCommands:         (*Server).listCommands,
		RouteCommandsPut:      (*Server).putCommands,
		RouteGuildCommands:    (*Server).listCommands,
		RouteGuildCommandsPut: (*Server).putCommands,
		RouteCallback:         (*Server).callback,
		RouteFollowup:         (*Server).followup,
		RouteOriginalEdit:     (*Server).editOriginal,
		RouteOriginalDelete:   (*Server).deleteOriginal,
		RouteMessageCreate:    (*Server).createMessage,
		RouteCDN:              (*Server).getFile,
	}
}
