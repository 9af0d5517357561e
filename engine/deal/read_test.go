package deal_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/shuffle"
	"nonna/engine/snap"
)

// thirteen is the deal of the rules' first example, as the writer writes it.
const thirteen = "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"

// camiciaTexts are texts of Camicia deals and what they are read as. They also
// seed the fuzz target.
var camiciaTexts = []struct{ text, want string }{
	{"2 A 7 8 Q 10 / 3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10 | 3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10;3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10 vs 3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10 vs. 3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10 v 3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10\n3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10\r\n3 4 5 6 K 9 J\r\n", thirteen},
	{"\n\n2 A 7 8 Q 10\n\n3 4 5 6 K 9 J\n", thirteen},
	{"2 A 7\n8 Q 10 /\n3 4 5 6\nK 9 J", thirteen},
	{"2,A,7,8,Q,10 / 3,4,5,6,K,9,J", thirteen},
	{"2, A, 7, 8, Q, 10 / 3, 4, 5, 6, K, 9, J", thirteen},
	{"2a78qt/3456k9j", thirteen},
	{"2A78Q10/3456K9J", thirteen},
	{"2A78Q10 3456K9J", thirteen}, // an older client's new line
	{"2A78Q10\n3456K9J", thirteen},
	{"Player A: 2 A 7 8 Q 10\nPlayer B: 3 4 5 6 K 9 J", thirteen},
	{"Player A: 2 A 7 8 Q 10 Player B: 3 4 5 6 K 9 J", thirteen},
	{"player b: 3 4 5 6 K 9 J\nplayer a: 2 A 7 8 Q 10", thirteen},
	{"P1: 2 A 7 8 Q 10\nP2: 3 4 5 6 K 9 J", thirteen},
	{"A: 2 A 7 8 Q 10 / B: 3 4 5 6 K 9 J", thirteen},
	{"1: 2A78Q10 2: 3456K9J", thirteen},
	{"Player A:\n2 A 7\n8 Q 10\nPlayer B:\n3 4 5 6 K 9 J", thirteen},
	{"Anna: 2 A 7 8 Q 10\nBob: 3 4 5 6 K 9 J", thirteen},
	{"Player A = 2A78QT vs Player B = 3456K9J", thirteen},
	{"```\n2 A 7 8 Q 10\n3 4 5 6 K 9 J\n```", thirteen},
	{"```txt\n2 A 7 8 Q 10\n3 4 5 6 K 9 J```", thirteen},
	{"`2A78QT/3456K9J`", thirteen},
	{"> 2 A 7 8 Q 10\n> 3 4 5 6 K 9 J", thirteen},
	{`"2 A 7 8 Q 10 / 3 4 5 6 K 9 J"`, thirteen},
	{"“2A78QT/3456K9J”", thirteen},
	{`{"playerA":["2","A","7","8","Q","10"],"playerB":["3","4","5","6","K","9","J"]}`, thirteen},
	{`{"playerB":["3","4","5","6","K","9","J"],"playerA":["2","A","7","8","Q","10"]}`, thirteen},
	{`{"uuid":"x","input":{"playerA":["2","A","7","8","Q","10"],"playerB":["3","4","5","6","K","9","J"]},"expected":{"cards":13}}`, thirteen},
	{`[["2","A","7","8","Q","10"],["3","4","5","6","K","9","J"]]`, thirteen},
	{`[[2,"A",7,8,"Q",10],[3,4,5,6,"K",9,"J"]]`, thirteen},
	{`[['2','A','7','8','Q','10'],['3','4','5','6','K','9','J']]`, thirteen},
	{`["2","A","7","8","Q","10"] / ["3","4","5","6","K","9","J"]`, thirteen},
	{"[\"2\",\"A\",\"7\",\"8\",\"Q\",\"10\"]\n[\"3\",\"4\",\"5\",\"6\",\"K\",\"9\",\"J\"]", thirteen},
	{`["2","A","7","8","Q","10"], ["3","4","5","6","K","9","J"]`, thirteen},
	{`Player A: ["2","A","7","8","Q","10"] Player B: ["3","4","5","6","K","9","J"]`, thirteen},
	{`["2A78QT","3456K9J"]`, thirteen},
	{`simulateGame(["2","A"],["3","4"])`, "2 A / 3 4"},
	{`console.log(simulateGame(['2', 'A'], ['3', '4']));`, "2 A / 3 4"},
	{`let r = who_wins([["2","A"],["3","4"]])`, "2 A / 3 4"},
	{`winner("2A", "34")`, "2 A / 3 4"},
	{"```py\nhands = [['2','A'],['3','4']]\n```", "2 A / 3 4"},
	{"```js\nconst hands = [[\"2\",\"A\"],[\"3\",\"4\"]];\n```", "2 A / 3 4"},
	{`"input": {"playerA":["2"],"playerB":["3"]}`, "2 / 3"},
	{"\"input\": {\n  \"playerA\": [\"2\"],\n  \"playerB\": [\"3\"]\n},\n\"expected\": {\"cards\": 2},\n", "2 / 3"},
	{`"playerA":["2"],"playerB":["3"],`, "2 / 3"},
	{`'playerB': ['3'], 'playerA': ['2']`, "2 / 3"},
	{"2♠ A♥️ 7♦ 8♣ Q♠ T♥ / 3s 4H 5d 6C KS 9h JD", "2S AH 7D 8C QS TH / 3S 4H 5D 6C KS 9H JD"},
	{"♠2 ♥A / ♦️3 ♣10", "2S AH / 3D TC"},
	{"🂢🂱/🃃🃚", "2S AH / 3D TC"},
	{"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"},
	{"---AJ--Q---------QAKQJJ-QK -----A----KJ-K--------A---", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"},
	{"−−J/‐‐Q", "--J/--Q"}, // minus signs and Unicode's hyphens
	{"#447247122283566119055", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"},
	{"  #447,247,122,283,566,119,055\n", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"},
	{"#0", "AAAAKKKKQQQQJJJJ----------/--------------------------"},
	{"J/3 J", "J / 3 J"},
	{"**2 A** / __3__", "2 A / 3"},
	{"‘2 A / 3’", "2 A / 3"},
	{"||2 A / 3||", "2 A / 3"},
	{`"2 A 7" "3 4 5"`, "2 A 7 / 3 4 5"},
	{`"2 A 7", "3 4 5"`, "2 A 7 / 3 4 5"},
	{`"2A7","345"`, "2 A 7 / 3 4 5"},
	{"２Ａ/Ｋ🔟", "2 A / K 10"},
	{"2️⃣ A / 3", "2 A / 3"},
	{"2 A\u200b / \ufeff3", "2 A / 3"},
	{"\u20682 A\u2069 /\u00a0\u202a3\u202c\x00", "2 A / 3"}, // as phones paste numbers
	{"\ufeff2\tA\u00a0/\v3\u2003J\r\n", "2 A / 3 J"},
	{"-/-", "-/-"},
}

func TestCamicia(t *testing.T) {
	for _, c := range camiciaTexts {
		d, err := deal.Camicia(c.text, card.French)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := deal.WriteCamicia(d); got != c.want {
			t.Errorf("%q\nread as %s\nwant    %s", c.text, got, c.want)
		}
	}
}

func TestCamiciaItalian(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1 4 10 / 2 3 7", "1 4 10 / 2 3 7"},
		{"-1--T/23-", "-1--T/23-"},
		{"-JK--QKK-QQ---K--J--/------J-----------QJ", "-13--233-22---3--1--/------1-----------21"},
		{"J 4 / K 5", "1 4 / 3 5"},
		{"1 - 1 - 2 / 1", "1 - 1 - 2 / 1"}, // packed, its dashes could stand between cards
	} {
		d, err := deal.Camicia(c.text, card.Italian)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := deal.WriteCamicia(d); got != c.want {
			t.Errorf("%q\nread as %s\nwant    %s", c.text, got, c.want)
		}
	}
}

// bad is a text that is no deal, and all that is said about it.
type bad struct{ text, want string }

// badCamicia also seeds the fuzz target.
var badCamicia = []bad{
	{"", `there is no deal in the text (paste one, or leave it out and one is shuffled)`},
	{" \n\t ```\n``` ", `there is no deal in the text (paste one, or leave it out and one is shuffled)`},
	{"2 A 7", `line 1, column 6: only one hand, of 3 cards (write / between the hands, like 2 A 7 / 3 4 5)`},
	{"5", `line 1, column 2: only one card (write / between the hands, like 2 A 7 / 3 4 5)`},
	{"2 A /", `line 1, column 6: hand 2 is empty (every player needs at least one card; - is any number card)`},
	{" / 2 A", `line 1, column 1: hand 1 is empty (every player needs at least one card; - is any number card)`},
	{"2 / 3 / 4", `line 1, column 8: 3 hands (this game is for two players: write one / between two hands, and put each hand on one line)`},
	{"2 3 4 5 6 7 8 9 10 J Q K A 2 3 4 5 6 7 8 9 10 J Q K A", `line 1, column 54: only one hand, of 26 cards (it could be dealt 13 and 13, or card by card: write / between the hands)`},
	{"2 X 7 / 3 Y", `line 1, column 3: “X” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); line 1, column 11: “Y” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{"2A7B/34", `line 1, column 4: “B” is no card in “2A7B” (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{"2 1 / 3", `line 1, column 3: “1” is no card (1 is a card of the Italian deck only: with the French deck write A for every ace, and 10 or T for every ten)`},
	{"junk junk / 3", `line 1, column 1: “junk” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); line 1, column 6: “junk” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{"asso JX / 3", `line 1, column 1: “asso” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); line 1, column 6: “JX” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{"2AX7Y3/45", `line 1, column 3: “X” is no card in “2AX7Y3” (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); line 1, column 5: “Y” is no card in “2AX7Y3” (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{"--XX---J/45", `line 1, column 3: “XX” is no card in “--XX---J” (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{"4 1 5 1 / 1 6 X", `line 1, column 3: “1” is no card (1 is a card of the Italian deck only: with the French deck write A for every ace, and 10 or T for every ten); line 1, column 15: “X” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{"-11-2/1-", `line 1, column 2: “11” is no card in “-11-2” (1 is a card of the Italian deck only: with the French deck write A for every ace, and 10 or T for every ten)`},
	{`[["1","4"],["1","X"]]`, `line 1, column 3: “1” is no card (1 is a card of the Italian deck only: with the French deck write A for every ace, and 10 or T for every ten); line 1, column 17: “X” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{"2 0 / 3", `line 1, column 3: “0” is no card (write 10 or T for the ten)`},
	{"2 — / 3", `line 1, column 3: “—” is no card (a keyboard may have made it of two hyphens, so it could be one card or two: write - for each)`},
	{"#653534134886878245000", `line 1, column 1: there is no deal of that number (deal numbers run from #0 to #653534134886878244999)`},
	{"#12x", `line 1, column 1: “#12x” is no deal number (deal numbers run from #0 to #653534134886878244999)`},
	{"#12 13", `line 1, column 1: “#12 13” is no deal number (deal numbers run from #0 to #653534134886878244999)`},
	{"#1.5", `line 1, column 1: “#1.5” is no deal number (deal numbers run from #0 to #653534134886878244999)`},
	{"- 2 A 7\n- 3 4 J", `line 1, column 1: lines that begin with “- ”, which may be a card or the sign of a list (leave the dash out, or write the hands with / between them)`},
	{"A-K-2-3 / 4-5-6-7", `line 1, column 1: “A-K-2-3” can be read in two ways: with dashes between the cards, or with dashes that are number cards (write blanks between the cards); line 1, column 11: “4-5-6-7” can be read in two ways: with dashes between the cards, or with dashes that are number cards (write blanks between the cards)`},
	{"2 A\x007 / 3\u061c4", `line 1, column 4: an invisible character, U+0000 (delete it and type that part again); line 1, column 10: an invisible character, U+061C (delete it and type that part again)`},
	{"2 A\u200b7 / 3", `line 1, column 4: an invisible character, U+200B (delete it and type that part again)`},
	{"#-1", `line 1, column 1: “#-1” is no deal number (deal numbers run from #0 to #653534134886878244999)`},
	{`[["2","A"],["3","X"]]`, `line 1, column 17: “X” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{`["2","A","7"]`, `line 1, column 14: only one hand, of 3 cards (write / between the hands, like 2 A 7 / 3 4 5)`},
	{`{"cards":["2"]}`, `line 1, column 1: this JSON holds no hands (write [["2","A"],["3","4"]] or {"playerA":["2"],"playerB":["3"]})`},
	{`f(["2","A"],["3","X"])`, `line 1, column 18: “X” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{`"playerA":["2"],"playerB":["X"]`, `line 1, column 28: “X” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card)`},
	{`"playerA":["2"],"playerB":["3"]}`, `line 1, column 33: more text behind the JSON (send the deal alone)`},
	{`"input": ["2"`, `line 1, column 13: this is no complete JSON (check brackets, commas and quotation marks)`},
	{`"x": []`, `line 1, column 1: this JSON holds no hands (write [["2","A"],["3","4"]] or {"playerA":["2"],"playerB":["3"]})`},
	{`expect(simulateGame(["2"],["3"])).toBe(2)`, `a piece of a program (send only the lists, like [["2","A"],["3","4"]])`},
	{"a = [\"2\"]\nb = [\"3\"]\nassert play(a, b) == 2", `a piece of a program (send only the lists, like [["2","A"],["3","4"]])`},
	{`simulateGame(["2"],["3"], 10000)`, `a piece of a program (send only the lists, like [["2","A"],["3","4"]])`},
	{`[["2","A"],["3"`, `line 1, column 16: this is no complete JSON (check brackets, commas and quotation marks)`},
	{`[[[[[[[[2]]]]]]]]`, `line 1, column 7: brackets nested too deep (a deal is a list of hands)`},
	{`[["2",true],["3"]]`, `line 1, column 7: no card (a card in JSON is a string like "10" or a number)`},
	{`[["2",""],["3"]]`, `line 1, column 7: an empty string (every card needs a name)`},
	{"Player A: 2 3\nPlayer A: 4 5", `line 2, column 10: a second hand called “Player A” (name every hand once)`},
	{"B: 2 3 / 4 5", `line 1, column 1: “B:” is no card (one sign stands between two hands, and a label stands before each or none)`},
	{"a\xffb", `line 1, column 2: the byte 0xff, which is no text (send the deal as UTF-8 text)`},
	{strings.Repeat("2 ", 40<<10), `81920 bytes of text (a deal has at most 65536 bytes (64 KiB))`},
	{strings.Repeat("-", 6000) + "/" + strings.Repeat("-", 6000), `line 1, column 6002: more than 10000 cards (a deal has at most that many)`},
	{"B O M F / G H I L", `line 1, column 1: “B” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); line 1, column 3: “O” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); line 1, column 5: “M” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); line 1, column 7: “F” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); line 1, column 11: “G” is no card (cards are 2 to 10 (or T), J, Q, K, A, and - for any number card); and 3 more`},
}

func checkBad(t *testing.T, cases []bad, read func(string) error) {
	t.Helper()
	for _, c := range cases {
		err := read(c.text)
		var p *deal.Problems
		if !errors.As(err, &p) {
			t.Errorf("%.80q: error %v, want a *deal.Problems", c.text, err)
			continue
		}
		if diff := cmp.Diff(c.want, p.Error()); diff != "" {
			t.Errorf("%.80q (-want +got):\n%s", c.text, diff)
		}
	}
}

func TestCamiciaProblems(t *testing.T) {
	checkBad(t, badCamicia, func(s string) error { _, err := deal.Camicia(s, card.French); return err })
}

func TestItalianProblems(t *testing.T) {
	checkBad(t, []bad{
		{"1 J / 4", `line 1, column 3: “J” can be read in two ways beside the digit “1” (J Q K are 1 2 3 in published records, but 8 9 10 on the cards: write digits only)`},
		{`[["1","J"],["4"]]`, `line 1, column 7: “"J"” can be read in two ways beside the digit “"1"” (J Q K are 1 2 3 in published records, but 8 9 10 on the cards: write digits only)`},
		{"１ J / 4", `line 1, column 3: “J” can be read in two ways beside the digit “１” (J Q K are 1 2 3 in published records, but 8 9 10 on the cards: write digits only)`},
		{"A 4 / 5", `line 1, column 1: “A” is no card (the Italian deck has no fourth court card: write 1 for the ace)`},
		{"#5", `line 1, column 1: a deal number with the Italian deck (only deals of the 52-card deck have numbers)`},
	}, func(s string) error { _, err := deal.Camicia(s, card.Italian); return err })
}

func TestBeggar(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[["TD","AC"],["5H"]]`, "TD AC / 5H"},
		{"TD AC / 5H / 9S KC", "TD AC / 5H / 9S KC"},
		{"TDAC 5H4D JSKC", "TD AC / 5H 4D / JS KC"},
		{"P2: 5H\nP1: TD\nP3: 9S", "TD / 5H / 9S"},
		{"Player 0: TD AC Player 1: 5H", "TD AC / 5H"},
	} {
		d, err := deal.Beggar(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := deal.WriteBeggar(d); got != c.want {
			t.Errorf("%q read as %s, want %s", c.text, got, c.want)
		}
	}
	checkBad(t, []bad{
		{strings.Repeat("2/", 257) + "3", `line 1, column 513: 258 hands (at most 256 players can play)`},
		{"2 A / 3 J\n4 5 / 6 7", `line 1, column 6: a hand of several lines beside signs between hands (put each hand on one line, or write / between all of them)`},
		{"[]", `line 1, column 1: hand 1 is empty (every player needs at least one card; - is any number card)`},
	}, func(s string) error { _, err := deal.Beggar(s); return err })
}

// snapTexts are texts of Snap deals and what they are read as. They also seed
// the fuzz target.
var snapTexts = []struct{ text, want string }{
	{"bdad acbc abba", "bdad acbc abba"},
	{"bdad / acbc / abba", "bdad acbc abba"},
	{"bdad|acbc|abba", "bdad acbc abba"},
	{"bdad vs acbc vs abba", "bdad acbc abba"},
	{"bdad, acbc, abba", "bdad acbc abba"},
	{"bdad\nacbc\nabba", "bdad acbc abba"},
	{"p1: bdad\np2: acbc\np3: abba", "bdad acbc abba"},
	{"Player 2: acbc Player 1: bdad", "bdad acbc"},
	{"b d a d / a c b c", "bdad acbc"},
	{"10 2 / 2 10", `[["10","2"],["2","10"]]`},
	{`["code","golf"]`, "code golf"},
	{`["a b","c d"]`, "ab cd"},
	{"[[1,2,3],[5,2,6]]", "123 526"},
	{"[[10,2],[2,10]]", `[["10","2"],["2","10"]]`},
	{"```\nabca\nabba\n```", "abca abba"},
	{"🂡🂢 🂢🂡", "🂡🂢 🂢🂡"},
	{"❤️👍🏽 👍🏽❤️", "❤️👍🏽 👍🏽❤️"},
	{"👨‍👩‍👧a a👨‍👩‍👧", "👨‍👩‍👧a a👨‍👩‍👧"},
	{"ab/ba cd/dc", "ab/ba cd/dc"}, // the slash can only be a card here
	{"Aa aA", "Aa aA"},
	{"a b", "a b"},
	{"[] ][", "[] ]["},
	{`"ab" "ba"`, "ab ba"},
	{"'ab' 'ba'", "ab ba"},
	{"“ab” “ba”", "ab ba"},
	{`"ab","ba"`, "ab ba"},
	{`["1 2 3","5 2 6"]`, "123 526"},
	{`["a,b","b,a"]`, "ab ba"},
	{"/ ab / ba", "ab ba"},
	{"abba\u200b abca", "abba abca"},
	{"❤️a a❤", "❤️a a❤️"},
	{"\u00e9a ae\u0301", "\u00e9a a\u00e9"},
	{"v w", "v w"},
	{`snap(["code","golf"])`, "code golf"},
	{"f([) g(])", "f([) g(])"},
	{"<:nonna:1><:nonno:1> <:nonno:1><:nonna:1>", "<:nonna:1><:nonno:1> <:nonno:1><:nonna:1>"},
	{"<a:nonna:1> <:nonno:1> / <:nonno:1> <a:nonna:1>", "<a:nonna:1><:nonno:1> <:nonno:1><a:nonna:1>"},
	{"<:a:1>x<:a:2>\n<:a:2><:a:1>x", "<:a:1>x<:a:2> <:a:2><:a:1>x"}, // of one name
	{`["<:a:1>b","b<:a:1>"]`, "<:a:1>b b<:a:1>"},
	{`[["<:a:1>","10"],["10","<:a:1>"]]`, `[["<:a:1>","10"],["10","<:a:1>"]]`},
	{`[["<:a:1>","&"],["<","10"]]`, `[["<:a:1>","&"],["<","10"]]`},
	{"<:a:> <:a:>", "<:a:> <:a:>"}, // no emoji
}

func TestSnap(t *testing.T) {
	for _, c := range snapTexts {
		d, err := deal.Snap(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := deal.WriteSnap(d); got != c.want {
			t.Errorf("%q\nread as %s\nwant    %s", c.text, got, c.want)
		}
	}
}

var badSnap = []bad{
	{"abca", `line 1, column 5: only one pile (write one pile a player with blanks or / between them, like: abca abba)`},
	{"abca abb", `line 1, column 6: pile 2 has 3 cards, pile 1 has 4 (all players start with equally many cards)`},
	{"abca / abb", `line 1, column 8: pile 2 has 3 cards, pile 1 has 4 (all players start with equally many cards)`},
	{"1 2 3\n5 2 6", `line 1, column 1: this can be read in 2 ways: every word a pile (6 piles of 1 card), or one pile a line (2 piles of 3 cards) (write piles as words with / between them, or as JSON like [["a","b"],["b","a"]])`},
	{"a,b c,d", `line 1, column 1: this can be read in 2 ways: every word a pile (2 piles of 3 cards), or every word a pile, its cards split by commas (2 piles of 2 cards) (write piles as words with / between them, or as JSON like [["a","b"],["b","a"]])`},
	{"ab cd / ef gh", `line 1, column 1: the cards of pile 1 can be read in several ways (write them without blanks, or one character or number each with blanks between them)`},
	{`["code","gol"]`, `line 1, column 9: pile 2 has 3 cards, pile 1 has 4 (all players start with equally many cards)`},
	{`["code",{}]`, `line 1, column 9: no pile (a pile in JSON is a string like "abba" or an array of cards)`},
	{"ab / / ba", `line 1, column 6: pile 2 is empty (every player needs at least one card)`},
	{`["",""]`, `line 1, column 2: pile 1 is empty (every player needs at least one card)`},
	{"ab\u202ec abdx", `line 1, column 3: an invisible character, U+202E (delete it and type that part again)`},
	{"ab\x00c abdx", `line 1, column 3: an invisible character, U+0000 (delete it and type that part again)`},
	{"ab\u202e\u202cc abdx", `line 1, column 3: an invisible character, U+202E (delete it and type that part again)`},
	{"a\u2063b ab", `line 1, column 2: an invisible character, U+2063 (delete it and type that part again)`},
	{"a\u200bb ab", `line 1, column 2: an invisible character, U+200B (delete it and type that part again)`},
	{"<@123>a <@!1>b", `line 1, column 1: “<@123>” is a mention and no card (write words, characters or emoji)`},
	{"ab <@&1>", `line 1, column 4: “<@&1>” is a mention and no card (write words, characters or emoji)`},
	{"<#1> <#2>", `line 1, column 1: “<#1>” is a mention and no card (write words, characters or emoji)`},
	{"<t:1:R> <t:-1>", `line 1, column 1: “<t:1:R>” is a mention and no card (write words, characters or emoji)`},
	{"a </snap:1> b", `line 1, column 3: “</snap:1>” is a mention and no card (write words, characters or emoji)`},
	{`["<@1>","abcd"]`, `line 1, column 3: “<@1>” is a mention and no card (write words, characters or emoji)`},
	{"0000 v vs", `line 1, column 5: only one pile (write one pile a player with blanks or / between them, like: abca abba)`},
	{"", `there is no deal in the text (paste one, or leave it out and one is shuffled)`},
	{strings.Repeat("a ", 257), `line 1, column 513: more than 256 piles (at most 256 players can play)`},
}

func TestSnapProblems(t *testing.T) {
	checkBad(t, badSnap, func(s string) error { _, err := deal.Snap(s); return err })
}

func TestSnapCardsAreGraphemes(t *testing.T) {
	d, err := deal.Snap("❤️👨‍👩‍👧é ❤️🇮🇹é")
	want := snap.Deal{Piles: [][]string{{"❤️", "👨‍👩‍👧", "é"}, {"❤️", "🇮🇹", "é"}}}
	if diff := cmp.Diff(want, d); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

// won is a won deal of Clock patience, as the writer writes it.
const won = "11 11 7 7 / 8 6 5 0 / 2 10 9 1 / 12 3 0 6 / 8 7 4 8 / 3 10 5 12 / 11 7 1 10 / 3 1 6 0 / 2 3 0 6 / 5 10 5 4 / 12 9 11 2 / 9 4 12 4 / 1 9 8 2"

func clockTexts() []string {
	piles := strings.Split(won, " / ")
	var labelled, hours, named []string
	for i := range piles {
		p := (i + 5) % len(piles)
		labelled = append(labelled, fmt.Sprintf("%d: %s", p, piles[p]))
		hours = append(hours, fmt.Sprintf("%d: %s", i+1, piles[(i+1)%len(piles)]))
		named = append(named, fmt.Sprintf("%s: %s", strings.Split("A 2 3 4 5 6 7 8 9 10 J Q K", " ")[i], piles[(i+1)%len(piles)]))
	}
	ranks := strings.NewReplacer("10", "T", "11", "J", "12", "Q", "0", "K", "1", "A").Replace(won)
	return []string{
		won,
		strings.Join(piles, "\n"),
		strings.Join(piles, " "), // an older client's new lines
		strings.Join(labelled, "\n"),
		strings.Join(hours, "\n"), // 13 is the king's pile
		strings.Join(named, "\n"),
		"[[" + strings.ReplaceAll(strings.Join(piles, "],["), " ", ",") + "]]",
		"[" + strings.ReplaceAll(strings.Join(piles, ","), " ", ",") + "]",
		ranks,
		strings.NewReplacer(" / ", "/", " ", "").Replace(ranks),
		"```\n" + strings.Join(piles, "\n") + "\n```",
	}
}

func TestClock(t *testing.T) {
	for _, text := range clockTexts() {
		d, err := deal.Clock(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := deal.WriteClock(d); got != won {
			t.Errorf("%q\nread as %s\nwant    %s", text, got, won)
		}
	}
}

func TestClockProblems(t *testing.T) {
	checkBad(t, []bad{
		{"1 2 3", `line 1, column 1: pile 0 has 3 cards (each of the 13 piles has 4); line 1, column 6: only 1 pile (the clock has 13 piles of 4 cards, 0 to 12)`},
		{strings.Replace(won, "11 11 7 7", "11 11 7 13", 1), `line 1, column 9: “13” is no value (values are 0 to 12; the king is 0)`},
		{strings.Replace(won, "11 11 7 7", "11 11 7 8", 1), `line 1, column 137: the value 8, which is there four times already (each value from 0 to 12 is there four times)`},
		{strings.Replace(won, "11 11 7 7", "11 11 7", 1), `line 1, column 1: pile 0 has 3 cards (each of the 13 piles has 4)`},
		{strings.Replace(won, "11 11 7 7", "11 11 7 -", 1), `line 1, column 9: “-” is no value (values are 0 to 12, or A 2 to 10 J Q K; every card needs one)`},
		{won + " / 1 2 3 4", `line 1, column 143: 14 piles (the clock has 13 piles, 0 to 12)`},
		{strings.Repeat("1/", 300), `line 1, column 27: 301 piles (the clock has 13 piles, 0 to 12)`},
		{"1: 2 3 4 5\n1: 2 3 4 5", `line 2, column 3: “1” names a pile that has been named (name every pile once; 0, 13 and K are all the middle)`},
		{"1: 2 3 4 5\nZ: 2 3 4 5", `line 2, column 3: “Z” names no pile (call the piles 0 to 12, or A to K with K for the middle)`},
		{`{"x":1}`, `line 1, column 1: this JSON holds no piles (write 13 arrays of 4 numbers: [[11,11,7,7],[8,6,5,0], and so on to the last])`},
		{strings.Replace(won, "11 11 7 7", "111177", 1), `line 1, column 1: “111177” is no value (values are 0 to 12 with blanks between them, or A 2 to 10 J Q K)`},
	}, func(s string) error { _, err := deal.Clock(s); return err })
}

func TestRemarks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "[]"},
		{"K--AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "[52 cards, but 5 kings]"},
		{"---AJ--Q---------QAKQJJ-QQ/-----A----KJ-J--------A---", "[52 cards, but 5 jacks, 5 queens, 2 kings]"},
		{"2 A 7 / 3 4 5", "[]"},
	} {
		d, err := deal.Camicia(c.text, card.French)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(deal.Remarks(d.Hands[:], d.Deck)); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	full := camicia.Random(shuffle.New(3), card.French)
	if got := deal.Remarks(full.Hands[:], card.French); got != nil {
		t.Errorf("a whole deck is remarked on: %v", got)
	}
	full.Hands[0][0] = full.Hands[1][0]
	if got := deal.Remarks(full.Hands[:], card.French); len(got) != 1 {
		t.Errorf("a card that is there twice: %v", got)
	}
}
