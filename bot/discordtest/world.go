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

// User is a person, or the bot itself.
type User struct {
	ID         string  `json:"id"`
	Username   string  `json:"username"`
	GlobalName *string `json:"global_name"`
	Bot        bool    `json:"bot,omitempty"`
}

// NewUser returns a user of the given id whose shown name and user name are
// both name.
func NewUser(id, name string) User {
	return User{ID: id, Username: name, GlobalName: &name}
}

// DefaultUser is who does things when a test does not say who: Ada.
func DefaultUser() User { return NewUser(DefaultUserID, "Ada") }

// BotUser is the bot's own account.
func BotUser() User { return User{ID: AppID, Username: "nonna", Bot: true} }

// Guild is a server the bot is in.
type Guild struct {
	ID     string
	Name   string
	Locale string // "" means en-US
}

// DefaultGuild is the one server of a Discord started without any.
func DefaultGuild() Guild {
	return Guild{ID: DefaultGuildID, Name: "Osteria", Locale: "en-US"}
}

func (g Guild) locale() string {
	if g.Locale == "" {
		return "en-US"
	}
	return g.Locale
}

// discordEpoch is the millisecond that snowflakes count from.
const discordEpoch = 1420070400000

// snowflake makes an id that carries its time, as Discord's do. Callers hold mu.
func (s *Server) snowflake() string {
	s.lastID++
	ms := uint64(s.opts.Now().UnixMilli() - discordEpoch)
	return strconv.FormatUint(ms<<22|uint64(s.lastID)&(1<<22-1), 10)
}

func stamp(t time.Time) string {
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}
