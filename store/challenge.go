package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

const (
	// MaxChallenges is the maximum number of open challenges of a server.
	MaxChallenges = 5
	// MaxChallengeTime is the maximum duration of a challenge.
	MaxChallengeTime = 31 * 24 * time.Hour
)

// Challenge is a contest for the longest game of a division on a server. The best game of
// each member counts, of those played from OpenedAt until EndsAt with a deal that is new
// to the server's board.
type Challenge struct {
	ID int64 `json:"number"`
	// GuildID and ChannelID are the server and the channel where it was opened.
	GuildID   uint64 `json:"server_id,string"`
	ChannelID uint64 `json:"channel_id,string"`
	// Game and Division are those of the deals that compete, with the bounds of [Game].
	// Kind is Ends or Loops.
	Game     string `json:"game"`
	Division string `json:"division"`
	Kind     Kind   `json:"board"`
	// By is the measure that counts.
	By Measure `json:"by"`
	// Random reports whether shuffled deals compete.
	Random bool `json:"shuffled"`
	// Opener is the user who opened it.
	Opener   Person    `json:"-"`
	OpenedAt time.Time `json:"opened_at"`
	EndsAt   time.Time `json:"ends_at"`
	// Announced reports whether its result was announced, or is not to be.
	Announced bool `json:"-"`
}

// LateGames is how long after the end of a challenge games can still be recorded that
// count in it, since they were asked for in time. It is longer than a request can take:
// three seconds, after which Discord takes no answer, a minute until its turn, a minute for its
// handler, and some slack.
const LateGames = 150 * time.Second

// IsClosed reports whether the result is final at a time. Until then games still count that were
// asked for before the end.
func (c Challenge) IsClosed(at time.Time) bool {
	return c.Announced || !at.Before(c.EndsAt.Add(LateGames))
}

const (
	challengeByID = `WHERE c.id = $1 AND c.guild_id = $2`

	challengeByRequest = `WHERE c.request_id = $1`

	// isOpen is [Challenge.IsClosed] for a time that is [LateGames] after $2.
	isOpen = `c.ends_at > $2 AND NOT c.announced`

	challengesOpen = `WHERE c.guild_id = $1 AND ` + isOpen + ` ORDER BY c.ends_at, c.id`

	challengesEnded = `WHERE c.guild_id = $1 AND NOT (` + isOpen + `) ORDER BY c.ends_at DESC, c.id DESC LIMIT +$3`

	challengesOfUser = `WHERE c.opener_id = $1 ORDER BY c.id`
)

// OpenChallenge opens a challenge on the server and at the time of an action, until
// c.EndsAt, and returns the stored challenge. The ids, the opener and OpenedAt of c are
// ignored. A request that was done before returns the challenge that it opened. Errors:
// [ErrInvalid] for values out of bounds, [ErrExists] if an open challenge differs only in
// its time and Random, [ErrTooMany] if [MaxChallenges] are open.
func (s *Store) OpenChallenge(ctx context.Context, a Action, c Challenge) (Challenge, error) {
	c.GuildID, c.Opener.ID, c.OpenedAt = a.GuildID, a.ActorID, a.At
	if err := c.check(a); err != nil {
		return Challenge{}, err
	}
	return Update(ctx, s, func(ctx context.Context, tx Tx) (Challenge, error) {
		opened, known, err := tx.challenge(ctx, a.ActorID, challengeByRequest, a.RequestID)
		if err != nil || known {
			return opened, err
		}
		if err := tx.mayOpen(ctx, c); err != nil {
			return Challenge{}, err
		}
		if err := tx.openChallenge(ctx, a, c); err != nil {
			return Challenge{}, err
		}
		// Reading the challenge back makes it equal to that of a replay.
		c, _, err := tx.challenge(ctx, a.ActorID, challengeByRequest, a.RequestID)
		return c, err
	}, HoldGuild(a.GuildID), HoldUser(a.ActorID))
}

