package discordtest

import (
	"net/http"
	"strconv"
)

// The permissions that a channel can deny.
const (
	PermissionView   = 1 << 10
	PermissionSend   = 1 << 11
	PermissionEmbed  = 1 << 14
	PermissionAttach = 1 << 15
	// PermissionConnect is needed to write in the channels of voices, too.
	PermissionConnect = 1 << 20
)

// The types of channels.
const (
	ChannelText  = 0
	ChannelVoice = 2
	ChannelForum = 15
)

// SetChannelType makes a channel one of another type than [ChannelText].
func (s *Server) SetChannelType(channelID string, kind int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kinds[channelID] = kind
}

// Deny sets the permissions that a channel denies the bot; at first they are 0. The role
// @everyone allows the constants above.
func (s *Server) Deny(channelID string, bits uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.denied[channelID] = bits
}

// getChannel returns a channel if the bot may see it.
func (s *Server) getChannel(c *call) (any, error) {
	id := c.param("channel_id")
	switch denied := s.denied[id]; {
	case !s.channels[id]:
		return nil, refuse(http.StatusNotFound, 10003, "Unknown Channel")
	case denied&PermissionView != 0:
		return nil, refuse(http.StatusForbidden, 50001, "Missing Access")
	default:
		return object{"id": id, "type": s.kinds[id], "name": "general", "permission_overwrites": []object{
			{"id": AppID, "type": 1, "allow": "0", "deny": strconv.FormatUint(denied, 10)},
		}}, nil
	}
}

// listRoles returns the only role, @everyone.
func (s *Server) listRoles(c *call) (any, error) {
	return []object{{
		"id": c.param("guild_id"), "name": "@everyone",
		"permissions": strconv.Itoa(PermissionView | PermissionSend | PermissionEmbed | PermissionAttach | PermissionConnect),
	}}, nil
}

func (s *Server) getMember(c *call) (any, error) {
	return object{"user": userJSON(c.param("user_id"), "bot"), "roles": []string{}}, nil
}
