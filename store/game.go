package store

import (
	"fmt"
	"math"
	"time"

	"nonna/store/internal/table"
)

// Game is a settled game as its caller hands it in.
type Game struct {
	// RequestID is the id of the request that the game answers, 1 to 200 bytes. A
	// request that is recorded twice is stored once.
	RequestID string
	// GuildID is the server. It is 0 in direct messages: the game then goes to the
	// user's own list.
	GuildID uint64
	// UserID is the user who asked.
	UserID uint64
	// UserName is what the user is called there now, at most 200 bytes; "" if nobody knows.
	UserName string
	// Name is the name of the game, 1 to 32 bytes.
	Name string
	// Division is the group of deals that the deal competes with, at most 64 bytes:
	// "52", "3x4".
	Division string
	// Deal is the notation from which the game can be replayed, at most 256 KiB. It is
	// never the text that a user typed.
	Deal string
	// Options are the options with which the deal is read, such as "cards=4 players=3",
	// at most 200 bytes.
	Options string
	// Key is equal for deals that play alike, at most 256 KiB. It is required if Kind is
	// set.
	Key string
	// Ending is the game's word for how it ended, at most 32 bytes.
	Ending string
	// Plays and Takes are the lengths by which it is ranked. For a loop they count up to
	// the end of its first repeat: the part before the cycle, and the cycle once. These and
	// the following are at most [math.MaxInt32].
	Plays, Takes int64
	// CyclePlays and CycleTakes are the length of the cycle, 0 without one.
	CyclePlays, CycleTakes int64
	// Kind is the kind of board on which it may rank, NoBoard if it ranks on none.
	Kind Kind
	// Random marks a shuffled deal.
	Random bool
	// Private marks a game whose player asked for a private answer: it is not announced.
	Private bool
	// Published marks a deal that is known from a publication: it never ranks.
	Published bool
	// Walked marks a deal that a search found by walking back from another. Unless the
	// deal is known already, it is stored as a find, and does not rank.
	Walked bool
	// PlayedAt is when it was played. It is stored to the millisecond.
	PlayedAt time.Time
}

// Kind is a kind of board.
type Kind string

// The kinds of boards. Loops never rank among games that end, and deals that a search found
// rank among others of their kind alone.
const (
	NoBoard Kind = ""
	Ends    Kind = "ends"
	Loops   Kind = "loops"
	Hunts   Kind = "hunted"
	Walks   Kind = "walked"
)

// Standing is the result of ranking a game.
type Standing string

// The standings of a recorded game.
const (
	// Ranked means that the game is on a board.
	Ranked Standing = "ranked"
	// Taken means that somebody had brought the deal before.
	Taken Standing = "taken"
	// Published means that the deal is known from a publication.
	Published Standing = "published"
	// Unranked means that the game was never a candidate for a board.
	Unranked Standing = "unranked"
	// Crowded means that the game would have opened another board, and that there are
	// [MaxBoards] already.
	Crowded Standing = "crowded"
	// Hunted means that a hunt found the deal, which the user started. The game is on the
	// server's board of [Hunts].
	Hunted Standing = "hunted"
	// Walked means that a search found the deal by walking back from another.
	Walked Standing = "walked"
	// Found means that a search had found the deal on the server before.
	Found Standing = "found"
)

// Known reports whether the deal was known before its player brought it: from a
// publication, or since a search found it.
func (s Standing) Known() bool { return s == Published || s == Found }

// Recorded is the result of recording a game. Recording the same request again returns the
// places as they are then: other games may be longer, deleted or hidden since.
type Recorded struct {
	// ID is the id of the stored game, see [Store.Lookup].
	ID int64
	// Replayed reports whether the request had been recorded before.
	Replayed bool
	Standing Standing
	// NameHidden reports whether the player hides their name from others.
	NameHidden bool
	// ByPlays and ByTakes are the places taken, if Standing is Ranked. If it is Taken
	// and Owner is a game of the same user, they are Rank and Of of Owner, since the
	// user may not have seen them. They are zero for a game that is hidden.
	ByPlays, ByTakes Place
	// Challenges are the challenges where the game counts, the oldest first.
	Challenges []ChallengePlace
	// Owner is the game that brought the deal first, if Standing is Taken; nil if it was deleted
	// since. It may be a game of the same user. If Standing is Found, it is the game that is stored
	// of the find.
	Owner *Entry
	// Find is the find, if Standing is Found.
	Find Find
}

// Place is the place of a game on its board, among the games that are shown.
type Place struct {
	// Rank is one more than the number of longer games, and Of is the number of all
	// games, this one included.
	Rank, Of int64
	// Record reports whether the game is longer than all that were recorded before it; of
	// those that a hunt found, also than all that members had brought.
	Record bool
	// Before is the longest of those before it, nil if there was none.
	Before *Entry
}

// Entry is a game as a board shows it.
type Entry struct {
	// Rank is one more than the number of longer games, or 0 if the call does not
	// compute ranks.
	Rank int64 `json:"-"`
	// ID is the id of the game.
	ID int64 `json:"number"`
	// Player is who played it.
	Player Person `json:"-"`
	// Mine reports whether the user who asks played the game.
	Mine       bool      `json:"-"`
	Deal       string    `json:"deal"`
	Options    string    `json:"options,omitempty"`
	Ending     string    `json:"ending"`
	Plays      int64     `json:"cards"`
	Takes      int64     `json:"tricks"`
	CyclePlays int64     `json:"cycle_cards,omitempty"`
	CycleTakes int64     `json:"cycle_tricks,omitempty"`
	Random     bool      `json:"shuffled"`
	PlayedAt   time.Time `json:"played_at"`
}

// The maximum lengths of the texts of a game, in bytes.
const (
	maxRequestID = 200
	maxWord      = 32
	maxDivision  = 64
	maxOptions   = 200
	maxDeal      = 256 << 10
)

// check returns [ErrInvalid] if a field of the game is out of its bounds.
func (g Game) check() error {
	texts := []struct {
		name, value string
		least, most int
	}{
		{"request id", g.RequestID, 1, maxRequestID},
		{"game", g.Name, 1, maxWord},
		{"division", g.Division, 0, maxDivision},
		{"ending", g.Ending, 0, maxWord},
		{"deal", g.Deal, 0, maxDeal},
		{"options", g.Options, 0, maxOptions},
		{"key", g.Key, 0, maxDeal},
	}
	for _, t := range texts {
		if err := table.CheckText(t.name, t.value, t.least, t.most); err != nil {
			return err
		}
	}
	for _, n := range []int64{g.Plays, g.Takes, g.CyclePlays, g.CycleTakes} {
		if n < 0 || n > math.MaxInt32 {
			return fmt.Errorf("%w: %d plays, %d takes, cycle of %d and %d; want 0 to %d each",
				ErrInvalid, g.Plays, g.Takes, g.CyclePlays, g.CycleTakes, math.MaxInt32)
		}
	}
	if g.PlayedAt.IsZero() {
		return fmt.Errorf("%w: the game has no time", ErrInvalid)
	}
	return g.checkBoard()
}

func (g Game) checkBoard() error {
	switch g.Kind {
	case NoBoard:
		return nil
	case Ends, Loops:
		if g.Key == "" {
			return fmt.Errorf("%w: a game for the board %q needs the key of its deal", ErrInvalid, g.Kind)
		}
		return nil
	}
	return fmt.Errorf("%w: board %q, want %q, %q or none", ErrInvalid, g.Kind, Ends, Loops)
}
