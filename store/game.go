package store

import (
	"time"
)

// Game is one settled game as its caller hands it in.
type Game struct {
	// RequestID names the request this game answers, 1 to 200 bytes. A request
	// that is recorded twice is stored once.
	RequestID string
	// GuildID is the server, 0 where there is none (a direct message): the game
	// then goes to the user's own list.
	GuildID uint64
	// UserID is who asked.
	UserID uint64
	// UserName is the name shown at the time, at most 200 bytes.
	UserName string
	// Game names the game, 1 to 32 bytes.
	Name string
	// Division names what the deal competes in, at most 64 bytes: "52", "3x4".
	Division string
	// DivisionNames are the names of the division, one a line, at most 1,000 bytes:
	// [Store.Divisions] finds it by them.
	DivisionNames string
	// Deal is the compact notation the game can be replayed from, at most 256 KiB;
	// never the text somebody typed.
	Deal string
	// Options are what the deal is read with, such as "cards=4 players=3", at most
	// 200 bytes.
	Options string
	// Key is the deal as played, equal for deals that play alike, at most 256 KiB.
	// Required where Kind is set.
	Key string
	// Ending says how it ended, in the game's own word, at most 32 bytes.
	Ending string
	// Plays and Takes are the lengths it is ranked by. For a loop they are those up
	// to the first repeated position.
	Plays, Takes int64
	// CyclePlays and CycleTakes are the length of the cycle, 0 without one.
	CyclePlays, CycleTakes int64
	// Kind is the kind of board it may rank on, NoBoard for none.
	Kind Kind
	// Random marks a deal that was shuffled rather than brought.
	Random bool
	// Private says that the player asked for an answer to them alone: the game is not
	// announced.
	Private bool
	// WithoutRandom says that the server keeps shuffled deals off its boards: one
	// is not up for a board then, and others are ranked without them.
	WithoutRandom bool
	// Published marks a deal known from a publication: it never ranks.
	Published bool
	// PlayedAt is when it was played, kept to the millisecond.
	PlayedAt time.Time
}

// Kind is a kind of board.
type Kind string

// The kinds of board. Games that end and loops never meet on one.
const (
	NoBoard Kind = ""
	Ends    Kind = "ends"
	Loops   Kind = "loops"
)

// Standing says what became of a game on the boards.
type Standing string

// The standings of a recorded game.
const (
	// Ranked games are on a board.
	Ranked Standing = "ranked"
	// Taken says that the deal had been brought before.
	Taken Standing = "taken"
	// Published says that the deal is known from a publication.
	Published Standing = "published"
	// Unranked means that the game was never a candidate for a board.
	Unranked Standing = "unranked"
	// Crowded means that the game would have opened another board, and that there are
	// [MaxBoards] already.
	Crowded Standing = "crowded"
)

// Recorded is what became of a game. Recording the same request again gives the
// same answer; only games that were deleted since are missing from it.
type Recorded struct {
	// ID names the stored game, see [Store.Lookup].
	ID int64
	// Replayed says that the request had been recorded before.
	Replayed bool
	Standing Standing
	// ByPlays and ByTakes are the places taken, set when Standing is Ranked, and those
	// of Owner when that is the same user's: they may never have been told.
	ByPlays, ByTakes Place
	// Challenges are the challenges that the game counts in, the oldest first.
	Challenges []ChallengePlace
	// Owner is the game that brought the deal first, when Standing is Taken; nil
	// when that game was deleted since. It may be the same user's.
	Owner *Entry
}

// Place is a game's place on a board at the moment it was recorded, as the board
// was shown then: see [Game.WithoutRandom].
type Place struct {
	// Rank is one more than the number of longer games, and Of the number of all,
	// this one included.
	Rank, Of int64
	// Record says that the game was longer than all before it.
	Record bool
	// Before is the game that came first before this one: nil on an empty board,
	// and when it was deleted since.
	Before *Entry
}

// Entry is one game as a board shows it.
type Entry struct {
	// Rank is one more than the number of longer games; 0 where none was asked for.
	Rank int64
	// ID names the game.
	ID int64
	// UserID and UserName are who played it, 0 and "" for others if they hid their name.
	UserID   uint64
	UserName string
	// NameHidden says that the player keeps their name from others; the player
	// sees it still.
	NameHidden bool
	// Mine says that the asker played it.
	Mine                   bool
	Deal, Options, Ending  string
	Plays, Takes           int64
	CyclePlays, CycleTakes int64
	Random                 bool
	PlayedAt               time.Time
}
