package match

import (
	"errors"
	"slices"
	"time"

	"nonna/store"
	"nonna/store/internal/table"
)

// The errors of a member's request.
var (
	// ErrUninvited means that the member wants no invitations.
	ErrUninvited = errors.New("the member wants no invitations")
	// ErrSeat means that the match is between others.
	ErrSeat = errors.New("there is no seat for the member")
	// ErrHost means that only the host, or who is invited and has not joined, can close it.
	ErrHost = errors.New("only the host can close the match")
	// ErrSealed means that the member's hand of the round is in already.
	ErrSealed = errors.New("the hand is sealed")
	// ErrPlayed means that the round was played, and ErrOver that the match is over.
	ErrPlayed = errors.New("the round was played")
	ErrOver   = errors.New("the match is over")
)

// The limits of matches.
const (
	// MaxInvitations is the most matches of a member that have not begun.
	MaxInvitations = 3
	// Seats is the number of players of a match.
	Seats = 2
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
	// Erased means that the data of a player was deleted.
	Erased End = "erased"
)

// Match is a match.
type Match struct {
	ID                 int64
	GuildID, ChannelID uint64
	Game               string
	// BestOf is the number of rounds that decide.
	BestOf            int
	OpenedAt, ActedAt time.Time
	End               End
	// Players are the host, and who joined or is invited.
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
	// hand is the hand that is sealed for the round, and request the request that sealed their
	// last one.
	hand, request string
}

// Round is a round that was played.
type Round = table.Round

// Open reports whether the match goes on.
func (m Match) Open() bool { return m.End == "" }

// Begun reports whether a round was played.
func (m Match) Begun() bool { return len(m.Rounds) > 0 }

// Leader returns the seat that leads a round.
func (m Match) Leader(round int) int { return table.Leader(round) }

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

// Sealed reports whether the player's hand of the round is in.
func (p Player) Sealed() bool { return p.hand != "" }

// Round returns the round that is prepared, from 1, or the last one.
func (m Match) Round() int {
	if m.End == Won || m.End == Drawn {
		return len(m.Rounds)
	}
	return len(m.Rounds) + 1
}

// Endless returns the number of the latest rounds, one after the other, without a winner.
func (m Match) Endless() (n int) {
	for _, r := range slices.Backward(m.Rounds) {
		if r.Winner >= 0 {
			break
		}
		n++
	}
	return n
}

// Wins returns the number of rounds that were won at a seat.
func (m Match) Wins(seat int) (n int) {
	for _, r := range m.Rounds {
		if r.Winner == seat {
			n++
		}
	}
	return n
}

// Winner returns the seat that won the match, or -1.
func (m Match) Winner() int {
	if m.End != Won {
		return -1
	}
	return m.Rounds[len(m.Rounds)-1].Winner
}

// MaySeal returns an error if a member cannot seal a hand for a round: [store.ErrNotFound]
// for a round to come, [ErrPlayed], [ErrOver], [ErrSeat] or [ErrSealed].
func (m Match) MaySeal(userID uint64, round int) error {
	seat := m.Seat(userID)
	switch {
	case len(m.Rounds) >= round:
		return ErrPlayed
	case !m.Open():
		return ErrOver
	case round != m.Round():
		return store.ErrNotFound
	case seat < 0 && len(m.Players) == Seats:
		return ErrSeat
	case seat >= 0 && m.Players[seat].Sealed():
		return ErrSealed
	}
	return nil
}

// seal puts in the hand of a member who may seal it, who joins with it.
func (m *Match) seal(a store.Action, hand string) {
	seat := m.Seat(a.ActorID)
	if seat < 0 {
		seat, m.Players = len(m.Players), append(m.Players, Player{UserID: a.ActorID})
	}
	p := &m.Players[seat]
	p.Joined, p.hand, p.request = true, hand, a.RequestID
	m.ActedAt = a.At
}

// hands returns the hands of the round from the leader's on, nil before all are in.
func (m Match) hands() []string {
	if len(m.Players) < Seats || slices.ContainsFunc(m.Players, func(p Player) bool { return !p.Sealed() }) {
		return nil
	}
	hands := make([]string, Seats)
	for i := range hands {
		hands[i] = m.Players[(m.Leader(m.Round())+i)%Seats].hand
	}
	return hands
}

// play adds a round with these hands, won by one of them or, for -1, by none, and ends the match
// if it decides it.
func (m *Match) play(hands []string, winner int, game int64) {
	r := Round{Winner: -1, Hands: hands, GameID: game, Number: m.Round()}
	if winner >= 0 {
		r.Winner = (m.Leader(r.Number) + winner) % Seats
	}
	m.Rounds = append(m.Rounds, r)
	m.dropHands()
	switch {
	case winner >= 0 && m.Wins(r.Winner) > m.BestOf/2:
		m.End = Won
	case m.Endless() >= MaxEndless:
		m.End = Drawn
	}
}

// close ends a match that has not begun, for its host or for who is invited. A match that is over
// stays as it is.
func (m *Match) close(a store.Action) error {
	seat := m.Seat(a.ActorID)
	switch {
	case !m.Open():
	case seat < 0:
		return ErrSeat
	case m.Begun():
		return ErrPlayed
	case seat > 0 && m.Players[seat].Joined:
		return ErrHost
	case seat > 0:
		m.end(Declined, a.At)
	default:
		m.end(Withdrawn, a.At)
	}
	return nil
}

// end ends a match without its being decided. Hands that are sealed are dropped.
func (m *Match) end(why End, at time.Time) {
	m.End, m.ActedAt = why, at
	m.dropHands()
}

// dropHands leaves the requests: one whose answer was lost is known after the round, too.
func (m *Match) dropHands() {
	for i := range m.Players {
		m.Players[i].hand = ""
	}
}
