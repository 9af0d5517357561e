package store

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestChallengesAreTheirModel does random things to challenges and to the games in
// them.
func TestChallengesAreTheirModel(t *testing.T) {
	t.Parallel()
	simulate(t, world{
		someGuild:    rapid.SampledFrom([]uint64{math.MaxInt64, math.MaxInt64, math.MaxInt64, 7}),
		someUser:     rapid.SampledFrom([]uint64{7, 8}),
		someGame:     rapid.Just("camicia"),
		someDivision: rapid.SampledFrom([]string{"52", "52", "52", "40"}),
		someKind:     rapid.SampledFrom([]Kind{Ends, Ends, Ends, Loops}),
		someDay:      noons(5),
	}, func(rt *rapid.T, x *simulation) map[string]func(*rapid.T) {
		for range 4 {
			x.doOpen(rt)
		}
		return map[string]func(*rapid.T){
			"record":   x.doRecord,
			"records":  func(rt *rapid.T) { x.doRecord(rt); x.doRecord(rt); x.doRecord(rt) },
			"replay":   x.doReplay,
			"hide":     x.doHide,
			"forget":   x.doForget,
			"open":     x.doOpen,
			"end":      x.doEnd,
			"announce": x.doAnnounce,
			"table":    x.doStandings,
			"reopen":   x.doReopen,
			"rebuild":  x.doRebuild,
			"check":    x.doCheck,
		}
	})
}

// modelChallenge is a challenge, with what does not follow from the games.
type modelChallenge struct {
	Challenge
	after int64
}

// counts reports whether a game counts, including hidden ones.
func (c *modelChallenge) counts(g *modelGame) bool {
	return g.standing == Ranked && g.GuildID == c.GuildID && g.Name == c.Game && g.Division == c.Division &&
		g.Kind == c.Kind && g.id > c.after && (c.Random || !g.Random) &&
		!g.PlayedAt.Before(c.OpenedAt) && g.PlayedAt.Before(c.EndsAt)
}

// standings returns the best game of each player, in order.
func (m *model) standings(c *modelChallenge) []*modelGame {
	var all []*modelGame
	for _, g := range m.games {
		if !g.hidden && c.counts(g) {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b *modelGame) int { return cmp.Compare(b.length(c.By), a.length(c.By)) })
	seen := map[uint64]bool{}
	return slices.DeleteFunc(all, func(g *modelGame) bool {
		again := seen[g.UserID]
		seen[g.UserID] = true
		return again
	})
}

// challengePlaces returns the places of a game in challenges, once it is among the
// games.
func (m *model) challengePlaces(n *modelGame) []ChallengePlace {
	var all []ChallengePlace
	for _, c := range m.challenges {
		if !c.counts(n) {
			continue
		}
		p := ChallengePlace{ChallengeID: c.ID, By: c.By, EndsAt: c.EndsAt}
		standings := m.standings(c)
		i := slices.IndexFunc(standings, func(g *modelGame) bool { return g.UserID == n.UserID })
		if i < 0 { // it was hidden since
			continue
		}
		p.Best, p.Rank, p.Of = standings[i] == n, rankIn(standings, i, c.By), int64(len(standings))
		switch {
		case !p.Best:
			p.Ahead = m.entry(standings[i], n.UserID)
		case p.Rank > 1:
			p.Ahead = m.entry(standings[p.Rank-2], n.UserID)
		}
		all = append(all, p)
	}
	return all
}

func (x *simulation) doOpen(rt *rapid.T) {
	a := x.act(rt)
	c := Challenge{
		ChannelID: 3, Game: x.someGame.Draw(rt, "game"), Division: x.someDivision.Draw(rt, "division"),
		Kind: x.someKind.Draw(rt, "kind"),
		By:   rapid.SampledFrom([]Measure{ByPlays, ByTakes}).Draw(rt, "by"), Random: rapid.Bool().Draw(rt, "random"),
		EndsAt: a.At.AddDate(0, 0, rapid.IntRange(1, 31).Draw(rt, "days")),
	}
	open, alike := 0, false
	for _, o := range x.challenges {
		if o.GuildID == a.GuildID && !o.IsClosed(a.At) {
			open++
			alike = alike || o.Game == c.Game && o.Division == c.Division && o.Kind == c.Kind && o.By == c.By
		}
	}
	got, err := x.s.OpenChallenge(rt.Context(), a, c)
	switch {
	case alike:
		x.fails(rt, err, ErrExists)
	case open >= MaxChallenges:
		x.fails(rt, err, ErrTooMany)
	default:
		must(rt, err)
		x.opened++
		x.call(a.GuildID, a.ActorID, a.ActorName)
		c.ID, c.GuildID, c.Opener.ID, c.OpenedAt = x.opened, a.GuildID, a.ActorID, a.At
		c.Opener.Name = x.names[[2]uint64{a.GuildID, a.ActorID}]
		same(rt, c, got)
		x.challenges = append(x.challenges, &modelChallenge{Challenge: c, after: x.next})
	}
}

