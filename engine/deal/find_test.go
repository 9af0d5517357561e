package deal_test

import (
	"errors"
	"strings"
	"testing"

	"nonna/engine/card"
	"nonna/engine/deal"
)

// found is what is found in a message: the deal with its game, or the problems.
func found(message string) string {
	hands, deck, err := deal.FindTwoHands(message)
	var first *deal.Problems
	switch {
	case err == nil && deck == card.Italian:
		return "italian " + deal.WriteHands(hands)
	case err == nil:
		return "camicia " + deal.WriteHands(hands)
	case errors.As(err, &first) && first.Ambiguous:
		return err.Error()
	}
	if d, err := deal.FindHands(message); err == nil {
		return "beggar " + deal.WriteHands(d)
	}
	d, errSnap := deal.FindPiles(message)
	switch {
	case errSnap == nil:
		return "snap " + deal.WritePiles(d)
	case errors.As(errSnap, &first) && first.Ambiguous:
		return errSnap.Error()
	}
	return err.Error()
}

// TestFindTheItalianDeck holds deals that only the Italian deck has.
func TestFindTheItalianDeck(t *testing.T) {
	packed := ""
	for i, c := range card.Italian.Full() {
		if i == 20 {
			packed += "/"
		}
		packed += string(c.Rank.Letter())
	}
	for _, c := range []struct{ message, want string }{
		{"4 1 5 / 2 6 7", "italian 4 1 5 / 2 6 7"},
		{"1 4 5 / 2 6 7", "italian 1 4 5 / 2 6 7"},
		{"mine: 1 4 10 / 2 - 7 lol", "italian 14T/2-7"},
		{"Anna: 1 4 5\nBob: 2 6 7", "italian 1 4 5 / 2 6 7"},
		{"P1: 4 1 5\nP2: 2 6 7", "italian 4 1 5 / 2 6 7"},
		{"**4 1 5 / 2 6 7**", "italian 4 1 5 / 2 6 7"},
		{"<@1> at 5 1 4 / 2 3 6 lol", "italian 5 1 4 / 2 3 6"},
		{`[["1","4"],["2"]]`, "italian 1 4 / 2"},
		{"-13--233-22---3--1--/------1-----------21", "italian -13--233-22---3--1--/------1-----------21"},
		{"wow -13--233-22---3--1--/------1-----------21 again", "italian -13--233-22---3--1--/------1-----------21"},
		{"`-13--233-22---3--1--/------1-----------21`", "italian -13--233-22---3--1--/------1-----------21"},
		{"J 4 / K 5", "camicia J 4 / K 5"}, // of either deck
		{"so " + packed + "!", "italian " + packed},
	} {
		got := found(c.message)
		if strings.Contains(c.message, packed) {
			got = strings.NewReplacer(" / ", "/", "10", "T", " ", "", "italian", "italian ").Replace(got)
		}
		if got != c.want {
			t.Errorf("%q: found %s, want %s", c.message, got, c.want)
		}
	}
}

