package settle_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/settle"
	"nonna/engine/card"
	"nonna/engine/deal"
)

// robinhooda is the rules' example for nine.
const robinhooda = "robinhooda ndlittlejo hnwalkingt hroughthef orestlaugh ingbackand forthatwha ttheothero nehastosay"

// lateWin ends, but after the 10,000 cards that Codewars plays.
const lateWin = "--------------Q----J--------J------J-J-----------J-------/----J----------------------------------J-----------------"

// answers are deals, their verdict in words, and in JSON.
var answers = []struct {
	name string
	opts settle.Options
	deal string
	text string
	json string
}{
	{
		"camicia, finished",
		settle.Options{Game: settle.Camicia},
		"2 A 7 8 Q 10 / 3 4 5 6 K 9 J",
		"B wins after 13 cards and 1 trick.\n",
		`{"game":"camicia","status":"finished","cards":13,"tricks":1,"winner":"B"}`,
	},
	{
		"camicia, loop with a lead",
		settle.Options{Game: settle.Camicia},
		"J 2 3 / 4 J 5",
		"Nobody wins: the game never ends.\nA position comes back after 8 cards and 3 tricks: 2 cards and 1 trick lead into a cycle of 6 cards and 2 tricks.\n",
		`{"game":"camicia","status":"loop","cards":8,"tricks":3,"cycle":{"cards":6,"tricks":2}}`,
	},
	{
		"camicia, the leader is part of a position",
		settle.Options{Game: settle.Camicia},
		"-----J/Q-Q-J-",
		"B wins after 92 cards and 19 tricks.\n",
		`{"game":"camicia","status":"finished","cards":92,"tricks":19,"winner":"B"}`,
	},
	{
		"camicia, a full deal has a number",
		settle.Options{Game: settle.Camicia},
		"#447247122283566119055",
		"B wins after 8,344 cards and 1,164 tricks.\nThis is deal #447247122283566119055.\n",
		`{"game":"camicia","status":"finished","cards":8344,"tricks":1164,"winner":"B","number":"447247122283566119055"}`,
	},
	{
		"camicia, the endless full deal",
		settle.Options{Game: settle.Camicia},
		"#472460898658889399111",
		"Nobody wins: the game never ends.\nA position comes back after 474 cards and 66 tricks: 34 cards and 4 tricks lead into a cycle of 440 cards and 62 tricks.\nThis is deal #472460898658889399111.\n",
		`{"game":"camicia","status":"loop","cards":474,"tricks":66,"cycle":{"cards":440,"tricks":62},"number":"472460898658889399111"}`,
	},
	{
		"camicia, undecided",
		settle.Options{Game: settle.Camicia, Budget: 8343},
		"#447247122283566119055",
		"Undecided after 8,343 cards.\nThis is deal #447247122283566119055.\n",
		`{"game":"camicia","status":"undecided","cards":8343,"number":"447247122283566119055"}`,
	},
	{
		"camicia, the Italian deck",
		settle.Options{Game: settle.Camicia, Deck: card.Italian},
		"4 1 / 5 6 7",
		"A wins after 7 cards and 2 tricks.\n",
		`{"game":"camicia","status":"finished","cards":7,"tricks":2,"winner":"A"}`,
	},
	{
		"beggar, won",
		settle.Options{Game: settle.Beggar},
		"TD AC / 5H 3S 4S",
		"Player 0 wins after 5 cards and 1 trick.\n",
		`{"game":"beggar","winner":0,"status":"finished","cards":5,"tricks":1}`,
	},
	{
		"beggar, a loop is nobody's",
		settle.Options{Game: settle.Beggar},
		"J 2 3 / 4 J 5",
		"Nobody wins within 10,000 cards.\nThe game never ends.\nA position comes back after 8 cards and 3 tricks: 2 cards and 1 trick lead into a cycle of 6 cards and 2 tricks.\n",
		`{"game":"beggar","winner":null,"status":"loop","cards":8,"tricks":3}`,
	},
	{
		"beggar, undecided before anybody could know",
		settle.Options{Game: settle.Beggar, Budget: 4},
		"TD AC / 5H 3S 4S",
		"Undecided after 4 cards.\n",
		`{"game":"beggar","status":"undecided","cards":4}`,
	},
	{
		"beggar, won beyond Codewars' limit",
		settle.Options{Game: settle.Beggar},
		lateWin,
		"Nobody wins within 10,000 cards.\nIn the end player 0 wins after 10,253 cards and 663 tricks.\n",
		`{"game":"beggar","winner":null,"status":"finished","cards":10253,"tricks":663}`,
	},
	{
		"beggar, undecided but for Codewars' answer",
		settle.Options{Game: settle.Beggar, Budget: 10_000},
		lateWin,
		"Nobody wins within 10,000 cards.\nWhether the game ever ends is undecided after 10,000 cards.\n",
		`{"game":"beggar","winner":null,"status":"undecided","cards":10000}`,
	},
	{
		"beggar, three players",
		settle.Options{Game: settle.Beggar},
		"2 3 / A / 4 5 6",
		"Player 1 wins after 8 cards and 2 tricks.\n",
		`{"game":"beggar","winner":1,"status":"finished","cards":8,"tricks":2}`,
	},
	{
		"snap, won",
		settle.Options{Game: settle.Snap},
		"abca abba",
		"Player 1 wins after 24 plays and 6 takes.\n",
		`{"game":"snap","ending":"win","players":[1],"plays":24,"takes":6,"lines":37}`,
	},
	{
		"snap, won by the other",
		settle.Options{Game: settle.Snap},
		"abba abca",
		"Player 2 wins after 13 plays and 4 takes.\n",
		`{"game":"snap","ending":"win","players":[2],"plays":13,"takes":4,"lines":22}`,
	},
	{
		"snap, stuck",
		settle.Options{Game: settle.Snap},
		"abba acab",
		"Players 1 and 2 are still in: the game is stuck after 71 plays and 19 takes.\nAll the cards lie in the pile, and no pair can form any more.\n",
		`{"game":"snap","ending":"stuck","players":[1,2],"plays":71,"takes":19,"lines":110}`,
	},
	{
		"snap, loop",
		settle.Options{Game: settle.Snap},
		"bdad acbc abba",
		"Players 1 and 3 are still in: the game never ends.\nIt comes back after 62 plays and 8 takes to line 19 of the trace: 14 plays and 2 takes lead into a cycle of 48 plays and 6 takes.\n",
		`{"game":"snap","ending":"loop","players":[1,3],"plays":62,"takes":8,"lines":79,"loop_line":19}`,
	},
	{
		"snap, words of four",
		settle.Options{Game: settle.Snap},
		"fizz buzz",
		"Player 2 wins after 18 plays and 3 takes.\n",
		`{"game":"snap","ending":"win","players":[2],"plays":18,"takes":3,"lines":25}`,
	},
	{
		"snap, nine players",
		settle.Options{Game: settle.Snap},
		robinhooda,
		"Player 9 wins after 481 plays and 34 takes.\n",
		`{"game":"snap","ending":"win","players":[9],"plays":481,"takes":34,"lines":550}`,
	},
	{
		"snap, the turn is part of a state",
		settle.Options{Game: settle.Snap},
		"ab aa",
		"Player 1 wins after 9 plays and 3 takes.\n",
		`{"game":"snap","ending":"win","players":[1],"plays":9,"takes":3,"lines":16}`,
	},
	{
		"snap, undecided",
		settle.Options{Game: settle.Snap, Budget: 61},
		"bdad acbc abba",
		"Undecided after 61 plays.\n",
		`{"game":"snap","ending":"undecided","plays":61}`,
	},
	{
		"clock, won",
		settle.Options{Game: settle.Clock},
		"11 11 7 7 / 8 6 5 0 / 2 10 9 1 / 12 3 0 6 / 8 7 4 8 / 3 10 5 12 / 11 7 1 10 / 3 1 6 0 / 2 3 0 6 / 5 10 5 4 / 12 9 11 2 / 9 4 12 4 / 1 9 8 2",
		"Won: all 52 cards are face up.\n",
		`{"game":"clock","won":true,"turned":52,"face_down":0}`,
	},
	{
		"clock, lost at once",
		settle.Options{Game: settle.Clock},
		"0 0 0 0 / 1 1 1 1 / 2 2 2 2 / 3 3 3 3 / 4 4 4 4 / 5 5 5 5 / 6 6 6 6 / 7 7 7 7 / 8 8 8 8 / 9 9 9 9 / 10 10 10 10 / 11 11 11 11 / 12 12 12 12",
		"Lost after 4 cards: 48 stay face down.\nThe bottom cards block them in the rings 1 → 1 and 2 → 2 and 3 → 3 and 4 → 4 and 5 → 5 and 6 → 6 and 7 → 7 and 8 → 8 and 9 → 9 and 10 → 10 and 11 → 11 and 12 → 12.\n",
		`{"game":"clock","won":false,"turned":4,"face_down":48}`,
	},
}

