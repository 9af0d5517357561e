package discordtest

import (
	"strconv"
	"time"
)

// The ids of what every server starts with. They are snowflakes, as Discord's
// are, and differ from each other so that a mix-up shows.
const (
	AppID            = "1100000000000000001"
	DefaultGuildID   = "1200000000000000001"
	DefaultChannelID = "1300000000000000001"
	DefaultDMID      = "1300000000000000002"
	DefaultPrivateID = "1300000000000000003"
	DefaultUserID    = "1400000000000000001"
)

const locale = "en-US"

// userJSON is a person whose shown name and user name are the same.
func userJSON(id, name string) object {
	return object{
		"id": id, "username": name, "global_name": name, "discriminator": "0", "avatar": nil,
		"bot": false, "public_flags": 0, "flags": 0, "primary_guild": nil,
	}
}

// botUser is the bot's own account.
func botUser() object {
	out := userJSON(AppID, "bot")
	out["bot"], out["global_name"] = true, nil
	return out
}

// memberJSON is a user as a member of a server.
func memberJSON(user object, permissions uint64) object {
	return object{
		"user": user, "roles": []any{}, "permissions": strconv.FormatUint(permissions, 10),
		"joined_at": stamp(time.Unix(0, 0)), "deaf": false, "mute": false, "flags": 0, "nick": nil, "avatar": nil,
	}
}

func (s *Server) getApp(*call) (any, error) {
	return object{
		"id": AppID, "name": "bot", "icon": nil, "description": "", "bot": botUser(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": "00", "flags": 0,
		"team": nil, "owner": userJSON(DefaultUserID, "Ada"), "summary": "", "type": nil, "flags_new": "0",
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"approximate_guild_count": len(s.opts.Guilds), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"eligible_oauth2_scopes": []string{},
	}, nil
}

// guildJSON is a server as the gateway shows it.
func guildJSON(id string) object {
	return object{
		"id": id, "name": "Osteria " + id, "owner_id": DefaultUserID, "preferred_locale": locale,
		"features": []any{}, "roles": []any{}, "emojis": []any{}, "channels": []any{}, "members": []any{},
		"afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
		"explicit_content_filter": 0, "mfa_level": 0, "nsfw_level": 0, "premium_tier": 0,
		"system_channel_flags": 0, "member_count": 2, "large": false, "unavailable": false,
	}
}

// discordEpoch is the millisecond that snowflakes count from.
const discordEpoch = 1420070400000

// snowflake makes an id that carries its time, as Discord's do. Callers hold mu.
func (s *Server) snowflake() string {
	s.lastID++
	ms := uint64(time.Now().UnixMilli() - discordEpoch)
	return strconv.FormatUint(ms<<22|uint64(s.lastID)&(1<<22-1), 10)
}

func stamp(t time.Time) string {
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}
