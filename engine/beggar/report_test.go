package beggar

import (
	"encoding/json"
	"testing"

	"nonna/engine/game"
)

func TestReport(t *testing.T) {
	for _, c := range []struct {
		o    game.Outcome
		want string
	}{
		{
			game.Outcome{Ending: game.Won, In: []int{1}, Length: game.Length{Plays: 13, Takes: 1}},
			`{"game":"beggar","status":"finished","cards":13,"tricks":1,"winner":1}`,
		},
		{
			game.Outcome{Ending: game.Won, In: []int{0}, Length: game.Length{Plays: 12_000, Takes: 900}},
			`{"game":"beggar","status":"finished","cards":12000,"tricks":900,"winner":null}`,
		},
		{
			game.Outcome{Ending: game.Loop, Length: game.Length{Plays: 8, Takes: 3}},
			`{"game":"beggar","status":"loop","cards":8,"tricks":3,"winner":null,"cycle":{"cards":8,"tricks":3}}`,
		},
		{
			game.Outcome{Ending: game.Undecided, Length: game.Length{Plays: 100}},
			`{"game":"beggar","status":"undecided","cards":100}`,
		},
	} {
		got, err := json.Marshal(report(c.o))
		if err != nil || string(got) != c.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, c.want)
		}
	}
}
