package store

import (
	"context"
	"errors"
	"fmt"
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
func (s *Store) OpenChallenge(ctx context.Context, a AdminAction, c Challenge) (Challenge, error) {
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

func (c Challenge) check(a AdminAction) error {
	err := errors.Join(a.checkGuild(), table.CheckText("game", c.Game, 1, maxWord), table.CheckText("division", c.Division, 1, maxDivision))
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
func (tx Tx) openChallenge(ctx context.Context, a AdminAction, c Challenge) error {
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
func (c Challenge) auditLine(action Action) AuditLine {
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
	return viewOne(ctx, s, func(ctx context.Context, tx Tx) ([]Challenge, error) {
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
	opener, joins := table.PersonSQL("c.guild_id", "c.opener_id")
	text := `SELECT c.id, c.guild_id, c.channel_id, c.game, c.division, c.kind, c.by_takes, c.random, c.opened_at, c.ends_at,
  c.announced, ` + opener + ` FROM challenges AS c` + joins + where
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