func (x *simulation) fails(rt *rapid.T, err, want error) {
	rt.Helper()
	if !errors.Is(err, want) {
		rt.Fatalf("got %v, want %v", err, want)
	}
}

// act returns a random action of a random user.
func (x *simulation) act(rt *rapid.T) Action {
	return Action{
		RequestID: x.request(), GuildID: x.someGuild.Draw(rt, "guild"), ActorID: x.someUser.Draw(rt, "actor"),
		At: x.someDay.Draw(rt, "day of the act"), ActorName: rapid.SampledFrom([]string{"", "c", "d"}).Draw(rt, "called"),
	}
}

func (x *simulation) doEnd(rt *rapid.T) {
	a := x.act(rt)
	id := rapid.Int64Range(0, x.opened+1).Draw(rt, "challenge")
	err := x.s.EndChallenge(rt.Context(), a, id)
	for _, c := range x.challenges {
		if c.ID != id || c.GuildID != a.GuildID || c.IsClosed(a.At) {
			continue
		}
		must(rt, err)
		end := a.At
		if c.OpenedAt.After(end) {
			end = c.OpenedAt
		}
		if c.EndsAt.Before(end) {
			end = c.EndsAt
		}
		c.EndsAt = end
		return
	}
	x.fails(rt, err, ErrNotFound)
}

// doAnnounce announces a result.
func (x *simulation) doAnnounce(rt *rapid.T) {
	now := x.someDay.Draw(rt, "now").Add(LateGames)
	var next *modelChallenge
	for _, c := range x.challenges {
		if c.IsClosed(now) && !c.Announced && next == nil {
			next = c
		}
	}
	got, err := x.s.NextResult(rt.Context(), 0, now)
	if next == nil {
		x.fails(rt, err, ErrNotFound)
		return
	}
	must(rt, err)
	same(rt, next.ID, got.ID)
	same(rt, int64(len(x.standings(next))), got.Total)
	must(rt, x.s.ResultAnnounced(rt.Context(), next.ID))
	next.Announced = true
}

// rankIn returns one more than the number of longer games in standings.
func rankIn(standings []*modelGame, at int, by Measure) int64 {
	rank := int64(1)
	for _, g := range standings {
		if by == ByTakes && g.Takes > standings[at].Takes || by == ByPlays && g.Plays > standings[at].Plays {
			rank++
		}
	}
	return rank
}

// doStandings reads the standings of a challenge as a random user.
func (x *simulation) doStandings(rt *rapid.T) {
	if len(x.challenges) == 0 {
		rt.Skip("no challenges")
	}
	c := rapid.SampledFrom(x.challenges).Draw(rt, "challenge")
	q := StandingsQuery{
		GuildID: c.GuildID, UserID: x.someUser.Draw(rt, "asker"), ChallengeID: c.ID, PageQuery: x.pageQuery(rt),
	}
	want := Standings{Challenge: c.Challenge}
	want.Opener.Name = x.names[[2]uint64{c.GuildID, c.Opener.ID}]
	all := x.standings(c)
	want.Total = int64(len(all))
	var entries []Entry
	for i, g := range all {
		e := x.entry(g, q.UserID)
		e.Rank = rankIn(all, i, c.By)
		if e.Mine {
			want.Own = e
		}
		entries = append(entries, *e)
	}
	want.Page = paged(want.Page, entries, q.PageQuery, c.By, x.edge(q.Edge, c.counts))
	got := value(x.s.Standings(rt.Context(), q))(rt)
	same(rt, want, got)
}

// forgetChallenges does what an erasure of a user or a server does to challenges.
func (m *model) forgetChallenges(user, guild uint64) {
	if guild != 0 {
		m.challenges = slices.DeleteFunc(m.challenges, func(c *modelChallenge) bool { return c.GuildID == guild })
		return
	}
	for _, c := range m.challenges {
		if c.Opener.ID == user {
			c.Opener.ID = 0
		}
	}
}
