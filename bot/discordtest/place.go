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
	return object{"id": id, "username": name, "global_name": name, "discriminator": "0", "bot": id == AppID}
}

// guildJSON is a server as the gateway shows it.
func guildJSON(id string) object {
	return object{"id": id, "name": "Osteria " + id, "preferred_locale": locale, "unavailable": false}
}

func (s *Server) getApp(*call) (any, error) {
	return object{"id": AppID, "name": "bot", "bot": userJSON(AppID, "bot")}, nil
}

// discordEpoch is the millisecond that snowflakes count from.
const discordEpoch = 1420070400000

// snowflake makes an id that carries its time, as Discord's do. Callers hold mu.
func (s *Server) snowflake() string {
	s.lastID++
	ms := uint64(time.Now().UnixMilli() - discordEpoch)
	return strconv.FormatUint(ms<<22|s.lastID&(1<<22-1), 10)
}
