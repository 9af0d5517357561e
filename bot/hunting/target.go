package hunting

import "nonna/engine/game"

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
