package match

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"

	"nonna/store"
	"nonna/store/internal/sqltx"
)

// The limits of matches.
const (
	// MaxInvitations is the most matches of a member that have not begun.
	MaxInvitations = 3
	// MaxSeats is the most seats of a match.
	MaxSeats = 6
	// MaxEndless is how many rounds without a winner, one after the other, make a match a
	// draw.
	MaxEndless = 3
	// Idle is how long a match stays open without play.
	Idle    = 24 * time.Hour
	maxHand = 200
)

// End is why a match is over, "" for one that is open.
type End string

// The ends.
const (
	// Won means that a player won enough rounds.
	Won End = "won"
	// Drawn means that [MaxEndless] rounds had no winner.
	Drawn End = "drawn"
	// Declined means that who was invited declined, and Withdrawn that the host took the
	// invitation back.
	Declined  End = "declined"
	Withdrawn End = "withdrawn"
	// TimedOut means that nobody played for [Idle].
	TimedOut End = "idle"
	// Erased means that the data of a player was deleted, and Removed that the bot was
	// removed from the server.
	Erased  End = "erased"
	Removed End = "removed"
)

// Match is a match.
type Match struct {
	ID                 int64
	GuildID, ChannelID uint64
	Game               string
	// Seats is the number of players that it needs, and BestOf that of rounds that decide.
	Seats, BestOf int
	// Round is the round that is prepared, from 1, or the last one.
	Round int
	// Endless is the number of the latest rounds, one after the other, without a winner.
	Endless           int
	OpenedAt, ActedAt time.Time
	End               End
	// Players are those of the seats that are taken, and who is invited; the host is the
	// first.
	Players []Player
	// Rounds are the rounds that were played.
	Rounds []Round
}

// Player is a member at a seat.
type Player struct {
	// UserID is 0 if their data was deleted. Name is "" too if they hide it, or have not
	// joined.
	UserID uint64
	Name   string
	// Joined reports whether they accepted: by their first hand, or as the host.
	Joined bool
	// Sealed reports whether their hand of the round is in.
	Sealed bool
	// Wins is the number of rounds that they won, and Won says that the match was.
	Wins int
	Won  bool
}

// Round is a round that was played.
type Round struct {
	Number int
	// Leader and Winner are seats; Winner is -1 if nobody won.
	Leader, Winner int
	// Hands are the hands from the leader's on.
	Hands []string
	// GameID is the game that is recorded, 0 if it was deleted.
	GameID int64
}

// Open reports whether the match goes on.
func (m Match) Open() bool { return m.End == "" }

// Begun reports whether a round was played.
func (m Match) Begun() bool { return len(m.Rounds) > 0 }

// Leader returns the seat that leads a round: the host leads the first, then they take
// turns.
func (m Match) Leader(round int) int { return (round - 1) % m.Seats }

// Seat returns the seat of a user, or -1.
func (m Match) Seat(userID uint64) int {
	for i, p := range m.Players {
		if p.UserID == userID && userID != 0 {
			return i
		}
	}
	return -1
}

// Invited returns who is invited and has not joined, or 0.
func (m Match) Invited() uint64 {
	for _, p := range m.Players {
		if !p.Joined {
			return p.UserID
		}
	}
	return 0
}

// Matches are the matches of a store. It is safe for concurrent use.
type Matches struct{ store *store.Store }

// New returns the matches of a store.
func New(st *store.Store) *Matches { return &Matches{st} }

const (
	matchColumns = `m.id, m.guild_id, m.channel_id, m.game, m.seats, m.best_of, m.round, m.endless, m.opened_at, m.acted_at, m.reason`

	matchByID      = `SELECT ` + matchColumns + ` FROM matches AS m WHERE m.id = $1`
	matchByRequest = `SELECT ` + matchColumns + ` FROM matches AS m WHERE m.request_id = $1`

	// playersOf has the names that others may see.
	playersOf = `
SELECT s.user_id, CASE WHEN COALESCE(p.name_hidden, FALSE) THEN '' ELSE s.user_name END, s.seat = 0 OR s.user_name <> '' OR s.user_id = 0,
  s.hand <> '', s.wins, s.won
FROM match_seats AS s LEFT JOIN people AS p ON p.user_id = s.user_id WHERE s.match_id = $1 ORDER BY s.seat`

	roundsOf = `SELECT round, leader, COALESCE(winner, -1), hands, COALESCE(game_id, 0) FROM match_rounds WHERE match_id = $1 ORDER BY round`
)

// Get returns a match of a server. The error is [store.ErrNotFound] if there is none.
func (s *Matches) Get(ctx context.Context, guildID uint64, id int64) (Match, error) {
	return store.View(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) (Match, error) {
		return txn{tx}.get(ctx, guildID, id)
	})
}

// txn is a transaction.
type txn struct{ *sqltx.Tx }

