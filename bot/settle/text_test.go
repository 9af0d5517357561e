package settle_test

import (
	"cmp"
	"errors"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"nonna/bot/settle"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// robinhooda is the rules' example for nine players.
const robinhooda = "robinhooda ndlittlejo hnwalkingt hroughthef orestlaugh ingbackand forthatwha ttheothero nehastosay"

// lateWin ends only after the 10,000 cards that Codewars plays.
const lateWin = "--------------Q----J--------J------J-J-----------J-------/----J----------------------------------J-----------------"

// answers lists deals with their verdict in words and in JSON.
var answers = []struct {
	name   string
	game   string
	values game.Options
	budget int64
	deal   string
	text   string
	json   string
}{
	{
		"camicia, finished",
		"camicia", nil, 0,
		"2 A 7 8 Q 10 / 3 4 5 6 K 9 J",
		"B wins after 13 cards and 1 trick.\n",
		`{"game":"camicia","status":"finished","cards":13,"tricks":1,"winner":"B"}`,
	},
	{
		"camicia, loop with a lead",
		"camicia", nil, 0,
		"J 2 3 / 4 J 5",
		"It never ends: after 2 cards and 1 trick it repeats every 6 cards and 2 tricks. The first repeat is complete after 8 cards and 3 tricks.\n",
		`{"game":"camicia","status":"loop","cards":8,"tricks":3,"cycle":{"cards":6,"tricks":2}}`,
	},
	{
		"camicia, loop from the start",
		"camicia", nil, 0,
		"--J-/J-",
		"It never ends: from the start it repeats every 6 cards and 2 tricks.\n",
		`{"game":"camicia","status":"loop","cards":6,"tricks":2,"cycle":{"cards":6,"tricks":2}}`,
	},
	{
		"camicia, the leader is part of a position",
		"camicia", nil, 0,
		"-----J/Q-Q-J-",
		"B wins after 92 cards and 19 tricks.\n",
		`{"game":"camicia","status":"finished","cards":92,"tricks":19,"winner":"B"}`,
	},
	{
		"camicia, a full deal has a number",
		"camicia", nil, 0,
		"#447247122283566119055",
		"B wins after 8,344 cards and 1,164 tricks.\nDeal #447247122283566119055.\n",
		`{"game":"camicia","status":"finished","cards":8344,"tricks":1164,"winner":"B","number":"447247122283566119055"}`,
	},
	{
		"camicia, the endless full deal",
		"camicia", nil, 0,
		"#472460898658889399111",
		"It never ends: after 34 cards and 4 tricks it repeats every 440 cards and 62 tricks. The first repeat is complete after 474 cards and 66 tricks.\nDeal #472460898658889399111.\n",
		`{"game":"camicia","status":"loop","cards":474,"tricks":66,"cycle":{"cards":440,"tricks":62},"number":"472460898658889399111"}`,
	},
	{
		"camicia, undecided",
		"camicia", nil, 8343,
		"#447247122283566119055",
		"Undecided after 8,343 cards: by then it had neither ended nor repeated.\nDeal #447247122283566119055.\n",
		`{"game":"camicia","status":"undecided","cards":8343,"number":"447247122283566119055"}`,
	},
	{
		"camicia, the Italian deck",
		"camicia",
		game.Options{"deck": "italian"},
		0,
		"4 1 / 5 6 7",
		"A wins after 7 cards and 2 tricks.\n",
		`{"game":"camicia","status":"finished","cards":7,"tricks":2,"winner":"A"}`,
	},
	{
		"beggar, won",
		"beggar", nil, 0,
		"TD AC / 5H 3S 4S",
		"Player 1 wins after 5 cards and 1 trick.\n",
		`{"game":"beggar","winner":0,"status":"finished","cards":5,"tricks":1}`,
	},
	{
		"beggar, a loop is nobody's",
		"beggar", nil, 0,
		"J 2 3 / 4 J 5",
		"It never ends: after 2 cards and 1 trick it repeats every 6 cards and 2 tricks. The first repeat is complete after 8 cards and 3 tricks. Under the rule that stops at 10,000 cards, nobody wins.\n",
		`{"game":"beggar","winner":null,"status":"loop","cards":8,"tricks":3,"cycle":{"cards":6,"tricks":2}}`,
	},
	{
		"beggar, undecided before anybody could know",
		"beggar", nil, 4,
		"TD AC / 5H 3S 4S",
		"Undecided after 4 cards: by then it had neither ended nor repeated.\n",
		`{"game":"beggar","status":"undecided","cards":4}`,
	},
	{
		"beggar, won beyond Codewars' limit",
		"beggar", nil, 0,
		lateWin,
		"Player 1 wins after 10,253 cards and 663 tricks. Under the rule that stops at 10,000 cards, nobody wins.\n",
		`{"game":"beggar","winner":null,"status":"finished","cards":10253,"tricks":663}`,
	},
	{
		"beggar, undecided but for Codewars' answer",
		"beggar", nil, 10_000,
		lateWin,
		"Undecided after 10,000 cards: by then it had neither ended nor repeated. Under the rule that stops at 10,000 cards, nobody wins.\n",
		`{"game":"beggar","winner":null,"status":"undecided","cards":10000}`,
	},
	{
		"beggar, three players",
		"beggar", nil, 0,
		"2 3 / A / 4 5 6",
		"Player 2 wins after 8 cards and 2 tricks.\n",
		`{"game":"beggar","winner":1,"status":"finished","cards":8,"tricks":2}`,
	},
	{
		"snap, won",
		"snap", nil, 0,
		"abca abba",
		"Player 1 wins after 24 plays and 6 takes.\n",
		`{"game":"snap","ending":"win","players":[1],"plays":24,"takes":6,"lines":37}`,
	},
	{
		"snap, won by the other",
		"snap", nil, 0,
		"abba abca",
		"Player 2 wins after 13 plays and 4 takes.\n",
		`{"game":"snap","ending":"win","players":[2],"plays":13,"takes":4,"lines":22}`,
	},
	{
		"snap, stuck",
		"snap", nil, 0,
		"abba acab",
		"Stuck after 71 plays and 19 takes: all the cards lie in the pile and no pair can form. Players 1 and 2 are left.\n",
		`{"game":"snap","ending":"stuck","players":[1,2],"plays":71,"takes":19,"lines":110}`,
	},
	{
		"snap, loop",
		"snap", nil, 0,
		"bdad acbc abba",
		"It never ends: after 62 plays and 8 takes it is back at line 19 of its trace, and repeats every 48 plays and 6 takes. Players 1 and 3 are left.\n",
		`{"game":"snap","ending":"loop","players":[1,3],"plays":62,"takes":8,"lines":79,"loop_line":19,"cycle":{"plays":48,"takes":6}}`,
	},
	{
		"snap, words of four",
		"snap", nil, 0,
		"fizz buzz",
		"Player 2 wins after 18 plays and 3 takes.\n",
		`{"game":"snap","ending":"win","players":[2],"plays":18,"takes":3,"lines":25}`,
	},
	{
		"snap, nine players",
		"snap", nil, 0,
		robinhooda,
		"Player 9 wins after 481 plays and 34 takes.\n",
		`{"game":"snap","ending":"win","players":[9],"plays":481,"takes":34,"lines":550}`,
	},
	{
		"snap, the turn is part of a state",
		"snap", nil, 0,
		"ab aa",
		"Player 1 wins after 9 plays and 3 takes.\n",
		`{"game":"snap","ending":"win","players":[1],"plays":9,"takes":3,"lines":16}`,
	},
	{
		"snap, undecided",
		"snap", nil, 61,
		"bdad acbc abba",
		"Undecided after 61 plays: by then it had neither ended nor repeated.\n",
		`{"game":"snap","ending":"undecided","plays":61}`,
	},
	{
		"clock, won",
		"clock", nil, 0,
		"11 11 7 7 / 8 6 5 0 / 2 10 9 1 / 12 3 0 6 / 8 7 4 8 / 3 10 5 12 / 11 7 1 10 / 3 1 6 0 / 2 3 0 6 / 5 10 5 4 / 12 9 11 2 / 9 4 12 4 / 1 9 8 2",
		"Won! All 52 cards are face up. One deal in 13 is won.\n",
		`{"game":"clock","won":true,"turned":52,"face_down":0}`,
	},
	{
		"clock, lost at once",
		"clock", nil, 0,
		"0 0 0 0 / 1 1 1 1 / 2 2 2 2 / 3 3 3 3 / 4 4 4 4 / 5 5 5 5 / 6 6 6 6 / 7 7 7 7 / 8 8 8 8 / 9 9 9 9 / 10 10 10 10 / 11 11 11 11 / 12 12 12 12",
		"Lost after 4 cards; 48 stay face down. The bottom cards form the rings 1 → 1, 2 → 2, 3 → 3, 4 → 4, 5 → 5, 6 → 6, 7 → 7, 8 → 8, 9 → 9, 10 → 10, 11 → 11 and 12 → 12, so they are never turned up.\n",
		`{"game":"clock","won":false,"turned":4,"face_down":48}`,
	},
	{
		"camicia, a full deck that is none",
		"camicia", nil, 0,
		"-------------------K--KKKK/AAAAQQQQJJJJ--------------",
		"B wins after 38 cards and 7 tricks.\n52 cards, but 5 × K: it looks like a full deck with a mistake, and does not rank.\n",
		`{"game":"camicia","status":"finished","cards":38,"tricks":7,"winner":"B"}`,
	},
}

func TestAnswers(t *testing.T) {
	for _, c := range answers {
		t.Run(c.name, func(t *testing.T) {
			o := options(t, c.game)
			o.Values, o.Budget = c.values, cmp.Or(c.budget, o.Budget)
			a, err := settle.One(t.Context(), c.deal, o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(c.text, a.Text(o.Say)); diff != "" {
				t.Errorf("in words (-want +got):\n%s", diff)
			}
			line, err := settle.JSON(a.Report())
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(c.json+"\n", string(line)); diff != "" {
				t.Errorf("in JSON (-want +got):\n%s", diff)
			}
			if wanted := strings.Contains(c.json, "undecided"); a.Undecided() != wanted {
				t.Errorf("undecided is %t, want %t", a.Undecided(), wanted)
			}
		})
	}
}

func TestUnread(t *testing.T) {
	camicia := options(t, "camicia")
	for _, c := range []struct{ name, deal, want string }{
		{"the column counts characters", "2 ♠ X / 3", `{"error":"column `},
		{"signs are not escaped", "2 < / 3", "“<” is not a card"},
		{"nothing", "", `{"error":"there is no deal in the text`},
		{"several lines say which", "2 3\nX 4", `{"error":"line 2, column 1: “X” is not a card`},
		{"positions are no amounts", strings.Repeat("2 ", 600) + "X / 3", `{"error":"column 1201: `},
		{"several problems", "2 X / Y", `“X” is not a card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); column 7: “Y” is not a card (`},
		{"more than are told", "X\nY/B E G H", "; … and 1 more."},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := settle.One(t.Context(), c.deal, camicia)
			line, err := settle.JSON(settle.Unread(camicia.Say, err, 0))
			if err != nil || !strings.Contains(string(line), c.want) || strings.Contains(string(line), `"line":`) {
				t.Errorf("%s, %v, want %s in it", line, err, c.want)
			}
		})
	}
}

