package commands

import (
	"nonna/commands/words"
	"nonna/engine/game"
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
	maxPlays     = 1_000_000_000
	maxTrace     = 8
	maxReplayKey = 16
)

// IsNumber tells whether a button can have the number of a game or a challenge.
func IsNumber(n int64) bool { return 0 < n && n < maxNumber }

// ReplayState is a moment of a stored game.
type ReplayState struct {
	Game int64
	// Plays is how many cards were played, 0 for the deal.
	Plays int64
	// Button is 0 where the replay is opened, and keeps ids of one message apart
	// that lead to the same moment.
	Button int64
}

// Letter implements [State].
func (ReplayState) Letter() byte { return 'm' }

// Valid implements [State].
func (s ReplayState) Valid(Request) bool {
	return IsNumber(s.Game) && 0 <= s.Plays && s.Plays <= maxPlays && 0 <= s.Button && s.Button < maxReplayKey
}

// TraceState is the trace of a stored game.
type TraceState struct {
	// Whole asks for all of it, however long.
	Whole bool
	Game  int64
}

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
	return len(s.Trace) <= maxTrace && len(s.Options) <= game.MaxOptions
}

// FormState opens a form for a deal.
type FormState struct {
	// Options are those that the deal is read with, "deck=italian".
	Options string
}

// Letter implements [State].
func (FormState) Letter() byte { return 'f' }

// Valid implements [State].
func (s FormState) Valid(Request) bool { return len(s.Options) <= game.MaxOptions }

// TypedState is such a form, sent.
type TypedState struct{ Options string }

// Letter implements [State].
func (TypedState) Letter() byte { return 's' }

// Valid implements [State].
func (s TypedState) Valid(Request) bool { return len(s.Options) <= game.MaxOptions }

// replayLimit is the most plays of a game that can be replayed: looking at a
// moment plays the game again, which must stay unnoticeable.
const replayLimit = 200_000

// ReplayButton opens the replay of a stored game of some number of plays, if it
// can be replayed.
func ReplayButton(say Printer, id, plays int64) (Button, bool) {
	b := Button{ID: ID(ReplayCommand, ReplayState{Game: id}), Label: say.Say("button.replay", nil), Style: Primary}
	return b, id > 0 && plays <= replayLimit
}

// FormButtons returns a button that opens a form for a deal, and one for each other
// value that the game's deals are read with, such as another deck.
func FormButtons(say Printer, g *game.Game) []Row {
	buttons := []Button{{ID: ID(g.Name, FormState{}), Label: say.Say("button.type-in", nil), Style: Primary}}
	for _, p := range g.Params {
		if !p.Read {
			continue
		}
		for _, value := range p.Others() {
			buttons = append(buttons, Button{
				ID: ID(g.Name, FormState{game.Options{p.Name: value}.String()}), Label: say.Say("button.type-in-other", words.Args{
					"choice": say.Say("spec."+g.Name+"."+p.Name+".choice."+value, nil),
				}),
			})
		}
	}
	return []Row{{Buttons: buttons}}
}
