package huntcli

import (
	"encoding/json"
	"fmt"
	"time"

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
	game.Hit
	Seed   uint64
	Worker int
}

// Quest returns what a worker hunts.
func (t Target) Quest(seed uint64, worker int) game.Quest {
	return game.Quest{Deck: t.Deck, ByTakes: t.Unit == t.Game.Units[1], Seed: seed, Worker: worker}
}

// Length returns the length of a find in the unit that is compared.
func (t Target) Length(f game.Hit) int64 { return t.Quest(0, 0).Value(f.Play.Outcome().Length) }

// Line returns a find as one line of JSON with its line end.
func (t Target) Line(f Found) []byte {
	return fmt.Appendf(nil, "{%s,\"seed\":%d,\"worker\":%d,\"step\":%d}\n", t.members(f.Hit), f.Seed, f.Worker, f.Step)
}

// members returns the deal and the length of a find as members of a JSON object.
func (t Target) members(f game.Hit) string {
	l := f.Play.Outcome().Length
	return fmt.Sprintf(`"deal":%s,%q:%d,%q:%d`, quoted(f.Deal.Short()), t.Game.Units[0].Word(), l.Plays, t.Game.Units[1].Word(), l.Takes)
}

// result returns what was found and tried as one line of JSON with its line end. The deal and its
// length are missing without one. more are the members beside the number of deals.
func (t Target) result(best *Found, deals int64, more string, took time.Duration) []byte {
	found := ""
	if best != nil {
		found = "," + t.members(best.Hit)
	}
	return fmt.Appendf(nil, "{\"deck\":%s%s,\"deals\":%d%s,\"deals_per_s\":%.0f,\"seconds\":%.3f}\n",
		quoted(t.Deck), found, deals, more, rate(deals, took), took.Seconds())
}

// rate returns how many of something there were in a second.
func rate(n int64, took time.Duration) float64 {
	if took <= 0 {
		return 0
	}
	return float64(n) / took.Seconds()
}

// quoted returns a text as a string of JSON.
func quoted(text string) []byte {
	b, _ := json.Marshal(text) // a string can be encoded
	return b
}
