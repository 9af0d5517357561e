package deal_test

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"nonna/engine"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// games returns the games of the program.
func games(t testing.TB) game.List {
	t.Helper()
	list := engine.Games()
	return list
}

// finding returns what is found in a message: the game and the deal, or the problems.
func finding(games game.List, message string) string {
	found, err := find(games, message)
	if err != nil {
		return err.Error()
	}
	return described(found)
}

// described is a game with its options and a deal of it.
func described(found deal.Found) string {
	return strings.TrimSpace(found.Game.Name+" "+found.Deal.Options().String()) + ": " + found.Deal.String()
}

// find finds the deal in a message that may name the games as the program does.
func find(games game.List, message string) (deal.Found, error) {
	return deal.InMessage(games, func(g *game.Game) []string { return append([]string{g.Name}, g.Aliases...) }, message)
}

// row is a message, and a part of what is found in it.
type row struct{ message, want string }

func checkRows(t *testing.T, rows []row) {
	t.Helper()
	games := games(t)
	for _, r := range rows {
		if got := finding(games, r.message); !strings.Contains(got, r.want) {
			t.Errorf("%q: found %s, want %s", r.message, got, r.want)
		}
	}
}

// TestFindSettlesNothingElse searches the recorded messages. A search that weighed sentences
// found the recorded deals: the same must be found, or nothing, but never another deal.
func TestFindSettlesNothingElse(t *testing.T) {
	games, messages := games(t), recorded(t)
	now := map[string]string{
		// It seemed to have two deals of Camicia in it.
		clockDeal: "clock: " + clockDeal,
		// Courts may be written in words.
		"Ace 2 3 / 4 5":             "camicia: A 2 3 / 4 5",
		"2 3 / 4 5 ten":             "camicia: 2 3 / 4 5 10",
		"asso 2 3 / 4 5":            "camicia deck=italian: 1 2 3 / 4 5",
		"Asso fante / re CAVALLO 3": "camicia deck=italian: 1 8 / 10 9 3",
		// One pile of code is no deal of Snap.
		"Look:\n`2 A`\n3 4": "camicia: 2 A / 3 4",
		// The name of a game needs no colon before anything but words.
		"beggar 2 A / 3 / 4": "beggar: 2 A / 3 / 4",
		// Of a program only the hands are read.
		"a = [\"2\"]\nb = [\"3\"]\nassert play(a, b) == 2": "camicia: 2 / 3",
		`"playerA":["2"],"playerB":["3"]}`:                 "camicia: 2 / 3",
	}
	deals := 0
	for message, was := range messages {
		if changed, ok := now[message]; ok {
			was = changed
		}
		if _, err := find(games, message); err != nil {
			continue
		}
		deals++
		if got := finding(games, message); got != was {
			t.Errorf("%q: found %s, was %s", message, got, was)
		}
	}
	if len(messages) < 600 || deals < 150 {
		t.Errorf("deals in %d of %d messages; want 150 in 600 at least", deals, len(messages))
	}
}

// recorded returns messages, and what was found in them: a line each of a quoted message,
// a tab, and a game and deal or "refused".
func recorded(t testing.TB) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/messages.tsv")
	if err != nil {
		t.Fatal(err)
	}
	messages := map[string]string{}
	for line := range strings.Lines(string(text)) {
		quoted, was, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		message, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		messages[message] = was
	}
	return messages
}

// clockDeal is a deal of Clock patience.
const clockDeal = "11 11 7 7 / 8 6 5 0 / 2 10 9 1 / 12 3 0 6 / 8 7 4 8 / 3 10 5 12 / 11 7 1 10 / 3 1 6 0 / 2 3 0 6 / 5 10 5 4 / 12 9 11 2 / 9 4 12 4 / 1 9 8 2"

