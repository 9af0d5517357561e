package console

import (
	"context"
	"hash/fnv"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
)

// The console is a server of its own, with one channel. Discord has no ids this small.
const (
	Guild   = 1
	Channel = 1
)

// channelName is the name of the channel.
const channelName = "console"

// adminID is the id of the user who opened the console, under any name. They manage the
// server, since they can change the database anyway.
const adminID = 1

// as makes another member the one who is typing, or shows who it is.
func (s *session) as(_ context.Context, name string) error {
	if name = memberName(name); name != "" {
		s.user = commands.User{ID: s.name(name), Name: name}
		s.meet(name)
	}
	id := "console.as-member"
	if s.user.ID == adminID {
		id, s.user.Name = "console.as-admin", s.Name
	}
	s.problem(s.say(id, words.Args{"name": s.user.Name, "admin": s.Name}))
	return nil
}

// name returns the id of the member with a name, who is called so where they are mentioned.
func (s *session) name(name string) uint64 {
	id := s.memberID(name)
	if s.out.names[strconv.FormatUint(id, 10)] == "" {
		s.out.names[strconv.FormatUint(id, 10)] = name
	}
	return id
}

// meet adds a name to those that Tab offers.
func (s *session) meet(name string) {
	if indexName(s.members, name) < 0 {
		s.members = append(s.members, name)
	}
}

// memberID returns the id of the member with a name. It depends on the name alone, so it
// is the same in every run.
func (s *session) memberID(name string) uint64 {
	if strings.EqualFold(name, s.Name) {
		return adminID
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.ToLower(name))) // never fails
	return h.Sum64()>>1 | 1<<62                   // 63 bits, and never adminID
}

// prompt returns the prompt, with the name of the member who is typing unless that is the
// admin.
func (s *session) prompt() string {
	if s.user.ID == adminID {
		return "nonna> "
	}
	return commands.Shorten(s.user.Name, 30) + "> "
}

func memberName(text string) string { return strings.TrimPrefix(commands.CleanName(clean(text)), "@") }
