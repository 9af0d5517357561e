package console

import (
	"context"
	"hash/fnv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
)

// The console is a server of its own, with one channel. No id in Discord is as
// small.
const (
	Guild   = 1
	Channel = 1
)

// channelName is what the channel is called.
const channelName = "console"

// opener is the id of whoever opened the console, under whatever name: they could do
// what they like to the database in any case, so they manage the server.
const opener = 1

// as makes another member the one who types, or says who it is.
func (s *session) as(_ context.Context, name string) error {
	if name = memberName(name); name != "" {
		s.user = commands.User{ID: s.memberID(name), Name: name}
	}
	id := "console.as-member"
	if s.user.ID == opener {
		id, s.user.Name = "console.as-admin", s.Name
	}
	s.problem(s.say(id, words.Args{"name": s.user.Name, "admin": s.Name}))
	return nil
}

// memberID is the id of whoever has a name. It follows from the name, so that they
// are the same in the next run.
func (s *session) memberID(name string) uint64 {
	if strings.EqualFold(name, s.Name) {
		return opener
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.ToLower(name))) // never fails
	return h.Sum64()>>1 | 1<<62                   // 63 bits, and never the opener's
}

// prompt shows who types where that is somebody else.
func (s *session) prompt() string {
	if s.user.ID == opener {
		return "nonna> "
	}
	return commands.Shorten(s.user.Name, 30) + "> "
}

func memberName(text string) string { return strings.TrimPrefix(commands.OneLine(clean(text)), "@") }