// TestFindTheItalianDeck has deals that only the Italian deck has.
func TestFindTheItalianDeck(t *testing.T) {
	games := games(t)
	packed := ""
	for i, c := range card.Italian.Full() {
		if i == 20 {
			packed += "/"
		}
		packed += string(c.Rank.Letter())
	}
	for _, c := range []struct{ message, want string }{
		{"4 1 5 / 2 6 7", "camicia deck=italian: 4 1 5 / 2 6 7"},
		{"1 4 5 / 2 6 7", "camicia deck=italian: 1 4 5 / 2 6 7"},
		{"mine:\n1 4 10 / 2 - 7", "camicia deck=italian: 1 4 10 / 2 - 7"},
		{"Anna: 1 4 5\nBob: 2 6 7", "camicia deck=italian: 1 4 5 / 2 6 7"},
		{"P1: 4 1 5\nP2: 2 6 7", "camicia deck=italian: 4 1 5 / 2 6 7"},
		{"**4 1 5 / 2 6 7**", "camicia deck=italian: 4 1 5 / 2 6 7"},
		{"<@1> got:\n5 1 4 / 2 3 6\nlol", "camicia deck=italian: 5 1 4 / 2 3 6"},
		{`[["1","4"],["2"]]`, "camicia deck=italian: 1 4 / 2"},
		{"-13--233-22---3--1--/------1-----------21", "camicia deck=italian: -13--233-22---3--1--/------1-----------21"},
		{"wow\n-13--233-22---3--1--/------1-----------21\nagain", "camicia deck=italian: -13--233-22---3--1--/------1-----------21"},
		{"`-13--233-22---3--1--/------1-----------21`", "camicia deck=italian: -13--233-22---3--1--/------1-----------21"},
		{"J 4 / K 5", "camicia: J 4 / K 5"}, // of either deck
		{"so:\n" + packed + "!", "camicia deck=italian: " + packed},
	} {
		got := finding(games, c.message)
		if strings.Contains(c.message, packed) {
			got = strings.NewReplacer(" / ", "/", "10", "T", ": ", ": ", "camicia deck", "camicia deck", " ", "").Replace(got)
		}
		if got != c.want {
			t.Errorf("%q: found %s, want %s", c.message, got, c.want)
		}
	}
}

// TestFindGuessesNoGame has texts that could be of several games, or have a mistake that
// makes them a deal of another.
func TestFindGuessesNoGame(t *testing.T) {
	const (
		noCard = "no-card{"
		french = "no-card{card:“1”"
		either = noCard // of the French deck, or piles of Snap
	)
	checkRows(t, []row{
		{"2 X 7 / 3 4 5", "line 1, column 3: " + noCard + "card:“X”}"},
		{"2 A 7 V 3 4 5", "line 1, column 7: no-card{card:“V”}"},
		{"2 X 7 vs 3 4 5", "line 1, column 3: " + noCard + "card:“X”}"},
		{"`2 X 7 / 3 4 5`", "line 1, column 4: " + noCard + "card:“X”}"},
		{"look ```\n2 X 7\n3 4 5\n```", "line 2, column 3: " + noCard + "card:“X”}"},
		{"is `2AX7/3455` won?", "line 1, column 4: no-card{card:“X”}"},
		{`[["2","A"],["3","X"]]`, noCard + "card:“X”}"},
		{`f(["2","A"],["3","X"])`, noCard + "card:“X”}"},
		{"`expect(f(['ab'],['ba'])).toBe(2)`", "pasted-code"},
		{"`4 1 5 / 2 6 7`", either},
		{"look `4 1 5 / 2 6 7` there", either},
		{"[[1,2,3],[5,2,6]]", either},
		{"```\n1 2 3\n5 2 6\n```", either},
		{"`11/12`", either},
		{"`415/267`", either},
		{"```js\nfoo(1)\nbar(2)\n```", "pasted-code"},
		{"(2023) 2 A 7 / 3 4 J", "pasted-code"},
		{"at at", "no-deal"},
		{"aka taka", "no-deal"},
		{"11/12", noCard + "card:“11”}"},
		{"we meet 11/12", "beside-deal{word:“we”}"},
		{"see 1-2/2-3", french},
		{"at 12-13/24-25", "no-card{"},
		{"gg wp", "no-deal"},
		{"see you", "no-deal"},
		{"good game", "no-deal"},
		{"hello world", "no-deal"},
		{"buon anno", "no-deal"},
		{"his/her", noCard},
		{"[hello world]", noCard},
		{"abca abba", "no-deal"},
		{"who wins: abca / abba", "beside-deal{word:“who”}"},
		{"`abca abba`", "snap: abca abba"},
		{"so `b d a d / a c b c` it is", "snap: bdad acbc"},
		{"`abca` `abba`", "no-deal"},
		{`["code","golf"]`, "snap: code golf"},
		{`try snap(["code","golf"]) now`, "no-deal"},
		{`[["a","b"],["b","a"]]`, "snap: ab ba"},
		{"[[11,12],[12,11]]", "no-json-card"},
		{`["QKJA","AKJQ"]`, "camicia: Q K J A / A K J Q"},
		{"see simulateGame(['2','A'],['3','4']) there", "camicia: 2 A / 3 4"},
		{"2 A / 3 / 4", "beggar: 2 A / 3 / 4"},
		{"#123456789012 #123456789013", "several-deals{list:deal.part.or{first:deal.part.quote{text:“#123456789012”} last:deal.part.quote{text:“#123456789013”}}}"},
		{"J 2 3\n4 J 5\n\nJ 2 3\n5 6 7", "several-deals{list:"},
		{"J 2 3\r\n4 J 5\r\n \t\r\nJ 2 3\r\n5 6 7", "several-deals{list:"},
		{"J 2 3\n\n4 J 5\n\nJ 2 3\n\n5 6 7", "beggar: J 2 3 / 4 J 5 / J 2 3 / 5 6 7"},
		{"J 2 3\n\n4 J 5", "camicia: J 2 3 / 4 J 5"},
		{"J 2 3\n4 J 5\nJ 2 3\n5 6 7", "beggar: J 2 3 / 4 J 5 / J 2 3 / 5 6 7"},
		{"```\nabca\nabba\n\nfizz\nbuzz\n```", "several-deals{list:"},
		{"```\nabca\n\nabba\n\nfizz\n```", "snap: abca abba fizz"},
		{"`2 A / 3 / 4`", "beggar: 2 A / 3 / 4"},
	})
}