// get returns a match of a server.
func (tx txn) get(ctx context.Context, guildID uint64, id int64) (Match, error) {
	m, found, err := tx.find(ctx, matchByID, id)
	if err == nil && (!found || m.GuildID != guildID) {
		err = fmt.Errorf("%w: match %d", store.ErrNotFound, id)
	}
	return m, err
}

// find returns the match that a query selects.
func (tx txn) find(ctx context.Context, text string, args ...any) (m Match, found bool, err error) {
	var guild, channel, opened, acted int64
	found, err = tx.Scan(ctx, text, args, &m.ID, &guild, &channel, &m.Game, &m.Seats, &m.BestOf, &m.Round, &m.Endless, &opened, &acted, &m.End)
	if err != nil || !found {
		return m, found, err
	}
	m.GuildID, m.ChannelID = uint64(guild), uint64(channel)
	m.OpenedAt, m.ActedAt = time.UnixMilli(opened).UTC(), time.UnixMilli(acted).UTC()
	if m.Players, err = sqltx.List(ctx, tx.Tx, scanPlayer, playersOf, m.ID); err != nil {
		return m, true, err
	}
	m.Rounds, err = sqltx.List(ctx, tx.Tx, scanRound, roundsOf, m.ID)
	return m, true, err
}

func scanPlayer(scan func(...any) error) (p Player, err error) {
	var user int64
	err = scan(&user, &p.Name, &p.Joined, &p.Sealed, &p.Wins, &p.Won)
	p.UserID = uint64(user)
	return p, err
}

func scanRound(scan func(...any) error) (r Round, err error) {
	var hands string
	err = scan(&r.Number, &r.Leader, &r.Winner, &hands, &r.GameID)
	r.Hands = splitHands(hands)
	return r, err
}

// Tally is how a member did in the matches of a server.
type Tally struct {
	// UserID and Name are 0 and "" for a member who hides their name.
	UserID       uint64
	Name         string
	Wins, Played int64
}

// tallies reads no names but those of the first members.
const tallies = `
SELECT ranked.user_id, COALESCE(p.name_hidden, FALSE), ranked.wins, ranked.played,
  (SELECT l.user_name FROM match_seats AS l JOIN matches AS n ON n.id = l.match_id
    WHERE l.user_id = ranked.user_id AND n.guild_id = $1 AND l.user_name <> '' ORDER BY l.match_id DESC LIMIT 1)
FROM (
  SELECT s.user_id, SUM(CASE WHEN s.won THEN 1 ELSE 0 END) AS wins, COUNT(*) AS played
  FROM matches AS m JOIN match_seats AS s ON s.match_id = m.id
  WHERE m.guild_id = $1 AND m.reason IN ('won', 'drawn') AND m.acted_at >= $3 AND m.acted_at < $4 AND s.user_id > 0
  GROUP BY s.user_id ORDER BY wins DESC, played, s.user_id LIMIT +$2
) AS ranked LEFT JOIN people AS p ON p.user_id = ranked.user_id ORDER BY ranked.wins DESC, ranked.played, ranked.user_id`

// Tallies returns how members did in the matches of a server that were played to an end,
// those with the most wins first, at most limit.
func (s *Matches) Tallies(ctx context.Context, guildID uint64, limit int64) ([]Tally, error) {
	return s.tallies(ctx, guildID, limit, math.MinInt64, math.MaxInt64)
}

// TalliesBetween is [Matches.Tallies] of the matches that ended from a time on and before
// another.
func (s *Matches) TalliesBetween(ctx context.Context, guildID uint64, from, before time.Time, limit int64) ([]Tally, error) {
	return s.tallies(ctx, guildID, limit, from.UnixMilli(), before.UnixMilli())
}

func (s *Matches) tallies(ctx context.Context, guildID uint64, limit, from, before int64) ([]Tally, error) {
	return store.View(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) ([]Tally, error) {
		return sqltx.List(ctx, tx, scanTally, tallies, int64(guildID), limit, from, before)
	})
}

const hasWon = `
SELECT EXISTS (SELECT 1 FROM match_seats AS s JOIN matches AS m ON m.id = s.match_id WHERE s.user_id = $1 AND s.won AND m.seats = 2)`

// HasWon reports whether a user won a match of two, on any server.
func (s *Matches) HasWon(ctx context.Context, userID uint64) (bool, error) {
	if userID > math.MaxInt64 {
		return false, fmt.Errorf("%w: user %d", store.ErrInvalid, userID)
	}
	return store.View(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) (won bool, err error) {
		err = tx.Row(ctx, hasWon, int64(userID)).Scan(&won)
		return won, err
	})
}

func scanTally(scan func(...any) error) (t Tally, err error) {
	var user int64
	var hidden bool
	var name sql.NullString
	err = scan(&user, &hidden, &t.Wins, &t.Played, &name)
	if t.UserID, t.Name = uint64(user), name.String; hidden {
		t.UserID, t.Name = 0, ""
	}
	return t, err
}
