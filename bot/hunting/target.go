package hunting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"nonna/engine/game"
)

// Target is what is hunted: the longest games of a deck, compared by a unit of the game.
type Target struct {
	Game *game.Game // with Hunting
	Deck string
	Unit game.Unit
}

// Found is a deal that a worker found.
type Found struct {
	game.Find
	Seed   uint64
	Worker int
}

// Quest returns what a worker hunts.
func (t Target) Quest(seed uint64, worker int) game.Quest {
	return game.Quest{Deck: t.Deck, Unit: t.Unit, Seed: seed, Worker: worker}
}

// Length returns the length of a game in the unit that is compared.
func (t Target) Length(o game.Outcome) int64 {
	if t.Unit == t.Game.Units[0] {
		return o.Length.Plays
	}
	return o.Length.Takes
}

// lengthMembers returns the length of a game as members of a JSON object.
func (t Target) lengthMembers(l game.Length) []member {
	return []member{{t.Game.Units[0].Word(), l.Plays}, {t.Game.Units[1].Word(), l.Takes}}
}

// Line returns a find as one line of JSON with its line end.
func (t Target) Line(f Found) []byte {
	members := append([]member{{"deal", f.Deal.Short()}}, t.lengthMembers(f.Outcome.Length)...)
	return object(append(members, member{"seed", f.Seed}, member{"worker", f.Worker}, member{"step", f.Step})...)
}

// verify returns the find that an object describes, with the outcome that the game says.
// The error says what is wrong with it: it is a *deal.Problems if the text is not a deal. Or
// it is the context's.
func (t Target) verify(ctx context.Context, o map[string]json.RawMessage) (Found, error) {
	var f Found
	var text string
	var claimed game.Length
	if err := errors.Join(
		get(o, "deal", &text),
		get(o, t.Game.Units[0].Word(), &claimed.Plays),
		get(o, t.Game.Units[1].Word(), &claimed.Takes),
		get(o, "seed", &f.Seed), get(o, "worker", &f.Worker), get(o, "step", &f.Step),
	); err != nil {
		return f, firstOf(err)
	}
	if f.Worker < 0 || f.Step < 0 {
		return f, errors.New(`"worker" and "step" are at least 0`)
	}
	d, err := t.Game.Hunting.Read(t.Quest(f.Seed, f.Worker), text)
	if err != nil {
		return f, err
	}
	f.Deal = d
	f.Outcome, err = t.settle(ctx, d, claimed)
	return f, err
}

// settle returns the outcome of a deal. The error is the context's, or says that the deal
// does not end, or has another length than claimed.
func (t Target) settle(ctx context.Context, d game.Deal, claimed game.Length) (game.Outcome, error) {
	play, err := d.Settle(ctx, game.DefaultBudget)
	if err != nil {
		return game.Outcome{}, err
	}
	switch o := play.Outcome(); {
	case o.Ending == game.Undecided:
		return o, fmt.Errorf("the deal is undecided after %s", t.describe(o.Length))
	case !o.Ending.Ends():
		return o, errors.New("the deal never ends")
	case o.Length != claimed:
		return o, fmt.Errorf("the deal has %s, not %s", t.describe(o.Length), t.describe(claimed))
	default:
		return o, nil
	}
}

// describe returns a length as it is written in files: `"cards":13,"tricks":1`.
func (t Target) describe(l game.Length) string {
	text := object(t.lengthMembers(l)...)
	return string(text[len("{") : len(text)-len("}\n")])
}
