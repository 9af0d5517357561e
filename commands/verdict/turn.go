package verdict

import (
	"nonna/commands/picture"
	"nonna/engine/game"
)

// turningPoints finds the moments in which a game turns: another player holds the most
// cards once the pile is taken, a player is out, or the loop begins.
type turningPoints struct {
	result
	race picture.Race
	// looped says that the loop has begun.
	looped bool
}

// canTurn reports whether the game has turning points: in a game of piles nobody leads.
func (r result) canTurn() bool { return !r.Game.Patience() }

// see looks at the next step of the game. It returns what turned and is not said of every
// such step, and nil if the step is not a turning point.
func (t *turningPoints) see(s game.Step) []game.Phrase {
	if !t.canTurn() {
		return nil
	}
	var said []game.Phrase
	out, leads := t.race.See(s)
	if len(out) > 0 {
		said = []game.Phrase{}
	}
	if leads {
		said = append(said, game.Phrase{ID: "replay.leads", Args: game.Args{"who": t.Game.Seats.Phrase(t.race.Leader)}})
	}
	if o := t.play.Outcome(); o.Ending == game.Loop && s.At == o.Lead && !t.looped {
		t.looped = true
		said = append(said, game.Phrase{ID: "replay.loop"})
	}
	return said
}