func (c Challenge) check(a Action) error {
	err := errors.Join(a.CheckGuild(), table.CheckText("game", c.Game, 1, maxWord), table.CheckText("division", c.Division, 1, maxDivision))
	if err != nil {
		return err
	}
	if c.Kind != Ends && c.Kind != Loops {
		return fmt.Errorf("%w: board %q, want %q or %q", ErrInvalid, c.Kind, Ends, Loops)
	}
	if d := c.EndsAt.Sub(c.OpenedAt); d <= 0 || d > MaxChallengeTime {
		return fmt.Errorf("%w: a challenge of %s, want more than 0 and at most %s", ErrInvalid, d, MaxChallengeTime)
	}
	return nil
}

// mayOpen returns an error if a challenge may not be opened beside the open ones.
func (tx Tx) mayOpen(ctx context.Context, c Challenge) error {
	all, err := tx.challenges(ctx, c.Opener.ID, challengesOpen, c.GuildID, late(c.OpenedAt))
	if err != nil {
		return err
	}
	for _, o := range all {
		if o.Game == c.Game && o.Division == c.Division && o.Kind == c.Kind && o.By == c.By {
			return fmt.Errorf("%w: challenge %d asks for the same", ErrExists, o.ID)
		}
	}
	if len(all) >= MaxChallenges {
		return fmt.Errorf("%w: %d challenges are open, and no more than %d can be", ErrTooMany, len(all), MaxChallenges)
	}
	return nil
}

// openChallenge stores a challenge and adds it to the audit list.
func (tx Tx) openChallenge(ctx context.Context, a Action, c Challenge) error {
	var last int64
	if _, err := tx.Scan(ctx, lastGame, nil, &last); err != nil {
		return err
	}
	_, err := tx.insert(ctx, "challenges", []field{
		{"request_id", a.RequestID},
		{"guild_id", c.GuildID},
		{"channel_id", c.ChannelID},
		{"game", c.Game},
		{"division", c.Division},
		{"kind", string(c.Kind)},
		{"by_takes", c.By == ByTakes},
		{"random", c.Random},
		{"opener_id", c.Opener.ID},
		{"opened_at", c.OpenedAt.UnixMilli()},
		{"ends_at", c.EndsAt.UnixMilli()},
		{"after_game", last},
	})
	if err != nil {
		return err
	}
	if err := tx.SetName(ctx, a.GuildID, a.ActorID, a.ActorName); err != nil {
		return err
	}
	return tx.writeAudit(ctx, a, c.auditLine(OpenAction))
}

// auditLine returns the line of an action on the challenge.
func (c Challenge) auditLine(action AuditKind) AuditLine {
	return AuditLine{Action: action, Game: c.Game, Division: c.Division, Kind: c.Kind, By: c.By}
}

// late returns the time at which challenges must have ended to be closed at a time.
func late(at time.Time) int64 { return at.Add(-LateGames).UnixMilli() }

// Challenges returns the challenges of a server that are open at a time, as the user may see
// them, the first to end first.
func (s *Store) Challenges(ctx context.Context, guildID, userID uint64, at time.Time) ([]Challenge, error) {
	return s.challenges(ctx, userID, challengesOpen, guildID, late(at))
}

// EndedChallenges returns the challenges of a server that are closed at a time, the last to end
// first, at most limit.
func (s *Store) EndedChallenges(ctx context.Context, guildID, userID uint64, at time.Time, limit int64) ([]Challenge, error) {
	return s.challenges(ctx, userID, challengesEnded, guildID, late(at), limit)
}

func (s *Store) challenges(ctx context.Context, asker uint64, where string, args ...any) ([]Challenge, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) ([]Challenge, error) {
		return tx.challenges(ctx, asker, where, args...)
	})
}

// challenge returns the first challenge that a condition selects, as the user asker may see it, and
// reports whether there is one.
func (tx Tx) challenge(ctx context.Context, asker uint64, where string, args ...any) (c Challenge, found bool, err error) {
	all, err := tx.challenges(ctx, asker, where, args...)
	if len(all) > 0 {
		c = all[0]
	}
	return c, len(all) > 0, err
}