// TestFindLeavesNothingBeside has deals beside a word that might be a card of theirs.
func TestFindLeavesNothingBeside(t *testing.T) {
	games := games(t)
	for _, c := range []struct{ message, want string }{
		{"X 2 A 7 / 3 4 5", "no-card{"},
		{"JX 2 3 / 4 5", "no-card{"},
		{"2 3 / 4 5, 11", "no-card{"},
		{"2 3 / 4 5 , 11", "no-card{"},
		{"0 2 3 / 4 5", "no-card{"},
		{"lol asso 2 3 / 4 5", "beside-deal{word:“lol”}"},
		{"got Ace 2 3 / 4 5", "beside-deal{word:“got”}"},
		{"2 3 / 4 5 joker", "no-card{"},
		{"2 3 / 4 5 Jolly!", "beside-deal{word:“Jolly”}"},
		{"2 3 / 4 5 ten lol", "beside-deal{word:“ten”}"},
		{"2 3 8 / 4 5 — X", "no-card{"},
		{"got 2 3 / 4 5 - what a game", "beside-deal{word:“got”}"},
		{"wow - 2 3 / 4 5", "beside-deal{word:“wow”}"},
		{"see 2 34/56 K", "beside-deal{word:“see”}"},
		{"see 34/56 K", "beside-deal{word:“see”}"},
		{"X 34/56", "no-card{"},
		{"done in a snap: 2 A 7 / 3 4 J", "beside-deal{word:“done”}"},
		{"look at 2 3 / 4 5", "beside-deal{word:“look”}"},
		{"look at 34/5J, it ends", "beside-deal{word:“look”}"},
		{"so - 34/5J", "beside-deal{word:“so”}"},
		{"I won 2 A 7 / 3 4 J (5 times)", "beside-deal{word:“won”}"},
		{"2 A / 3 J\n\n#447247122283566119055", "beside-deal{word:“A”}"},
		{"K 7 `2A/34` 7 5 / 3 7 3", "beside-deal{word:“K”}"},
		{"I have a 2 3 / 4 5", "beside-deal{word:“have”}"},
		{"2 A 7 8 / 3 4 J a great game", "beside-deal{word:“great”}"},
		{"2 A 7 / 3 4 J, 5 wins?", "beside-deal{word:“wins”}"},
		{"2 A 7 / 3 4 J\n5 6 and so on", "6"},
		{"I got 5\n2 A 7 / 3 4 J", "5"},
		{"wow 10\n\n2 A 7 / 3 4 J lol", "beside-deal{word:“wow”}"},
		{"lol 2 A 7 / 3 4 J\n\nX", "beside-deal{word:“lol”}"},
	} {
		if got := finding(games, c.message); !strings.Contains(got, c.want) || !strings.Contains(got, "{") {
			t.Errorf("%q: found %s, want %s", c.message, got, c.want)
		}
	}
	checkRows(t, []row{
		{"look:\n2 A 7 / 3 4 J\nand now?", "camicia: 2 A 7 / 3 4 J"},
		{"look:\n\n2 A 7\n3 4 J\n\nand now?", "camicia: 2 A 7 / 3 4 J"},
		{"look:\n\n2 A\n3 4\n5 6\n\nand now?", "beggar: 2 A / 3 4 / 5 6"},
	})
	for _, message := range []string{"2 3 X / 44 55", "2 X 7 / 3 4 5 6", "see 7 8 X / 44 55 lol", "2 3 / 4 5 e 6 7", "I got 6 + 2 3 / 4 5"} {
		if got := finding(games, message); !strings.Contains(got, "no-card{") && !strings.Contains(got, "beside-deal{") {
			t.Errorf("%q: found %s, want nothing", message, got)
		}
	}
}

