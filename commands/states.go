package commands

import (
	"slices"
	"strings"

	"nonna/commands/words"
	"nonna/engine/card"
	"nonna/store"
)

// The commands to which the controls belong that several rooms offer.
const (
	ReplayCommand    = "replay" // nobody can type it
	BoardCommand     = "leaderboard"
	ChallengeCommand = "challenge"
)

// The most that a state may hold: numbers of games and challenges have up to
// eight characters of base 36.
const (
	maxNumber    = 1 << 40
	maxMember    = 1 << 63
	maxOffset    = 1_000_000_000
	maxMove      = 1_000_000_000
	maxOptions   = 60
	MaxDivision  = 50
	maxGameName  = 8
	maxReplayKey = 16
)

func IsNumber(n int64) bool { return 0 < n && n < maxNumber }

// ReplayState is a moment of a stored game.
type ReplayState struct {
	Game, Move int64
	// Button is 0 where the replay is opened, and keeps ids of one message apart
	// that lead to the same moment.
	Button int64
}

// Letter implements [State].
func (ReplayState) Letter() byte { return 'm' }

// Valid implements [State].
func (s ReplayState) Valid(Request) bool {
	return IsNumber(s.Game) && 0 <= s.Move && s.Move <= maxMove && 0 <= s.Button && s.Button < maxReplayKey
}

// TraceState is the trace of a stored game.
type TraceState struct{ Game int64 }

// Letter implements [State].
func (TraceState) Letter() byte { return 't' }

// Valid implements [State].
func (s TraceState) Valid(Request) bool { return IsNumber(s.Game) }

// AgainState asks a game for another shuffled deal.
type AgainState struct {
	Private bool
	// Trace is the option's value.
	Trace string
	// Options are those that make the deal, "cards=4 players=3".
	Options string
}

// Letter implements [State].
func (AgainState) Letter() byte { return 'a' }

// Valid implements [State]. Trace and Options are checked as those that are
// typed, by the game.
func (s AgainState) Valid(Request) bool {
	return len(s.Trace) <= maxGameName && len(s.Options) <= maxOptions
}

// FormState opens a form for a deal.
type FormState struct {
	// Options are those that the deal is read with, "deck=italian".
	Options string
}

// Letter implements [State].
func (FormState) Letter() byte { return 'f' }

// Valid implements [State].
func (s FormState) Valid(Request) bool { return len(s.Options) <= maxOptions }

// TypedState is such a form, sent.
type TypedState struct{ Options string }

// Letter implements [State].
func (TypedState) Letter() byte { return 's' }

// Valid implements [State].
func (s TypedState) Valid(Request) bool { return len(s.Options) <= maxOptions }

// BoardState is a page of a leaderboard.
type BoardState struct {
	// Opens shows the board to whoever pressed, below another message.
	Opens bool
	// Loops is the board of endless games; Tricks orders by tricks, or takes.
	Loops, Tricks bool
	// Typed leaves shuffled deals out.
	Typed       bool
	Month, Week bool
	// Back tells that the page lies before Edge.
	Back bool
	// Alone tells that nobody but the asker sees the message with the button.
	Alone bool
	Game  string
	// Member is whose games alone are shown, 0 for everybody's.
	Member uint64
	// Offset is how many entries come before the page, of everybody's.
	Offset int64
	// Edge is the entry beside the page, of one member's.
	Edge     int64
	Division string
}

// NewBoardState returns the first page of a board.
func NewBoardState(game, division string, kind store.Kind, by store.Measure) BoardState {
	return BoardState{Game: game, Division: division, Loops: kind == store.Loops, Tricks: by == store.ByTricks}
}

// Letter implements [State].
func (BoardState) Letter() byte { return 'b' }

// Valid implements [State]. Whether the game has boards is for the boards to say.
func (s BoardState) Valid(Request) bool {
	return 0 <= s.Offset && s.Offset <= maxOffset && 0 <= s.Edge && s.Edge < maxNumber &&
		s.Member < maxMember && !(s.Month && s.Week) && (s.Member == 0 || s.Offset == 0) && len(s.Division) <= MaxDivision
}

// Kind is that of the board.
func (s BoardState) Kind() store.Kind {
	if s.Loops {
		return store.Loops
	}
	return store.Ends
}

// By is what the board is ordered by.
func (s BoardState) By() store.Measure {
	if s.Tricks {
		return store.ByTricks
	}
	return store.ByCards
}

// Span is the time of which games are shown.
func (s BoardState) Span() store.Span {
	switch {
	case s.Month:
		return store.Month
	case s.Week:
		return store.Week
	}
	return store.AllTime
}

// EntriesState is the menu of the entries of a page, which shows their deals.
type EntriesState struct{}

// Letter implements [State].
func (EntriesState) Letter() byte { return 'e' }

// Valid implements [State].
func (EntriesState) Valid(Request) bool { return true }

// StandingsState is a page of the standings of a challenge.
type StandingsState struct {
	// Turned says that the page takes the place of another.
	Turned            bool
	Challenge, Offset int64
}

// Letter implements [State].
func (StandingsState) Letter() byte { return 's' }

// Valid implements [State].
func (s StandingsState) Valid(Request) bool {
	return IsNumber(s.Challenge) && 0 <= s.Offset && s.Offset <= maxOffset
}

// replayLimit is the most moves of a game that can be replayed: looking at a
// moment plays the game again, which must stay unnoticeable.
const replayLimit = 200_000

// ReplayButton opens the replay of a stored game of some number of cards, if it
// can be replayed.
func ReplayButton(say *words.Printer, id, cards int64) (Button, bool) {
	b := Button{ID: ID(ReplayCommand, ReplayState{Game: id}), Label: say.Say("button.replay", nil), Style: Primary}
	return b, id > 0 && cards <= replayLimit
}

// FormButtons open a form for a deal of a game, one a deck.
func FormButtons(say *words.Printer, game string) []Row {
	buttons := []Button{{ID: ID(game, FormState{}), Label: say.Say("button.type-in", nil), Style: Primary}}
	if game == "camicia" {
		buttons = append(buttons, Button{ID: ID(game, FormState{DeckOption(card.Italian)}), Label: say.Say("button.type-in-italian", nil)})
	}
	return []Row{{Buttons: buttons}}
}

// DeckOption is the option for a deck, as states have it: that of Camicia is the
// only one that a deal is read with.
func DeckOption(deck card.Deck) string {
	if deck == card.Italian {
		return OptionsText([]string{"deck", deck.String()})
	}
	return ""
}

// OptionsText writes pairs of option and value as states have them, in the order
// of the names: "cards=4 players=3".
func OptionsText(filled []string) string {
	var list []string
	for i := 0; i+1 < len(filled); i += 2 {
		list = append(list, filled[i]+"="+filled[i+1])
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}
