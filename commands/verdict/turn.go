package verdict

import "nonna/engine/game"

// turningPoints finds the moments in which a game turns: another player holds the most
// cards once the pile is taken, a player is out, or the loop begins.
type turningPoints struct {
	seats    game.Seats
	patience bool
	outcome  game.Outcome
	// leader is the player who held the most cards, -1 before there was one.
	leader int
	// out is the number of players who are out.
	out int
	// looped says that the loop has begun.
	looped bool
}

// canTurn reports whether the game has turning points: in a game of piles nobody leads.
func (r result) canTurn() bool { return !r.Game.Patience() }

func (r result) turningPoints() *turningPoints {
	return &turningPoints{seats: r.Game.Seats, patience: r.Game.Patience(), outcome: r.play.Outcome(), leader: -1}
}

// see looks at the next step of the game. It returns what turned and is not said of every
// such step, and nil if the step is not a turning point.
func (t *turningPoints) see(s game.Step) []game.Phrase {
	if t.patience || s.Move == game.Played && !t.begins(s) {
		return nil
	}
	var said []game.Phrase
	if out := countOut(s.Table); out > t.out {
		t.out, said = out, []game.Phrase{}
	}
	if leader := mostCards(s.Table); leader >= 0 && leader != t.leader {
		if t.leader >= 0 {
			said = append(said, game.Phrase{ID: "replay.leads", Args: game.Args{"who": t.seats.Phrase(leader)}})
		}
		t.leader = leader
	}
	if t.begins(s) {
		t.looped = true
		said = append(said, game.Phrase{ID: "replay.loop"})
	}
	return said
}

// begins reports whether the loop begins after a step.
func (t *turningPoints) begins(s game.Step) bool {
	return t.outcome.Ending == game.Loop && s.At == t.outcome.Lead && !t.looped
}

func countOut(t game.Table) (n int) {
	for seat := range t.Players() {
		if t.Out(seat) {
			n++
		}
	}
	return n
}

// mostCards returns the player with more cards than every other, -1 if there is none.
func mostCards(t game.Table) int {
	leader, most := -1, 0
	for seat := range t.Players() {
		switch n := len(t.Hand(seat)); {
		case n > most:
			leader, most = seat, n
		case n == most:
			leader = -1
		}
	}
	return leader
}