// Problems are shown without markdown, with carets below the place.
func TestProblems(t *testing.T) {
	camicia := options(t, "camicia")
	for _, c := range []struct{ text, want string }{
		{
			"2 A / 3 X",
			"“X” is not a card: cards are 2 to 10 (or T), J, Q, K, A, and - for any number card\n" +
				"    2 A / 3 X\n" +
				"            ^ line 1, column 9",
		},
		{
			"♠2 \x1b[31m\n/ 3",
			"\n    ♠2 ·[31m\n        ^ line 1, column 5",
		},
		{"2 A\u200b7 / 3", "\n    2 A·7 / 3\n       ^ line 1, column 4"},
		{"", "there is no deal in the text: paste one, or leave it out and one is shuffled"},
		{"X\nY/B E G H", "… and 1 more"},
	} {
		_, err := settle.One(t.Context(), c.text, camicia)
		var p *deal.Problems
		if !errors.As(err, &p) {
			t.Errorf("%q is a deal, %v", c.text, err)
			continue
		}
		got := settle.Problems(camicia.Say, p)
		if strings.Contains(got, "**") || strings.ContainsAny(got, "`\x1b") || strings.HasSuffix(got, "\n") {
			t.Errorf("%q is not plain:\n%s", c.text, got)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%q (-want +got):\n%s", c.text, gocmp.Diff(c.want, got))
		}
	}
}
