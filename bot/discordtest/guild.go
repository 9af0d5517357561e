package discordtest

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
)

// maxGuildPage is Discord's limit for a page of GET /users/@me/guilds, and its default.
const maxGuildPage = 200

// Join adds the bot to a server, or ends the outage of one that it is in.
func (s *Server) Join(guild string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guilds[guild] = true
}

// Remove removes the bot from a server.
func (s *Server) Remove(guild string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.guilds, guild)
}

// Outage makes a server that the bot is in unavailable, until [Server.Join]: it is missing in
// the list of the bot's servers, and asking for it fails with a 503.
func (s *Server) Outage(guild string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guilds[guild] = false
}

// inGuilds returns the ids of the servers that the bot is in, in order. Callers must hold
// mu.
func (s *Server) inGuilds() []string {
	return slices.SortedFunc(maps.Keys(s.guilds), compareIDs)
}

// compareIDs compares ids as the numbers that they are.
func compareIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// listGuilds returns a page of the servers that the bot is in.
func (s *Server) listGuilds(c *call) (any, error) {
	query := c.http.URL.Query()
	limit, err := strconv.Atoi(cmp.Or(query.Get("limit"), strconv.Itoa(maxGuildPage)))
	if err != nil || limit < 1 || limit > maxGuildPage {
		return nil, breaks(RuleGuildPages, http.StatusBadRequest, 50035)
	}
	page := []object{}
	for _, id := range s.inGuilds() {
		if s.guilds[id] && compareIDs(id, query.Get("after")) > 0 && len(page) < limit {
			page = append(page, object{"id": id, "name": "Osteria " + id, "owner": false})
		}
	}
	return page, nil
}

// getGuild returns a server that the bot is in.
func (s *Server) getGuild(c *call) (any, error) {
	id := c.param("guild_id")
	switch available, in := s.guilds[id]; {
	case !in:
		return nil, refuse(http.StatusNotFound, 10004, "Unknown Guild")
	case !available:
		return nil, refuse(http.StatusServiceUnavailable, 0, "503: Service Unavailable")
	}
	return object{"id": id, "name": "Osteria " + id, "preferred_locale": locale}, nil
}