// challenges returns the challenges that a condition on challenges AS c selects, as the user asker
// may see them.
func (tx Tx) challenges(ctx context.Context, asker uint64, where string, args ...any) ([]Challenge, error) {
	text := `SELECT c.id, c.guild_id, c.channel_id, c.game, c.division, c.kind, c.by_takes, c.random, c.opened_at, c.ends_at,
  c.announced, ` + table.PersonSQL("c.guild_id", "c.opener_id") + ` FROM challenges AS c ` + where
	return sqltx.List(ctx, tx, func(scan func(...any) error) (c Challenge, err error) {
		var opened, ends int64
		var byTakes bool
		err = scan(append([]any{
			&c.ID, &c.GuildID, &c.ChannelID, &c.Game, &c.Division, &c.Kind, &byTakes, &c.Random, &opened, &ends, &c.Announced,
		}, c.Opener.Into()...)...)
		c.By, c.OpenedAt, c.EndsAt, c.Opener = measure(byTakes), fromMilli(opened), fromMilli(ends), c.Opener.SeenBy(asker)
		return c, err
	}, text, args...)
}

// measure returns the measure of a column by_takes.
func measure(byTakes bool) Measure {
	if byTakes {
		return ByTakes
	}
	return ByPlays
}

const (
	challengeEnd = `UPDATE challenges SET ends_at = $2 WHERE id = $1`

	resultNext = `WHERE NOT c.announced AND c.ends_at <= $2 AND c.id > $1 ORDER BY c.id LIMIT 1`

	resultDone = `UPDATE challenges SET announced = TRUE WHERE id = $1`
)

// EndChallenge ends an open challenge on the server and at the time of an action. It does
// nothing if the challenge ends by then anyway. It returns [ErrNotFound] if no open
// challenge of the server has the id. A request that was done before does nothing.
func (s *Store) EndChallenge(ctx context.Context, a Action, id int64) error {
	if err := a.CheckGuild(); err != nil {
		return err
	}
	_, err := s.act(ctx, a, func(ctx context.Context, tx Tx, guild int64) (AuditLine, error) {
		c, found, err := tx.challenge(ctx, a.ActorID, challengeByID, id, guild)
		if err == nil && (!found || c.IsClosed(a.At)) {
			err = fmt.Errorf("%w: no open challenge %d here", ErrNotFound, id)
		}
		end := a.At
		if end.Before(c.OpenedAt) { // requests overtake each other
			end = c.OpenedAt
		}
		if err != nil || !end.Before(c.EndsAt) {
			return AuditLine{}, err
		}
		_, err = tx.Exec(ctx, challengeEnd, id, end.UnixMilli())
		return c.auditLine(EndAction), err
	})
	return err
}

// resultPlaces is the number of places in a result.
const resultPlaces = 3

// Result is the result of a challenge to announce.
type Result struct {
	// Standings are the challenge and its first three places, as every user may see them.
	Standings
	// AnnounceIn is the channel for the announcement: the server's choice, or the channel
	// in which the challenge was opened.
	AnnounceIn uint64
	// Language is the server's choice, see [setting.Values].
	Language string
}

// NextResult returns the first result that is final at a time and to be announced with a challenge
// id above after, or [ErrNotFound] without one. With any other error it returns the id of the
// challenge, if that is known, so that the others can be announced meanwhile.
func (s *Store) NextResult(ctx context.Context, after int64, at time.Time) (Result, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (r Result, err error) {
		var found bool
		r.Challenge, found, err = tx.challenge(ctx, anyone, resultNext, after, late(at))
		if err == nil && !found {
			err = fmt.Errorf("%w: no result to announce", ErrNotFound)
		}
		if err != nil {
			return r, err
		}
		c, err := tx.settings(ctx, r.GuildID)
		if err != nil {
			return r, err
		}
		r.Language, r.AnnounceIn = c.Language, cmp.Or(c.Announces(), r.ChannelID)
		err = tx.standings(ctx, StandingsQuery{UserID: anyone, PageQuery: PageQuery{Limit: resultPlaces}}, &r.Standings)
		return r, err
	})
}

