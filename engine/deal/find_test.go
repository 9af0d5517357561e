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
	g, d, err := deal.Find(games, message)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(g.Name+" "+d.Options().String()) + ": " + d.String()
}

// TestFindSettlesNothingElse searches the recorded messages. A search that weighed sentences
// found the recorded deals: the same must be found, or nothing, but never another deal.
func TestFindSettlesNothingElse(t *testing.T) {
	games, messages := games(t), recorded(t)
	now := map[string]string{
		// It seemed to have two deals of Camicia in it.
		clockDeal: "clock: " + clockDeal,
		// Courts may be written in words.
		"Ace 2 3 / 4 5": "camicia: A 2 3 / 4 5",
	}
	deals := 0
	for message, was := range messages {
		if changed, ok := now[message]; ok {
			was = changed
		}
		if _, _, err := deal.Find(games, message); err != nil {
			continue
		}
		deals++
		if got := finding(games, message); got != was {
			t.Errorf("%q: found %s, was %s", message, got, was)
		}
	}
	if len(messages) < 600 || deals < 200 {
		t.Errorf("deals in %d of %d messages; want more than 200 in 600", deals, len(messages))
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
		{"mine: 1 4 10 / 2 - 7 lol", "camicia deck=italian: 1 4 10 / 2 - 7"},
		{"Anna: 1 4 5\nBob: 2 6 7", "camicia deck=italian: 1 4 5 / 2 6 7"},
		{"P1: 4 1 5\nP2: 2 6 7", "camicia deck=italian: 4 1 5 / 2 6 7"},
		{"**4 1 5 / 2 6 7**", "camicia deck=italian: 4 1 5 / 2 6 7"},
		{"<@1> got 5 1 4 / 2 3 6 lol", "camicia deck=italian: 5 1 4 / 2 3 6"},
		{`[["1","4"],["2"]]`, "camicia deck=italian: 1 4 / 2"},
		{"-13--233-22---3--1--/------1-----------21", "camicia deck=italian: -13--233-22---3--1--/------1-----------21"},
		{"wow -13--233-22---3--1--/------1-----------21 again", "camicia deck=italian: -13--233-22---3--1--/------1-----------21"},
		{"`-13--233-22---3--1--/------1-----------21`", "camicia deck=italian: -13--233-22---3--1--/------1-----------21"},
		{"J 4 / K 5", "camicia: J 4 / K 5"}, // of either deck
		{"so " + packed + "!", "camicia deck=italian: " + packed},
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
	games := games(t)
	const (
		noCard = "no-card{"
		french = "one-of-french{card:“1”"
		either = french // or piles of Snap
	)
	for _, c := range []struct{ message, want string }{
		{"2 X 7 / 3 4 5", "line 1, column 3: " + noCard + "card:“X” within:}"},
		{"2 A 7 V 3 4 5", "line 1, column 7: capital-v{card:“V” within:}"},
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
		{"at at", "no-deal"},
		{"aka taka", "no-deal"},
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
		{"`abca abba`", "snap: abca abba"},
		{"so `b d a d / a c b c` it is", "snap: bdad acbc"},
		{"`abca` `abba`", "snap: abca abba"},
		{`["code","golf"]`, "snap: code golf"},
		{`try snap(["code","golf"]) now`, "snap: code golf"},
		{`[["a","b"],["b","a"]]`, "snap: ab ba"},
		{"[[11,12],[12,11]]", `snap: [["11","12"],["12","11"]]`},
		{"see simulateGame(['2','A'],['3','4']) there", "camicia: 2 A / 3 4"},
		{"2 A / 3 / 4", "beggar: 2 A / 3 / 4"},
		{"#12 #13", "several-deals{deals:2 list:list.and{first:deal.part.quote{text:“#12”} last:deal.part.quote{text:“#13”}}}"},
		{"J 2 3\n4 J 5\n\nJ 2 3\n5 6 7", "several-deals{deals:2 list:"},
		{"J 2 3\r\n4 J 5\r\n \t\r\nJ 2 3\r\n5 6 7", "several-deals{deals:2 list:"},
		{"J 2 3\n\n4 J 5\n\nJ 2 3\n\n5 6 7", "beggar: J 2 3 / 4 J 5 / J 2 3 / 5 6 7"},
		{"J 2 3\n\n4 J 5", "camicia: J 2 3 / 4 J 5"},
		{"J 2 3\n4 J 5\nJ 2 3\n5 6 7", "beggar: J 2 3 / 4 J 5 / J 2 3 / 5 6 7"},
		{"```\nabca\nabba\n\nfizz\nbuzz\n```", "several-deals{deals:2 list:"},
		{"```\nabca\n\nabba\n\nfizz\n```", "snap: abca abba fizz"},
		{"`2 A / 3 / 4`", "beggar: 2 A / 3 / 4"},
	} {
		if got := finding(games, c.message); !strings.Contains(got, c.want) {
			t.Errorf("%q: found %s, want %s", c.message, got, c.want)
		}
	}
}

// TestFindLeavesNothingBeside has deals beside a word that might be a card of theirs.
func TestFindLeavesNothingBeside(t *testing.T) {
	games := games(t)
	for _, c := range []struct{ message, want string }{
		{"X 2 A 7 / 3 4 5", "X"},
		{"JX 2 3 / 4 5", "JX"},
		{"2 3 / 4 5, 11", "11"},
		{"2 3 / 4 5 , 11", "11"},
		{"0 2 3 / 4 5", "0"},
		{"asso 2 3 / 4 5", "asso"},
		{"got Ace 2 3 / 4 5", "Ace"},
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
		{"look at 2 3 / 4 5", "at"},
		{"I have a 2 3 / 4 5", "a"},
		{"2 A 7 8 / 3 4 J a great game", "a"},
		{"2 A 7 / 3 4 J, 5 wins?", "5"},
		{"2 A 7 / 3 4 J\n5 6 and so on", "5"},
		{"I got 5\n2 A 7 / 3 4 J", "5"},
		{"wow 10\n\n2 A 7 / 3 4 J lol", "10"},
		{"lol 2 A 7 / 3 4 J\n\nX", "X"},
	} {
		want := "beside-deal{word:“" + c.want + "”}"
		if got := finding(games, c.message); got != want {
			t.Errorf("%q: found %s, want %s", c.message, got, want)
		}
	}
	for message, want := range map[string]string{
		"game 12: 2 A 7 / 3 4 J":             "camicia: 2 A 7 / 3 4 J",
		"(2023) 2 A 7 / 3 4 J":               "camicia: 2 A 7 / 3 4 J",
		"mi è uscito 2 A 7 / 3 4 J e perdo":  "camicia: 2 A 7 / 3 4 J",
		"(2 A 7 / 3 4 J) 5 wins":             "camicia: 2 A 7 / 3 4 J",
		"I won 2 A 7 / 3 4 J (5 times)":      "camicia: 2 A 7 / 3 4 J",
		"look at 34/56, it ends":             "camicia: 3 4 / 5 6",
		"so 2 A 7 / 3 4 J — what a game":     "camicia: 2 A 7 / 3 4 J",
		"so - 34/56":                         "camicia: 3 4 / 5 6",
		"got ||2 A 7 / 3 4 J|| and that one": "camicia: 2 A 7 / 3 4 J",
		"look:\n2 A 7 / 3 4 J\nand now?":     "camicia: 2 A 7 / 3 4 J",
		"look:\n\n2 A 7\n3 4 J\n\nand now?":  "camicia: 2 A 7 / 3 4 J",
		"look:\n\n2 A\n3 4\n5 6\n\nand now?": "beggar: 2 A / 3 4 / 5 6",
	} {
		if got := finding(games, message); got != want {
			t.Errorf("%q: found %s, want %s", message, got, want)
		}
	}
	for _, message := range []string{"2 3 X / 44 55", "2 X 7 / 3 4 5 6", "see 7 8 X / 44 55 lol"} {
		if got := finding(games, message); !strings.Contains(got, "no-card{") {
			t.Errorf("%q: found %s, want nothing", message, got)
		}
	}
}

// TestFindSeveral has messages with several deals, of one game or of two, and those in
// which a deal is likely to have a mistake.
func TestFindSeveral(t *testing.T) {
	games := games(t)
	for _, c := range []struct{ message, want string }{
		{"is JQ/K2 better than KQ/J2 ?", "several-deals{deals:2 list:list.and{first:deal.part.quote{text:“JQ/K2”} last:deal.part.quote{text:“KQ/J2”}}}"},
		{"`J/2` `Q/2` `K/2`", "several-deals{deals:3 list:list.and{first:list.comma{first:deal.part.quote{text:“J/2”} last:deal.part.quote{text:“Q/2”}} last:deal.part.quote{text:“K/2”}}}"},
		{"```2 A / 3 J``` ```4 K / 5 J```", "several-deals{deals:2 "},
		{"`2 A / 3 4` or `2 A / 3 / 4`", "several-deals{deals:2 "},
		{"`abca abba` or 2 A 7 / 3 4 J", "several-deals{deals:2 "},
		{"2 A / 3 J\n4 5 / 6 7", "several-deals{deals:2 "},
		{"2 A / 3 J\n\n#447247122283566119055", "several-deals{deals:2 "},
		{"K 7 `2A/34` 7 5 / 3 7 3", "several-deals{deals:2 "},
		{"`2 A 7 / 3 X 5` is not 2 A 7 / 3 4 5", "no-card{card:“X” within:}"},
		{"2 A 7 / 3 4 J is fine\n\n2 X 7 / 3 4 J", "no-card{card:“X” within:}"},
	} {
		if got := finding(games, c.message); !strings.Contains(got, c.want) {
			t.Errorf("%q: found %s, want %s", c.message, got, c.want)
		}
	}
	for _, message := range []string{"`2 A / 3 4` and again `2A/34`", "so 2 A 7 / 3 4 J!\n\nyes, 2 A 7 / 3 4 J"} {
		if _, _, err := deal.Find(games, message); err != nil {
			t.Errorf("%q has one deal, twice: %v", message, err)
		}
	}
}

// TestFindOf finds deals in messages that name the game.
func TestFindOf(t *testing.T) {
	games := games(t)
	for _, c := range []struct{ game, message, want string }{
		{"snap", " abca abba", "abca abba"},
		{"snap", "look:\n\nabca\nabba\n\nwho wins it?", "abca abba"},
		{"beggar", " 2 A 7 / 3 4 J", "2 A 7 / 3 4 J"},
		{"beggar", " mi è uscito 2 A 7 / 3 4 J e perdo", "2 A 7 / 3 4 J"},
		{"beggar", " X 2 A 7 / 3 4 J", ""},
		{"clock", " 2 A 7 / 3 4 J", ""},
	} {
		d, err := deal.FindOf(games.Find(c.game), c.message)
		if (err != nil) != (c.want == "") || err == nil && d.String() != c.want {
			t.Errorf("%s:%s: %v, %v; want %s", c.game, c.message, d, err, c.want)
		}
	}
}

// TestFindWithoutFinders looks for deals of games that are found only by name.
func TestFindWithoutFinders(t *testing.T) {
	for _, message := range []string{"", "2 / 3", "`2 / 3`"} {
		_, d, err := deal.Find(game.List{{Name: "named"}}, message)
		if p, ok := errors.AsType[*deal.Problems](err); !ok || len(p.List) != 1 || p.List[0].Kind != deal.NoDeal {
			t.Errorf("%q: %v, %v, want no deal", message, d, err)
		}
	}
}

// TestWays has texts with the options that leave fewer problems.
func TestWays(t *testing.T) {
	for _, c := range []struct{ text, options, cures, ways string }{
		{"4 1 5 / 2 6 7", "", "[deck=italian]", "[[deck=italian]]"},
		{"2 X 7 / 3 1", "", "[]", "[[] [deck=italian]]"},
		{"5 R 7 / C F 2", "", "[deck=italian]", "[[deck=italian] [deck=italian] [deck=italian]]"},
		{"2 1 A / 3", "", "[]", "[[]]"},
		{"2 1 J / 3", "", "[]", "[[]]"},
		{"A 4 / 5", "deck=italian", "[deck=french]", "[[deck=french]]"},
		{"| 2 | 3 |\n| A | 4 |", "", "[]", "[[] [] [] []]"}, // with the Italian deck the A hides them
		{"#5", "deck=italian", "[deck=french]", "[[deck=french]]"},
		{"2 X / 3", "deck=italian", "[]", "[[]]"},
		{strings.Repeat("2 1 / ", 20_000), "", "[]", "[[]]"},
	} {
		g := games(t).Find("camicia")
		o, _ := g.ParseOptions(c.options)
		_, err := g.Read(c.text, o)
		p, ok := errors.AsType[*deal.Problems](err)
		if !ok {
			t.Fatalf("%.40q: %v", c.text, err)
		}
		deal.AddWays(p, g, o)
		var ways [][]game.Options
		for _, one := range p.List {
			ways = append(ways, one.Ways)
		}
		if cures := fmt.Sprint(p.Cures()); cures != c.cures || fmt.Sprint(ways) != c.ways {
			t.Errorf("%.40q: cured by %s, ways %v; want %s, %s", c.text, cures, ways, c.cures, c.ways)
		}
	}
}

// TestFindDeals finds deals in messages of several lines, code and JSON.
func TestFindDeals(t *testing.T) {
	games := games(t)
	const thirteen, long = "camicia: 2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
	for message, want := range map[string]string{
		"look what I got: " + long + " lol":                                                   "camicia: " + long,
		"wow ```\n2 A 7 8 Q 10\n3 4 5 6 K 9 J``` never seen":                                  thirteen,
		"try `2A78QT/3456K9J`, I'd bet 3/4 on B":                                              thirteen,
		"mine is 2 A 7 8 Q 10 / 3 4 5 6 K 9 J ok?":                                            thirteen,
		"deal #447247122283566119055 is the record":                                           "camicia: " + long,
		`from the site: {"playerA":["2"],"playerB":["3"]} fails?`:                             "camicia: 2 / 3",
		`wow {"deal":"` + long + `","cards":8344,"tricks":1164,"seed":7,"worker":0,"step":9}`: "camicia: " + long,
		`{"deal":"abca abba","plays":24}`:                                                     "snap: abca abba",
		"who wins [[\"TD\",\"AC\"],[\"5H\"],[\"2S\"]] here":                                   "beggar: TD AC / 5H / 2S",
		"guess who wins `abca abba` tonight":                                                  "snap: abca abba",
		"lost again\n```\n" + strings.ReplaceAll(clockDeal, " / ", "\n") + "\n```\nsigh":      "clock: " + clockDeal,
	} {
		if got := finding(games, message); got != want {
			t.Errorf("%q: found %s, want %s", message, got, want)
		}
	}
	for _, message := range []string{"nothing here", "zz " + strings.Repeat("a ", 9000) + "/ " + strings.Repeat("a ", 9000) + "zz"} {
		if _, d, err := deal.Find(games, message); err == nil {
			t.Errorf("%.40q: found %s", message, d)
		}
	}
}

// TestFindLosesNoCards has cards next to other words: the deal is found whole, or not at
// all.
func TestFindLosesNoCards(t *testing.T) {
	games := games(t)
	for _, c := range []struct{ message, want string }{
		{"my deal: 2 A 7 8 / 3 4 J!", "2 A 7 8 / 3 4 J"},
		{"(2 A 7 8 / 3 4 J)", "2 A 7 8 / 3 4 J"},
		{"**2 A 7 8 / 3 4 J**", "2 A 7 8 / 3 4 J"},
		{"I got 2 A 7 / 3 4 J?", "2 A 7 / 3 4 J"},
		{"deal:2 A 7 / 3 4 J", "2 A 7 / 3 4 J"},
		{`"2 A 7 / 3 4 J" here`, "2 A 7 / 3 4 J"},
		{"this 2 A 7 / 3 4 J. 5 times", "2 A 7 / 3 4 J"},
		{"I got **2 A 7** / **3 4 J** wow", "2 A 7 / 3 4 J"},
		{"**I got 2 A 7 / 3 4 J** wow", "2 A 7 / 3 4 J"},
		{"I got ___AJQ/KK_2 wow", ""},
		{"I got ___AJQ/KK__ wow", "---AJQ/KK--"},
		{"I got 2 A 7 / 3 4 J😂", ""},
		{"see 2 A 7 / 3 4 X J", ""},
		{"see 2 A 7 / 3 4 1 J wow", ""},
		{"2 A 7 / 3 4 J, 5 wins?", ""},
		{"I have a 2 / 3 K at home", ""},
		{"2 A 7 8 / 3 4 J a great game", ""},
		{"open 24/7", ""},
		{"1/2 cup of A/B", ""},
		{"#1 fan, see [1,2]", ""},
	} {
		_, d, err := deal.Find(games, c.message)
		if (err != nil) != (c.want == "") || err == nil && d.String() != c.want {
			t.Errorf("%q: %s, %v, want %q", c.message, d, err, c.want)
		}
	}
}
