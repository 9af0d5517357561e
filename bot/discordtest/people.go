package discordtest

import (
	"net/http"
)

func (s *Server) getMe(*call) (int, any, error) { return http.StatusOK, botJSON(), nil }

// botJSON is the bot's account as its owner sees it.
func botJSON() map[string]any {
	out := userJSON(BotUser())
	out["mfa_enabled"], out["locale"], out["verified"], out["email"] = false, "en-US", true, nil
	return out
}

func userJSON(u User) map[string]any {
	return map[string]any{
		"id": u.ID, "username": u.Username, "global_name": u.GlobalName, "discriminator": "0",
		"avatar": nil, "bot": u.Bot, "public_flags": 0, "flags": 0,
		"primary_guild": nil,
	}
}

func (s *Server) getUser(c *call) (int, any, error) {
	if c.param("user_id") == AppID {
		return http.StatusOK, userJSON(BotUser()), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.param("user_id") == DefaultUserID {
		return http.StatusOK, userJSON(DefaultUser()), nil
	}
	if u, ok := s.users.get(c.param("user_id")); ok {
		return http.StatusOK, userJSON(u), nil
	}
	return 0, nil, notFound(CodeUnknownUser, "Unknown User")
}

func (s *Server) getApp(*call) (int, any, error) {
	return http.StatusOK, map[string]any{
		"id": AppID, "name": "nonna", "icon": nil, "description": "", "bot": userJSON(BotUser()),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": "00", "flags": 0,
		"team": nil, "owner": userJSON(DefaultUser()), "summary": "", "type": nil, "flags_new": "0",
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"approximate_guild_count": len(s.opts.Guilds), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"eligible_oauth2_scopes": []string{},
	}, nil
}

func (s *Server) getMyGuilds(*call) (int, any, error) {
	out := []any{}
	for _, g := range s.opts.Guilds {
		out = append(out, map[string]any{
			"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false,
			"permissions": "0", "features": []string{},
		})
	}
	return http.StatusOK, out, nil
}

func (s *Server) getGuild(c *call) (int, any, error) {
	for _, g := range s.opts.Guilds {
		if g.ID == c.param("guild_id") {
			return http.StatusOK, guildJSON(g), nil
		}
	}
	return 0, nil, notFound(CodeUnknownGuild, "Unknown Guild")
}

// guildJSON is a server as the gateway and the API show it.
func guildJSON(g Guild) map[string]any {
	return map[string]any{
		"id": g.ID, "name": g.Name, "owner_id": DefaultUserID, "preferred_locale": g.locale(),
		"features": []string{}, "roles": []any{}, "emojis": []any{}, "channels": []any{}, "members": []any{},
		"afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
		"explicit_content_filter": 0, "mfa_level": 0, "nsfw_level": 0, "premium_tier": 0,
		"system_channel_flags": 0, "member_count": 2, "large": false, "unavailable": false,
	}
}

func (s *Server) getChannel(c *call) (int, any, error) {
	id := c.param("channel_id")
	if !s.knowsChannel(id) {
		return 0, nil, notFound(CodeUnknownChannel, "Unknown Channel")
	}
	return http.StatusOK, s.channelJSON(id), nil
}

// knowsChannel: a channel exists once somebody has used it.
func (s *Server) knowsChannel(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.channels[id]
	return ok
}

// channelJSON tells a server's channel (type 0), a conversation with the bot
// (1) and one between users (3) apart.
func (s *Server) channelJSON(id string) map[string]any {
	out := map[string]any{"id": id, "type": 0, "name": "tavolo", "flags": 0, "last_message_id": nil, "position": 0}
	with := []any{userJSON(DefaultUser())}
	switch id {
	case DefaultDMID:
		out["type"], out["name"], out["recipients"] = 1, nil, with
	case DefaultPrivateID:
		out["type"], out["name"], out["recipients"] = 3, nil, with
		out["icon"], out["owner_id"] = nil, DefaultUserID
	default:
		s.mu.Lock()
		out["guild_id"] = s.channels[id]
		s.mu.Unlock()
	}
	return out
}

func (s *Server) openDM(*call) (int, any, error) {
	return http.StatusOK, s.channelJSON(DefaultDMID), nil
}

// meet remembers who was seen and where, so that the API knows them.
// Callers hold mu.
func (s *Server) meet(u User, channel, guild string) {
	s.users.put(u.ID, u)
	s.channels[channel] = guild
}