// ResultAnnounced records that a result was announced, or is not to be announced. Calling
// it again does nothing.
func (s *Store) ResultAnnounced(ctx context.Context, id int64) error {
	return s.execUnheld(ctx, resultDone, id)
}

// ChallengePlace is the place of a game's player in a challenge, as it is when it is read.
type ChallengePlace struct {
	// ChallengeID, By and EndsAt are those of the challenge.
	ChallengeID int64
	By          Measure
	EndsAt      time.Time
	// Best reports whether the game is the player's best there.
	Best bool
	// Rank is the place of the player's best game among Of members.
	Rank, Of int64
	// Ahead is the game one place before, nil for the first place; if the game is not the
	// player's best, it is their better one.
	Ahead *Entry
}

const (
	// gamesEntered selects the games of a challenge, from an index alone.
	gamesEntered = `
SELECT g.id, CASE WHEN c.by_takes THEN g.takes ELSE g.plays END, g.user_id FROM challenges AS c
  JOIN boards AS b ON b.scope = c.guild_id AND b.game = c.game AND b.division = c.division AND b.kind = c.kind
  JOIN games AS g ON g.board_id = b.id AND g.shown AND g.id > c.after_game
    AND g.played_at >= c.opened_at AND g.played_at < c.ends_at AND (c.random OR NOT g.random)
WHERE c.id = $1`

	// challengesRunning selects the challenges where a game counts.
	challengesRunning = `
SELECT c.id, c.by_takes, c.ends_at FROM challenges AS c
WHERE c.guild_id = $1 AND c.game = $2 AND c.division = $3 AND c.kind = $4 AND c.after_game < $5
  AND c.opened_at <= $6 AND c.ends_at > $6 AND (c.random OR NOT $7)`
)

// best is a game in a challenge; the standings have the best of each member.
type best struct {
	position
	user int64
}

func (a best) compare(b best) int { return cmp.Or(cmp.Compare(b.key, a.key), cmp.Compare(a.id, b.id)) }

// bests returns the standings of a challenge: the best game of each member, the best first, and
// of equals the earlier one. All games of the challenge are read, which takes 5 ms for 10,000.
func (tx Tx) bests(ctx context.Context, challenge int64) ([]best, error) {
	byUser := map[int64]best{}
	err := tx.Each(ctx, gamesEntered, []any{challenge}, func(rows *sql.Rows) error {
		var g best
		err := rows.Scan(&g.id, &g.key, &g.user)
		if known, ok := byUser[g.user]; !ok || g.compare(known) < 0 {
			byUser[g.user] = g
		}
		return err
	})
	return slices.SortedFunc(maps.Values(byUser), best.compare), err
}

// placeOf returns the index of a member in standings, -1 if they are not there.
func placeOf(all []best, user int64) int {
	return slices.IndexFunc(all, func(b best) bool { return b.user == user })
}

// rankOf returns the place of an index in standings: equal games share one.
func rankOf(all []best, i int) int64 {
	for i > 0 && all[i-1].key == all[i].key {
		i--
	}
	return int64(i + 1)
}