// TestFindGuessesNoGame holds texts that could be of several games, or have a
// mistake that makes them a deal of another.
func TestFindGuessesNoGame(t *testing.T) {
	const (
		noCard = "no-card{"
		french = "one-of-french{card:“1”"
		either = "italian-or-snap"
	)
	for _, c := range []struct{ message, want string }{
		{"2 X 7 / 3 4 5", "line 1, column 3: " + noCard + "card:“X” within:}"},
		{"2 X 7 vs 3 4 5", "line 1, column 3: " + noCard + "card:“X” within:}"},
		{"`2 X 7 / 3 4 5`", "line 1, column 3: " + noCard + "card:“X” within:}"},
		{"look ```\n2 X 7\n3 4 5\n```", "line 2, column 3: " + noCard + "card:“X” within:}"},
		{"is `2AX7/3455` won?", "line 1, column 3: no-card{card:“X” within:deal.part.within{word:“2AX7”}}"},
		{`[["2","A"],["3","X"]]`, noCard + "card:“X” within:}"},
		{`f(["2","A"],["3","X"])`, noCard + "card:“X” within:}"},
		{"`expect(f(['ab'],['ba'])).toBe(2)`", "pasted-code"},
		{"`4 1 5 / 2 6 7`", either},
		{"look `4 1 5 / 2 6 7` there", either},
		{"[[1,2,3],[5,2,6]]", either},
		{"```\n1 2 3\n5 2 6\n```", either},
		{"`11/12`", either},
		{"`415/267`", either},
		{"```js\nfoo(1)\nbar(2)\n```", noCard},
		{"at at", "no-hands"},
		{"aka taka", "no-hands"},
		{"11/12", french},
		{"we meet 11/12", noCard},
		{"see 1-2/2-3", noCard},
		{"at 12-13/24-25", french},
		{"gg wp", noCard},
		{"see you", noCard},
		{"good game", noCard},
		{"hello world", noCard},
		{"buon anno", noCard},
		{"his/her", noCard},
		{"[hello world]", "broken-json"},
		{"abca abba", noCard},
		{"who wins: abca / abba", noCard},
		{"`abca abba`", "snap abca abba"},
		{"so `b d a d / a c b c` it is", "snap bdad acbc"},
		{"`abca` `abba`", "snap abca abba"},
		{`["code","golf"]`, "snap code golf"},
		{`try snap(["code","golf"]) now`, "snap code golf"},
		{`[["a","b"],["b","a"]]`, "snap ab ba"},
		{"[[11,12],[12,11]]", `snap [["11","12"],["12","11"]]`},
		{"see simulateGame(['2','A'],['3','4']) there", "camicia 2 A / 3 4"},
		{"2 A / 3 / 4", "beggar 2 A / 3 / 4"},
		{"#12 #13", "several-deals{deals:2 list:list.and{first:deal.part.quote{text:“#12”} last:deal.part.quote{text:“#13”}}}"},
		{"J 2 3\n4 J 5\n\nJ 2 3\n5 6 7", "several-deals{deals:2 list:"},
		{"J 2 3\r\n4 J 5\r\n \t\r\nJ 2 3\r\n5 6 7", "several-deals{deals:2 list:"},
		{"J 2 3\n\n4 J 5\n\nJ 2 3\n\n5 6 7", "beggar J 2 3 / 4 J 5 / J 2 3 / 5 6 7"},
		{"J 2 3\n\n4 J 5", "camicia J 2 3 / 4 J 5"},
		{"J 2 3\n4 J 5\nJ 2 3\n5 6 7", "beggar J 2 3 / 4 J 5 / J 2 3 / 5 6 7"},
		{"```\nabca\nabba\n\nfizz\nbuzz\n```", "several-deals{deals:2 list:"},
		{"```\nabca\n\nabba\n\nfizz\n```", "snap abca abba fizz"},
		{"`2 A / 3 / 4`", "beggar 2 A / 3 / 4"},
	} {
		if got := found(c.message); !strings.Contains(got, c.want) {
			t.Errorf("%q: found %s, want %s", c.message, got, c.want)
		}
	}
}

// TestFindLeavesNothingBeside holds deals beside a word that might be a card of
// theirs.
func TestFindLeavesNothingBeside(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		{"X 2 A 7 / 3 4 5", "X"},
		{"JX 2 3 / 4 5", "JX"},
		{"2 3 / 4 5, 11", "11"},
		{"2 3 / 4 5 , 11", "11"},
		{"0 2 3 / 4 5", "0"},
		{"asso 2 3 / 4 5", "asso"},
		{"Ace 2 3 / 4 5", "Ace"},
		{"2 3 / 4 5 joker", "joker"},
		{"2 3 / 4 5 Jolly!", "Jolly!"},
		{"I got 6 + 2 3 / 4 5", "+"},
		{"2 3 / 4 5 e 6 7", "e"},
		{"2 3 / 4 5 ten", "ten"},
		{"2 3 / 4 5 — X", "—"},
		{"got 2 3 / 4 5 - what a game", "-"},
		{"wow - 2 3 / 4 5", "-"},
		{"see 2 34/56 K", "2"},
		{"see 34/56 K", "K"},
		{"X 34/56", "X"},
	} {
		want := "beside-deal{word:“" + c.want + "”}"
		if got := found(c.message); got != want {
			t.Errorf("%q: found %s, want %s", c.message, got, want)
		}
	}
	for message, want := range map[string]string{
		"game 12: 2 A 7 / 3 4 J":             "camicia 2 A 7 / 3 4 J",
		"(2023) 2 A 7 / 3 4 J":               "camicia 2 A 7 / 3 4 J",
		"mi è uscito 2 A 7 / 3 4 J e perdo":  "camicia 2 A 7 / 3 4 J",
		"(2 A 7 / 3 4 J) 5 wins":             "camicia 2 A 7 / 3 4 J",
		"I won 2 A 7 / 3 4 J (5 times)":      "camicia 2 A 7 / 3 4 J",
		"look at 34/56, it ends":             "camicia 3 4 / 5 6",
		"so 2 A 7 / 3 4 J — what a game":     "camicia 2 A 7 / 3 4 J",
		"so - 34/56":                         "camicia 3 4 / 5 6",
		"got ||2 A 7 / 3 4 J|| and that one": "camicia 2 A 7 / 3 4 J",
	} {
		if got := found(message); got != want {
			t.Errorf("%q: found %s, want %s", message, got, want)
		}
	}
	for _, message := range []string{"2 3 X / 44 55", "2 X 7 / 3 4 5 6", "see 7 8 X / 44 55 lol"} {
		if got := found(message); !strings.Contains(got, "no-card{") {
			t.Errorf("%q: found %s, want nothing", message, got)
		}
	}
}