func TestAnswers(t *testing.T) {
	for _, c := range answers {
		t.Run(c.name, func(t *testing.T) {
			if c.opts.Budget == 0 {
				c.opts.Budget = settle.DefaultBudget
			}
			a, err := settle.One(t.Context(), c.deal, c.opts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.text, a.Text()); diff != "" {
				t.Errorf("in words (-want +got):\n%s", diff)
			}
			line, err := settle.JSON(a.Verdict)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.json+"\n", string(line)); diff != "" {
				t.Errorf("in JSON (-want +got):\n%s", diff)
			}
			if wanted := strings.Contains(c.json, "undecided"); a.Undecided != wanted {
				t.Errorf("undecided is %t, want %t", a.Undecided, wanted)
			}
		})
	}
}

// A full deck that is none is settled all the same, with a remark.
func TestRemarks(t *testing.T) {
	const fiveKings = "-------------------K--KKKK/AAAAQQQQJJJJ--------------"
	a, err := settle.One(t.Context(), fiveKings, camiciaOptions)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"52 cards, but 5 kings"}, a.Remarks); diff != "" {
		t.Errorf("remarks (-want +got):\n%s", diff)
	}
}

func TestUnread(t *testing.T) {
	for _, c := range []struct{ name, deal, want string }{
		{"the column counts characters", "2 ♠ X / 3", `{"error":"column `},
		{"signs are not escaped", "2 < / 3", "“<” is no card"},
		{"nothing", "", `{"error":"there is no deal in the text`},
		{"several lines say which", "2 3\nX 4", `{"error":"line 2, column 1: “X” is no card`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := settle.One(t.Context(), c.deal, camiciaOptions)
			var problems *deal.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("error %v, want problems", err)
			}
			line, err := settle.JSON(settle.Unread(problems, 0))
			if err != nil || !strings.Contains(string(line), c.want) || strings.Contains(string(line), `"line":`) {
				t.Errorf("%s, %v, want %s in it", line, err, c.want)
			}
		})
	}
}

func TestUnknownGame(t *testing.T) {
	if _, err := settle.One(t.Context(), "2 / 3", settle.Options{Game: "bridge"}); err == nil || !strings.Contains(err.Error(), `"bridge"`) {
		t.Errorf("error %v, want one that names the game", err)
	}
}