// TestFindRules has messages for each rule by which a deal is found, or refused because another
// might be meant.
func TestFindRules(t *testing.T) {
	const record, deal27, both = "camicia: ---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "camicia: 2 A 7 / 3 4 J", "two-values{"
	checkRows(t, []row{
		// What touches a deal and is no plain word might belong to it.
		{"I got 2 A 7 / 3 4 (J)", "beside-deal{word:“got”}"},
		{"2 A 7 / 3 4 l0", "no-card{"},
		{`[["2","🂠\u000a\u004a"],["3"]]`, "no-card{card:“🂠·J”}"},
		{"2 A 7 / 3 4 J ?", "no-card{"},
		{"2 A 7 / 3 4 J _", "no-card{"},
		{"2 A 7 / 3 4 J …", "no-card{"},
		{"🅰️ 7 10 J / 3 K 8 9", "no-card{"},
		{"2 A 7 / 3 4 (J or Q, I can't read it)", "beside-deal{word:“or”}"},
		{"I had AK vs QQ and lost", "no-card{"},
		{"- A J -\n- K - -", "stray-sign{sign:“-”}"},
		{"2 A 7 / 3 4 J Quen", "beside-deal{word:“Quen”}"},
		{"wow kng 2 A 7 / 3 4 J", "beside-deal{word:“wow”}"},
		{"wow 2 A kng / 3 4 J", "beside-deal{word:“wow”}"},
		{"nice: 2 A 7 / 3 4 J 😂", "beside-deal{word:“nice”}"},
		{"<@1> 2 A 7 / 3 4 J :)", "stray-sign{"},
		// A number ends at a boundary.
		{"# 447247122283566119055", record},
		{"see #447247122283566119055.", record},
		{"#447247122283566119O55", "no-number{"},
		{"see #447247122283566119055x", "no-number{"},
		{"see #4472471222835661190 55", "no-number{"},
		{"see #4472471222835661190-55", "no-number{"},
		{"closes #1234, see also #987", "no-card{"},
		// The deck may be named, and must be where both read the deal to different games.
		{"2 4 5 6 7 / 3 2 7 6", both},
		{"look: 2 4 5 6 7 / 3 2 7 6", "beside-deal{word:“look”}"},
		{"Camicia: 2 4 5 6 7 / 3 2 7 6", both},
		{`{"playerA":["2","4"],"playerB":["3","3"]}`, "camicia: 2 4 / 3 3"}, // as of the exercise
		{"P1: 2 4 5\nP2: 3 2 7", both},
		{"deck: italian 2 4 5 6 7 / 3 2 7 6", "camicia deck=italian: 2 4 5 6 7 / 3 2 7 6"},
		{"2 4 5 6 7 / 3 2 7 6 (Italian deck)", "camicia deck=italian: 2 4 5 6 7 / 3 2 7 6"},
		{"mazzo: italiano\n2 4 5 6 7\n3 2 7 6", "camicia deck=italian: 2 4 5 6 7 / 3 2 7 6"},
		{"col mazzo napoletano 2 4 5 / 3 2 7 chi vince?", "beside-deal{word:“col”}"},
		{"40 carte: 2 4 5 / 3 2 7", "camicia deck=italian: 2 4 5 / 3 2 7"},
		{"french deck 2 4 5 / 3 2 7", "camicia: 2 4 5 / 3 2 7"},
		{"Deal: 2 4 5 / 3 2 7 (deck: french)", "camicia: 2 4 5 / 3 2 7"},
		{`{"game":"camicia","deck":"italian","deal":"2 4 5 / 3 2 7"}`, "camicia deck=italian: 2 4 5 / 3 2 7"},
		{`{"game":"camicia","deck":"italian","hands":[["2","4"],["3"]]}`, "camicia deck=italian: 2 4 / 3"},
		{"/camicia deck: italian deal: 2 4 5 / 3 2 7", "camicia deck=italian: 2 4 5 / 3 2 7"},
		{"Deal: deck: italian deal: 2 4 5 / 3 2 7", "camicia deck=italian: 2 4 5 / 3 2 7"},
		// A message that names a game is that game, or refused.
		{`{"game":"beggar","winner":1,"deal":"2 A / 3 4"}`, "beggar: 2 A / 3 4"},
		{`{"game":"war","deal":"2 A / 3 4"}`, "beside-deal{word:“war”}"},
		{`{"game":"beggar","deal":"2 X / 3 4"}`, "no-card{card:“X”}"},
		{`snap: {"game":"beggar","deal":"2 A / 3 4"}`, "beside-deal{word:“beggar”}"},
		{"let's play snap: abba acab", "no-deal"},
		{"beggar 2 A / 3 4", "beggar: 2 A / 3 4"},
		{`whoWinsBeggarThyNeighbour(["2","A"],["3","4"])`, "beggar: 2 A / 3 4"},
		{"clock 2 A / 3 4", "pile-size{"},
		{"snap or beggar? 2 A / 3 4", "beside-deal{word:“or”}"},
		{"anyone for a game of snap this evening", "no-card{"},
		{"good snap game", "no-deal"},
		{"Snap with fizz buzz", "no-deal"},
		{"Snap! Good luck", "no-deal"},
		{"snap così così", "no-deal"},
		{"Snap Anna vs Luca", "no-deal"},
		{"Snap good\nluck", "no-deal"},
		{"beggar aj qk", "beggar: A J / Q K"},
		{"snap\nabca\nabba", "snap: abca abba"},
		{"Snap!\nPlayer 1: bdad\nPlayer 2: acbc", "snap: bdad acbc"},
		{"look https://example.org/a/b", "no-deal"},
		// The language of a code block is no card.
		{"```ts\n2 A 7\n3 4 J\n```", deal27},
		{"```k\n2 A 7\n3 4 J\n```", deal27},
		{"```rb\nab\nba\n```", "snap: ab ba"},
		// Tables.
		{"2,A\n7,J", "several-deals{list:deal.part.or{first:deal.part.quote{text:“2 A / 7 J”} last:deal.part.quote{text:“2 7 / A J”}}}"},
		{"2\tA\n7\tJ", "several-deals{"},
		{"2,A,7\n3,4,J", deal27},
		{"2\tA\t7\n3\t4\tJ", deal27},
		{"2,3\nA,4\n7,J", "several-deals{"},
		{"A,B\n2,3\nA,4\n7,J", "several-deals{"},
		{"Anna\tBob\n2\t3\nA\t4\n7\tJ", "several-deals{"},
		{"P1 P2\n2 3\nA 4\n7 J", "beside-deal{word:“P1”}"},
		// Lists with more in them than cards.
		{`{"playerA":["4 J"],"playerB":["3"]}`, "no-json-card"},
		{`{"playerA":["2"],"playerB":["J"],"pile":[4]}`, "pasted-code"},
		{`{"playerA":["2"],"playerB":["J"],"pile":"4J"}`, "pasted-code"},
		{`{"hands":[["2"],["J"]],"deal":"2 / 3"}`, "pasted-code"},
		{`deal: "2 A 7 / 3 4 J" 8 9`, "beside-deal{word:“deal”}"},
		{`UPDATE games SET deal = '2 A / 3 J' WHERE id = 4`, "beside-deal{word:“UPDATE”}"},
		{"`2 A 7` / `3 4 J`", deal27},
		// Two runs of cards with a word between them, names before both, lines of nothing but cards.
		{"2 A 7 versus 3 4 J", deal27},
		{"so 2 A 7 contro 3 4 J", "beside-deal{word:“so”}"},
		{"2 A 7 and 3 4 J", "no-card{card:“and”}"},
		{"2 A 7 — 3 4 J", "no-card{card:“—”}"},
		{"Alice: 2 A 7 Bob: 3 4 J", deal27},
		{"look:\n2 A 7\n3 4 J\nwho wins?", deal27},
		{"**A wins** after 71 cards and 11 tricks. That is shorter than 89 % of shuffled deals.\n`2 A 7 / 3 4 J`", deal27}, // an answer
		{"Player One: 2 A 7\nPlayer Two: 3 4 J", deal27},
		{"Player Two: 3 4 J\nPlayer One: 2 A 7", deal27},
		{"Tom's hand: 2 A 7\nAnna's hand: 3 4 J", "stray-sign{"},
		{"QK hand: 2 A 7\nAnna's hand: 3 4 J", "stray-sign{"},
		{"[23/11/26, 20:14] Tom: 2 A 7\n[23/11/26, 20:15] Anna: 3 4 J", deal27},
		{"Tom — Today at 20:14\n2 A 7\nAnna — Today at 20:15\n3 4 J", "stray-sign{"},
		{strings.ReplaceAll(clockDeal, " /", ""), "no-card{"}, // which piles?
	})
}

// TestFindRefuses has messages of which a part might be read as another deal than was meant.
func TestFindRefuses(t *testing.T) {
	games := games(t)
	for _, message := range []string{
		// Objects, lists and calls with more in them than hands.
		`{"hands":[["2","A"],["3","J"]],"pile":[4]}`,
		`play(reversed(["2","A"]),["3"])`, `play(["2","A"],tail(["3","4"]))`,
		`[["2","A"],["3","J"]], ["4"]`, `so [["2","A"],["3","J"]], ["4"] wins`,
		`[[2,11,14],[3,12,13]]`, "`2 A 7`",
		// A table that is two hands by columns, and three by rows.
		"2,A\n3,J\n7,8",
		// Numbers of deals with a slip in them.
		"#447247122283566119 O55", "#447247122283566119; 055", "#447247122283566119: 055",
		"#447247122283566119 (055)", "#4472471222835661190)5",
		// Words and numbers of a sentence that are cards.
		"2 A 7 / 3 4 J A wins", "2 A 7 / 3 4 J 5 times in a row", "2 A 7 / 3 4 J As expected",
		"round 10, 2 A 7 / 3 4 J", "at 2 A 7 / 3 4 J", "2 A 7 / 3 4 J 7/10", "room: 4 floor: 9",
		// Slips in names and numbers of cards.
		"2 A 7 / 3 4 sevn", "fiv 2 A 7 / 3 4 J", "2 A 7 / 3 4 tenn", "aso 2 A 7 / 3 4 J", "look 2 A 7 / 3 4 lO",
		"K Q 5 — 12:30\n2 A 7 / 3 4 J", "Tom: 5 6 7 — 12:30\nAnna: 2 A 7\nBob: 3 4 J",
		// The rest of the deal behind the end of a sentence, a word, a bracket or a paragraph.
		"2 A 7. 8 9 / 3 4 J", "2 A 7 / 3 4 J. 5 6 8", "2 A 7 oops 8 9 / 3 4 J", "2 A 7 (or 8) 9 9 / 3 4 J",
		"Beggar:\n2 A 7\n3 4 J\n\n5 6 X", "is 2 A 7 / 3 4 J better than 5 6 8 / 9?", "> 2 A 7 / 3 4 J\nA",
		// Words that begin with a capital, and cards of a sentence.
		"Ahahah 2 A 7 / 3 4 J", "2 A 7 / 3 4 J Ask Tom", "2 A 7 / 3 4 Jack♠", "2 A 7 / 3 4 J JK", "As 2 A 7 / 3 4 J shows",
		"2 A 7 / 3 4 J A is ahead", "2 A 7 / 3 4 J - 5 minutes", "2 A 7 / 3 4 J 9 pm", "I have 2, A, 7, 9 and 10, J",
		// Labels that name no player, and dashes that begin a line.
		"2 A 7 / 3 4 J\nno wait, swap the hands",
		"Player A: 2 A 7\nPlayer B: 3 4 J\nWinner: A", "Deal:\n2 A 7\n3 4 J\nCards: 6", "Score: 5\n2 A 7 / 3 4 J",
		"My deal:\n- 2 A 7 / 3 4 J", "- 2 A 7 /\n- 3 4 J",
		// Functions that change a hand, and a member with a card's name.
		`play(reverseList(["2","A"]),["3"])`, `play(reversed("2A7"), "34J")`,
		// Piles of Clock, and what is struck out.
		"JJ77 865K 2T9A Q3K6 8748 3T5Q J7AT 3A6K 23K6 5T54 Q9J2 94Q4 A982", "~~2 A 7~~ / 3 4 J / 5 6 8",
	} {
		if got, err := find(games, message); err == nil {
			t.Errorf("%q: found %s: %s", message, got.Game.Name, got.Deal)
		}
	}
	checkRows(t, []row{
		{"T: 2 A 7\nS: 3 4 J", "camicia: 2 A 7 / 3 4 J"},
		{"Snap\nDeal: bdad acbc abba", "snap: bdad acbc abba"},
		{`play(deque(["2","A"]), deque(["3"]))`, "camicia: 2 A / 3"},
		{`{"hands":[["2","A"],["3"]],"expected":{"cards":13},"seed":4}`, "camicia: 2 A / 3"},
	})
}

// TestFindSaysWhatWasNotRead has messages with other words than the deal and its label.
func TestFindSaysWhatWasNotRead(t *testing.T) {
	games := games(t)
	for message, rest := range map[string]bool{
		"2 A 7 / 3 4 J": false, "Camicia: 2 A 7 / 3 4 J": false, "Deal: 2 A 7 / 3 4 J": false, "2 A 7 vs 3 4 J!": false, "`2 A 7 / 3 4 J`": false,
		"look\n2 A 7 / 3 4 J": true, "`2 A 7 / 3 4 J` wins": true, "Snap: look\nabc bca": true, "so #447247122283566119055": true,
		"wow\n[\"2A\",\"3J\"]": true, "look:\n2 A 7\n3 4 J": true,
	} {
		if found, err := find(games, message); err != nil || found.Rest != rest {
			t.Errorf("%q: rest %v (%v), want %v", message, found.Rest, err, rest)
		}
	}
}

// TestFindSeveral has messages with several deals, of one game or of two, and those in
// which a deal is likely to have a mistake.
func TestFindSeveral(t *testing.T) {
	games := games(t)
	checkRows(t, []row{
		{"is JQ/K2 better than KQ/J2?", "beside-deal{word:“is”}"},
		{"`J/2` `Q/2` `K/2`", "several-deals{list:deal.part.or{first:deal.part.or{first:deal.part.quote{text:“J/2”} last:deal.part.quote{text:“Q/2”}} last:deal.part.quote{text:“K/2”}}}"},
		{"```2 A / 3 J``` ```4 K / 5 J```", "several-deals{"},
		{"`2 A / 3 4` or `2 A / 3 / 4`", "several-deals{"},
		{"`abca abba` or 2 A 7 / 3 4 J", "beside-deal{word:“A”}"},
		{"2 A / 3 J\n4 5 / 6 7", "several-deals{"},
		{"`2 A 7 / 3 X 5` is not 2 A 7 / 3 4 5", "no-card{card:“X”}"},
		{"2 A 7 / 3 4 J is fine\n\n2 X 7 / 3 4 J", "beside-deal{word:“is”}"},
	})
	for _, message := range []string{"`2 A / 3 4` and again `2A/34`", "so\n2 A 7 / 3 4 J!\n\nyes\n2 A 7 / 3 4 J"} {
		if _, err := find(games, message); err != nil {
			t.Errorf("%q has one deal, twice: %v", message, err)
		}
	}
}

// TestFindNamed finds deals in messages that name the game.
func TestFindNamed(t *testing.T) {
	games := games(t)
	for _, c := range []struct{ game, message, want string }{
		{"snap", " abca abba", "abca abba"},
		{"snap", "look:\n\nabca\nabba\n\nwho wins it?", "abca abba"},
		{"beggar", " 2 A 7 / 3 4 J", "2 A 7 / 3 4 J"},
		{"beggar", " mi è uscito 2 A 7 / 3 4 J e perdo", ""},
		{"beggar", " mi è uscito\n2 A 7 / 3 4 J\ne perdo", "2 A 7 / 3 4 J"},
		{"beggar", " X 2 A 7 / 3 4 J", ""},
		{"clock", " 2 A 7 / 3 4 J", ""},
	} {
		found, err := find(games, c.game+":"+c.message)
		if (err != nil) != (c.want == "") || err == nil && (found.Deal.String() != c.want || found.Game.Name != c.game) {
			t.Errorf("%s:%s: %v, %v; want %s", c.game, c.message, found.Deal, err, c.want)
		}
	}
}

// A name that begins another is not taken for it.
func TestFindTheLongestName(t *testing.T) {
	names := func(g *game.Game) []string { return []string{g.Name, g.Name + "-thy-neighbour"} }
	found, err := deal.InMessage(games(t), names, "Beggar-thy-neighbour\nDeal: 2 A 7 / 3 4 J / 5")
	if err != nil || found.Game.Name != "beggar" || found.Rest {
		t.Errorf("found %v, rest %v, %v", found.Deal, found.Rest, err)
	}
}

// TestFindWithoutFinders looks for deals of games that are found only by name.
func TestFindWithoutFinders(t *testing.T) {
	for _, message := range []string{"", "2 / 3", "`2 / 3`"} {
		_, err := find(game.List{{Name: "named"}}, message)
		if p, ok := errors.AsType[*deal.Problems](err); !ok || len(p.List) != 1 || p.List[0].Kind != deal.NoDeal {
			t.Errorf("%q: %v, want no deal", message, err)
		}
	}
}

// TestCures has texts that other options cure.
func TestCures(t *testing.T) {
	for _, c := range []struct{ text, options, cures string }{
		{"4 1 5 / 2 6 7", "", "[deck=italian]"},
		{"2 X 7 / 3 1", "", "[]"},
		{"2 1 A / 3", "", "[]"},
		{"2 1 J / 3", "", "[]"},
		{"A 4 / 5", "deck=italian", "[deck=french]"},
		{"#5", "deck=italian", "[deck=french]"},
		{"2 X / 3", "deck=italian", "[]"},
		{strings.Repeat("2 1 / ", 20_000), "", "[]"},
	} {
		g := games(t).ByName("camicia")
		o, _ := g.ParseOptions(c.options)
		_, err := g.Read(c.text, o)
		p, ok := errors.AsType[*deal.Problems](err)
		if !ok {
			t.Fatalf("%.40q: %v", c.text, err)
		}
		deal.AddCures(p, g, o)
		if cures := fmt.Sprint(p.Cures); cures != c.cures {
			t.Errorf("%.40q: cured by %s; want %s", c.text, cures, c.cures)
		}
	}
}

// TestFindDeals finds deals in messages of several lines, code and JSON.
func TestFindDeals(t *testing.T) {
	games := games(t)
	const thirteen, long = "camicia: 2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
	for message, want := range map[string]string{
		"wow ```\n2 A 7 8 Q 10\n3 4 5 6 K 9 J``` never seen":                              thirteen,
		"try `2A78QT/3456K9J`, I'd bet 3/4 on B":                                          thirteen,
		"deal #447247122283566119055 is the record":                                       "camicia: " + long,
		`{"deal":"` + long + `","cards":8344,"tricks":1164,"seed":7,"worker":0,"step":9}`: "camicia: " + long,
		`{"deal":"abca abba","plays":24}`:                                                 "snap: abca abba",
		"guess who wins `abca abba` tonight":                                              "snap: abca abba",
		"lost again\n```\n" + strings.ReplaceAll(clockDeal, " / ", "\n") + "\n```\nsigh":  "clock: " + clockDeal,
	} {
		if got := finding(games, message); got != want {
			t.Errorf("%q: found %s, want %s", message, got, want)
		}
	}
	for _, message := range []string{"nothing here", "zz " + strings.Repeat("a ", 9000) + "/ " + strings.Repeat("a ", 9000) + "zz"} {
		if found, err := find(games, message); err == nil {
			t.Errorf("%.40q: found %s", message, found.Deal)
		}
	}
}

// TestFindLosesNoCards has cards next to other words: the deal is found whole, or not at
// all.
func TestFindLosesNoCards(t *testing.T) {
	games := games(t)
	for _, c := range []struct{ message, want string }{
		{"my deal: 2 A 7 8 / 3 4 J!", ""},
		{"2 A 7 8 / 3 4 J\n*Q", ""},
		{"my deal:\n2 A 7 8 / 3 4 J!", "2 A 7 8 / 3 4 J"},
		{"<@1> 2 A 7 8 / 3 4 J", "2 A 7 8 / 3 4 J"},
		{"(2 A 7 8 / 3 4 J)", "2 A 7 8 / 3 4 J"},
		{"**2 A 7 8 / 3 4 J**", "2 A 7 8 / 3 4 J"},
		{"I got 2 A 7 / 3 4 J?", ""},
		{"deal:2 A 7 / 3 4 J", "2 A 7 / 3 4 J"},
		{`"2 A 7 / 3 4 J" here`, ""},
		{"this 2 A 7 / 3 4 J. 5 times", ""},
		{"I got **2 A 7** / **3 4 J** wow", ""},
		{"**I got 2 A 7 / 3 4 J** wow", ""},
		{"I got ___AJQ/KK_2 wow", ""},
		{"I got ___AJQ/KK__ wow", ""},
		{"I got 2 A 7 / 3 4 J😂", ""},
		{"see 2 A 7 / 3 4 X J", ""},
		{"see 2 A 7 / 3 4 1 J wow", ""},
		{"I have a 2 / 3 K at home", ""},
		{"open 24/7", ""},
		{"1/2 cup of A/B", ""},
		{"#1 fan, see [1,2]", ""},
	} {
		found, err := find(games, c.message)
		if (err != nil) != (c.want == "") || err == nil && found.Deal.String() != c.want {
			t.Errorf("%q: %v, %v, want %q", c.message, found.Deal, err, c.want)
		}
	}
}
