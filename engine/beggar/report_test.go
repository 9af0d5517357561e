package beggar

import (
	"encoding/json"
	"testing"

	"nonna/engine/game"
)

// The winner is Codewars' answer: null if nobody has won within 10,000 cards, absent if fewer were
// played.
func TestReport(t *testing.T) {
	won := func(winner int, cards int64) game.Outcome {
		return game.Outcome{Ending: game.Won, Left: []int{winner}, Length: game.Length{Plays: cards, Takes: 9}}
	}
	undecided := func(cards int64) game.Outcome {
		return game.Outcome{Ending: game.Undecided, Length: game.Length{Plays: cards}}
	}
	for _, c := range []struct {
		o    game.Outcome
		want string
	}{
		{won(1, 13), `{"game":"beggar","status":"finished","cards":13,"tricks":9,"winner":1}`},
		{won(0, 10_000), `{"game":"beggar","status":"finished","cards":10000,"tricks":9,"winner":0}`},
		{won(0, 10_001), `{"game":"beggar","status":"finished","cards":10001,"tricks":9,"winner":null}`},
		{undecided(9_999), `{"game":"beggar","status":"undecided","cards":9999}`},
		{undecided(10_000), `{"game":"beggar","status":"undecided","cards":10000,"winner":null}`},
		{
			game.Outcome{Ending: game.Loop, Length: game.Length{Plays: 8, Takes: 3}},
			`{"game":"beggar","status":"loop","cards":8,"tricks":3,"winner":null,"cycle":{"cards":8,"tricks":3}}`,
		},
	} {
		got, err := json.Marshal(report(c.o))
		if err != nil || string(got) != c.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, c.want)
		}
	}
}
