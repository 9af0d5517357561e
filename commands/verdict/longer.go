package verdict

import (
	"context"
	"slices"

	"nonna/commands"
	"nonna/engine/game"
)

// LongerState plays the longest game that is found by walking back from a stored one.
type LongerState struct {
	// Private is [Case.PrivateAsked].
	Private bool
	Game    int64
}

// longerButton returns the button for a longer game. It reports false if the game is not of
// a full deck, does not end or was not stored, or if no other is searched for. A game
// found by this button does not get one: the search would find it again.
func (r result) longerButton(id int64) (commands.Button, bool) {
	_, ok := r.Deal.(game.Descendant)
	ok = ok && id > 0 && r.From == nil && slices.Contains(r.Game.Full, r.Deal.Division()) && r.play.Outcome().Ending.Ends()
	state := LongerState{Private: r.PrivateAsked, Game: id}
	return r.p.Button(longerControl.ID(replayCommand, state), "button.longer"), ok
}

// longerFor reports whether the user alone sees the game that the button finds.
func longerFor(req commands.Request, s LongerState) bool {
	return s.Private || req.WantsPrivate()
}

// longer plays the longest game that is found by walking back from a stored one.
func (s *Replier) longer(ctx context.Context, req commands.Request, state LongerState) (commands.Reply, error) {
	from, err := s.stored(ctx, req, state.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	d, ok := from.Deal.(game.Descendant)
	if !ok {
		return commands.Reply{}, commands.ErrOldButton
	}
	found, ok, err := d.Ancestor(ctx)
	if err != nil {
		return commands.Reply{}, err
	}
	if !ok {
		return commands.Reply{}, from.p.Mistake("mistake.no-longer", nil)
	}
	return s.Reply(ctx, req, Case{
		Game: from.Game, Deal: found, From: &Origin{from.Deal, from.play.Outcome().Length.Plays},
		Private: longerFor(req, state), PrivateAsked: state.Private,
	})
}