// challengePlaces returns the places of the player of a game, stored with an id, in the challenges
// where it counts.
func (tx Tx) challengePlaces(ctx context.Context, g Game, id int64) (places []ChallengePlace, err error) {
	var ahead []sql.NullInt64
	running, err := sqltx.List(ctx, tx, func(scan func(...any) error) (p ChallengePlace, err error) {
		var byTakes bool
		var ends int64
		err = scan(&p.ChallengeID, &byTakes, &ends)
		p.By, p.EndsAt = measure(byTakes), fromMilli(ends)
		return p, err
	}, challengesRunning, g.scope(), g.Name, g.Division, string(g.Kind), id, g.PlayedAt.UnixMilli(), g.Random)
	slices.SortFunc(running, func(a, b ChallengePlace) int { return cmp.Compare(a.ChallengeID, b.ChallengeID) })
	for _, p := range running {
		all, err := tx.bests(ctx, p.ChallengeID)
		if err != nil {
			return nil, err
		}
		at := placeOf(all, int64(g.UserID))
		if at < 0 { // it was hidden since
			continue
		}
		var before sql.NullInt64
		p.Of, p.Rank, p.Best = int64(len(all)), rankOf(all, at), all[at].id == id
		switch {
		case !p.Best:
			before = sql.NullInt64{Int64: all[at].id, Valid: true}
		case p.Rank > 1:
			before = sql.NullInt64{Int64: all[p.Rank-2].id, Valid: true}
		}
		places, ahead = append(places, p), append(ahead, before)
	}
	if err != nil {
		return nil, err
	}
	var ids entryIDs
	ids.add(ahead...)
	games, err := tx.entriesByID(ctx, g.UserID, ids)
	for i := range places {
		places[i].Ahead = games.of(ahead[i])
	}
	return places, err
}

// StandingsQuery selects a page of the standings of a challenge.
type StandingsQuery struct {
	// GuildID is the server of the challenge.
	GuildID uint64
	// UserID is the user who asks, for Page.Own.
	UserID      uint64
	ChallengeID int64
	PageQuery
}

// Standings are a challenge and a page of its standings: the best game of each member.
type Standings struct {
	Challenge
	Page
}

// Standings reads a page of the standings of a challenge, as they are at one moment.
// It returns [ErrNotFound] if the server has no such challenge.
func (s *Store) Standings(ctx context.Context, q StandingsQuery) (Standings, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (all Standings, err error) {
		var found bool
		all.Challenge, found, err = tx.challenge(ctx, q.UserID, challengeByID, q.ChallengeID, q.GuildID)
		if err == nil && !found {
			err = fmt.Errorf("%w: challenge %d", ErrNotFound, q.ChallengeID)
		}
		if err != nil {
			return all, err
		}
		err = tx.standings(ctx, q, &all)
		return all, err
	})
}

// standings reads a page of the standings of all.Challenge, as the user of the query may see it.
func (tx Tx) standings(ctx context.Context, q StandingsQuery, all *Standings) error {
	ranked, err := tx.bests(ctx, all.ID)
	if err != nil {
		return err
	}
	from, to := cut(ranked, q.PageQuery)
	all.Total = int64(len(ranked))
	if q.Limit > 0 {
		all.Around = Around{HasPrev: from > 0, HasNext: to < len(ranked)}
	}
	own := placeOf(ranked, int64(q.UserID))
	var ids entryIDs
	for i, b := range ranked {
		if from <= i && i < to || i == own {
			ids.add(sql.NullInt64{Int64: b.id, Valid: true})
		}
	}
	games, err := tx.entriesByID(ctx, q.UserID, ids)
	if err != nil {
		return err
	}
	for i, b := range ranked {
		e, isWanted := games[b.id]
		if !isWanted {
			continue
		}
		e.Rank = rankOf(ranked, i)
		if from <= i && i < to {
			all.Entries = append(all.Entries, e)
		}
		if i == own {
			all.Own = &e
		}
	}
	return nil
}

// cut returns the places of standings that a page has: those after an edge, or before it, or the
// first, also where the edge is no longer the best game of its member.
func cut(ranked []best, q PageQuery) (from, to int) {
	limit, n := int(q.Limit), len(ranked)
	edge := slices.IndexFunc(ranked, func(b best) bool { return b.id == q.Edge })
	switch {
	case q.Back && edge > limit:
		return edge - limit, edge
	case !q.Back && edge >= 0 && edge+1 < n:
		return edge + 1, min(edge+1+limit, n)
	}
	return 0, min(limit, n)
}
