package penalty_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/game/gametest"
	"nonna/engine/penalty"
)

// thirteen is the deal of the rules' first example, as String writes it.
const thirteen = "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"

// camiciaTexts are texts of Camicia deals, and the deals.
var camiciaTexts = []gametest.Reading{
	{"2 A 7 8 Q 10 / 3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10 | 3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10;3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10 vs 3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10 vs. 3 4 5 6 K 9 J", thirteen},
	{"2 A 7 8 Q 10 v. 3 4 5 6 K 9 J", thirteen},
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
	{`x = ["2","A"]; y = ["3","4"]`, "2 A / 3 4"},
	{`simulateGame(["2","A"],["3","4"])`, "2 A / 3 4"},
	{`console.log(simulateGame(['2', 'A'], ['3', '4']));`, "2 A / 3 4"},
	{`let r = who_wins([["2","A"],["3","4"]])`, "2 A / 3 4"},
	{`winner("2A", "34")`, "2 A / 3 4"},
	{"```py\nhands = [['2','A'],['3','4']]\n```", "2 A / 3 4"},
	{"```js\nconst hands = [[\"2\",\"A\"],[\"3\",\"4\"]];\n```", "2 A / 3 4"},
	{`"input": {"playerA":["2"],"playerB":["3"]}`, "2 / 3"},
	{`{"playerA":["2"],"playerB":["3"],"pile":[],"tags":["short"],"sizes":[1,1]}`, "2 / 3"},
	{`{"deal":"2 A 7 8 Q 10 / 3 4 5 6 K 9 J","cards":13,"tricks":1,"seed":7,"worker":0,"step":1}`, thirteen},
	{`{"game":"camicia","status":"finished","cards":13,"tricks":1,"winner":"B","deal":"2 A 7 8 Q 10 / 3 4 5 6 K 9 J"}`, thirteen},
	{`> {'deal': '2A78QT/3456K9J', 'playerA': ['2']}`, thirteen},
	{"```json\n{\"deal\": \"2A78QT\\n3456K9J\"}\n```", thirteen},
	{`{"deal":"[[\"2\"],[\"3\"]]"}`, "2 / 3"},
	{`{"deal":[["2"],["3"]]}`, "2 / 3"},
	{"\"input\": {\n  \"playerA\": [\"2\"],\n  \"playerB\": [\"3\"]\n},\n\"expected\": {\"cards\": 2},\n", "2 / 3"},
	{`"playerA":["2"],"playerB":["3"],`, "2 / 3"},
	{`'playerB': ['3'], 'playerA': ['2']`, "2 / 3"},
	{"2♠ A♥️ 7♦ 8♣ Q♠ T♥ / 3s 4H 5d 6C KS 9h JD", "2S AH 7D 8C QS TH / 3S 4H 5D 6C KS 9H JD"},
	{"♠2 ♥A / ♦️3 ♣10", "2S AH / 3D TC"},
	{"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"},
	{"---AJ--Q---------QAKQJJ-QK -----A----KJ-K--------A---", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"},
	{"−−J/‐‐Q", "--J/--Q"}, // minus signs and Unicode's hyphens
	{"#447247122283566119055", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"},
	{"#0", "AAAAKKKKQQQQJJJJ----------/--------------------------"},
	{"J/3 J", "J / 3 J"},
	{"**2 A / 3**", "2 A / 3"},
	{"2 **A** 7 / 3", "2 A 7 / 3"},
	// Programs: all but the hands is blanked.
	{`"playerA":["2"],"playerB":["3"]}`, "2 / 3"},
	{`expect(simulateGame(["2"],["3"])).toBe(2)`, "2 / 3"},
	{`simulateGame(["2"],["3"], 10000)`, "2 / 3"},
	{"a = [\"2\"]\nb = [\"3\"]\nassert play(a, b) == 2", "2 / 3"},
	{"let playerA = [|\"2\"; \"A\"|]\nlet playerB = [|\"3\"|]\nsimulate playerA playerB |> should equal 2", "2 A / 3"},
	{"It \"x\" {\n  $got = Invoke-Camicia -PlayerA @(\"2\", \"4\") -PlayerB @(\"3\")\n  $got.Cards | Should -Be 4\n}", "2 4 / 3"},
	{"set playerA {2 4}\nset playerB {3 5 6}\nsimulateGame $playerA $playerB", "2 4 / 3 5 6"},
	{"final r = simulateGame(deck('2 4'), deck('3 5 6'));\nexpect(r, equals(5));", "2 4 / 3 5 6"},
	{`check_it("---AJ-", "--K--Q", 8345)`, "---AJ-/--K--Q"},
	{`assert_game("---AJ-/--K--Q", 8_345, 1_007);`, "---AJ-/--K--Q"},
	{"P1 (11 face): 2 A\nP2 (5 face): 3", "2 A / 3"},
	{"**Player A:** 2 A\n**Player B**: **3**", "2 A / 3"},
	{"**2A** **34**", "2 A / 3 4"},
	{"Player A: `2 A` Player B: `3`", "2 A / 3"},
	{"```\n2 A\n3", "2 A / 3"},
	{"‘2 A / 3’", "2 A / 3"},
	{`"2 A 7" "3 4 5"`, "2 A 7 / 3 4 5"},
	{`"2 A 7", "3 4 5"`, "2 A 7 / 3 4 5"},
	{`"2A7","345"`, "2 A 7 / 3 4 5"},
	{"２ Ａ １０ ／ Ｋ ３", "2 A 10 / K 3"},
	{"2 A\u200b / \ufeff3", "2 A / 3"},
	{"\u20682 A\u2069 /\u00a0\u202a3\u202c\x00", "2 A / 3"}, // as phones paste numbers
	{"\ufeff2\tA\u00a0/\v3\u2003J\r\n", "2 A / 3 J"},
	{"-/-", "-/-"},
	{"A-K-J/Q-J", "A-K-J/Q-J"}, // as records are written, so a dash is a card
	{"K-8/--A", "K-8/--A"},     // no dash of --A is between two cards
	{"2-3-4 / A-", "2-3-4/A-"},
	{"-7/10-9", "-7/T-9"},
	{"10 - 9 / -8-", "T-9/-8-"},
}

// readAs returns the reader of deals of at most most hands of a deck.
func readAs(deck card.Deck, most int) func(string) (penalty.Deal, error) {
	return func(text string) (penalty.Deal, error) { return penalty.ReadDeal(text, deck, most) }
}

func TestCamicia(t *testing.T) { gametest.CheckReadings(t, camiciaTexts, readAs(card.French, 2)) }

func TestCamiciaItalian(t *testing.T) {
	gametest.CheckReadings(t, []gametest.Reading{
		{"1 4 10 / 2 3 7", "1 4 10 / 2 3 7"},
		{"-1--T/23-", "-1--T/23-"},
		{"-JK--QKK-QQ---K--J--/------J-----------QJ", "-13--233-22---3--1--/------1-----------21"},
		{"11 / 12", "1 1 / 1 2"},
		{"00302020303100000310-00100200002000000010", "--3-2-2-3-31-----31-/--1--2----2-------1-"},
		{"11/1-2", "11/1-2"},
		{"1-2/3-1", "1-2/3-1"},
		{"J-Q/K", "1-2/3"},
		{"1 - 1 - 2 / 1", "1 - 1 - 2 / 1"}, // packed, its dashes could stand between cards
		{"3b Td 4C / 5S 8d", "3B TD 4C / 5S 8D"},
	}, readAs(card.Italian, 2))
}

// badCamicia are texts that are not deals, and their problems.
var badCamicia = []gametest.Reading{
	{"", `no-deal`},
	{" \n\t ```\n``` ", `no-deal`},
	{"2 A 7", `line 1, column 6: one-hand{cards:deal.part.cards{count:3} example:“2 A 7 / 3 4 5”}`},
	{"5", `line 1, column 2: one-hand{cards:deal.part.cards{count:1} example:“2 A 7 / 3 4 5”}`},
	{"2 A /", `line 1, column 6: empty-hand{hand:2}`},
	{" / 2 A", `line 1, column 2: empty-hand{hand:1}`},
	{"2 / 3 / 4", `line 1, column 9: too-many-hands{hands:3 most:2}`},
	{"2 3 4 5 6 7 8 9 10 J Q K A 2 3 4 5 6 7 8 9 10 J Q K A", `line 1, column 54: one-hand{cards:deal.part.cards{count:26} example:“2 A 7 / 3 4 5”}`},
	{"2 X 7 / 3 Y", `line 1, column 3: no-card{card:“X”}; line 1, column 11: no-card{card:“Y”}`},
	{"2A7B/34", `line 1, column 4: no-card{card:“B”}`},
	{"2 1 / 3", `line 1, column 3: no-card{card:“1”}`},
	{"junk junk / 3", `line 1, column 1: no-card{card:“junk”}; and 1 more`},
	{"asso JX / 3", `line 1, column 1: no-card{card:“asso”}; line 1, column 6: no-card{card:“JX”}`},
	{"2AX7Y3/45", `line 1, column 3: no-card{card:“X”}; line 1, column 5: no-card{card:“Y”}`},
	{"--XX---J/Q--", `line 1, column 3: no-card{card:“X”}; and 1 more`},
	// Equal problems become one with several places.
	{"4 1 5 1 / 1 6 X", `line 1, column 3: no-card{card:“1”}; line 1, column 15: no-card{card:“X”}; and 2 more`},
	{"2 X 3 X\nX 4 X", `line 1, column 3: no-card{card:“X”}; and 3 more`},
	{"22X X / 3", `line 1, column 3: no-card{card:“X”}; and 1 more`},
	{"-11-2/1-", `line 1, column 2: no-card{card:“1”}; line 1, column 7: no-card{card:“1-”}; and 1 more`},
	{`[["1","4"],["1","X"]]`, `line 1, column 3: no-card{card:“1”}; line 1, column 17: no-card{card:“X”}; and 1 more`},
	{"2 0 / 3", `line 1, column 3: no-card{card:“0”}`},
	{"2 A*7 / 3", `line 1, column 4: no-card{card:“*”}`},
	{"*A / K", `line 1, column 1: no-card{card:“*A”}`},
	{"2_A_7 / 3", `line 1, column 2: no-card{card:“_”}; and 1 more`},
	{"2 A`7 / 3~4", "line 1, column 4: no-card{card:“'”}; line 1, column 10: no-card{card:“~”}"},
	{"_AJ / KQ_", `line 1, column 1: no-card{card:“_”}; and 1 more`},
	{"2 A V 3 4", `line 1, column 5: no-card{card:“V”}`},
	{"A: 2 A V B: 3 4", `line 1, column 8: no-card{card:“V”}`},
	{"2 A V 7 / 3 4", `line 1, column 5: no-card{card:“V”}`},
	{"2 — / 3", `line 1, column 3: no-card{card:“—”}`},
	{"#653534134886878245000", `line 1, column 1: no-number{last:653534134886878244999 number:“#653534134886878245000”}`},
	{"#447,247", `line 1, column 1: no-number{last:653534134886878244999 number:“#447,247”}`},
	{"#12x", `line 1, column 1: no-number{last:653534134886878244999 number:“#12x”}`},
	{"#12 13", `line 1, column 1: no-number{last:653534134886878244999 number:“#12 13”}`},
	{"#1.5", `line 1, column 1: no-number{last:653534134886878244999 number:“#1.5”}`},
	{"- 2 A 7\n- 3 4 J", `line 1, column 1: stray-sign{sign:“-”}`},
	{"2 А 7 / 3", `line 1, column 3: no-card{card:“А (U+0410)”}`}, // Cyrillic
	{"2-6A/7-9K", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“2 6A”} last:deal.part.quote{text:“2 - 6A”}}}; line 1, column 6: several-deals{list:deal.part.or{first:deal.part.quote{text:“7 9K”} last:deal.part.quote{text:“7 - 9K”}}}`},
	{"---AJ-/--K--Q 8344", `line 1, column 15: beside-deal{word:“8344”}`},
	{"8344 ---AJ- --K--Q", `line 1, column 1: beside-deal{word:“8344”}`},
	{`a = ["2","A"] + ["3"]; b = ["4"]`, `pasted-code`},
	{`play(["2","A"], reversed(["3","4"]))`, `pasted-code`},
	{"player_a = [\"2\", \"A\"]\nplayer_b = [\"3\"]\nplayer_a.append(\"K\")", `pasted-code`},
	{"player_a = [\"2\", \"A\"]\nplayer_b = [\"3\"]\nplayer_a += [\"K\"]", `pasted-code`},
	{"player_a = [\"2\", \"A\"][::-1]\nplayer_b = [\"3\"]\nplay()", `pasted-code`},
	{"player_a = [\"2\", \"A\"]\nplayer_b = [\"3\"]\nplayer_a.reverse()\nplay()", `pasted-code`},
	{"10-9 / 8-7", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“10 9”} last:deal.part.quote{text:“10 - 9”}}}; line 1, column 8: several-deals{list:deal.part.or{first:deal.part.quote{text:“8 7”} last:deal.part.quote{text:“8 - 7”}}}`},
	{"10-J-Q / 2", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“10 J Q”} last:deal.part.quote{text:“10 - J - Q”}}}`},
	{"AS-KH / QD", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“AS KH”} last:deal.part.quote{text:“AS - KH”}}}`},
	{"A−2 / K", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“A 2”} last:deal.part.quote{text:“A - 2”}}}`},
	{"A-K-2-3 / 4-5-6-7", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“A K 2 3”} last:deal.part.quote{text:“A - K - 2 - 3”}}}; line 1, column 11: several-deals{list:deal.part.or{first:deal.part.quote{text:“4 5 6 7”} last:deal.part.quote{text:“4 - 5 - 6 - 7”}}}`},
	{"2 A\x007 / 3\u061c4", `line 1, column 4: unseen{character:U+0000}; line 1, column 10: unseen{character:U+061C}`},
	{"2 A\u200b7 / 3", `line 1, column 4: unseen{character:U+200B}`},
	{"#-1", `line 1, column 1: no-card{card:“#-1”}`},
	{`[["2","A"],["3","X"]]`, `line 1, column 17: no-card{card:“X”}`},
	{`["2","A","7"]`, `line 1, column 14: one-hand{cards:deal.part.cards{count:3} example:“2 A 7 / 3 4 5”}`},
	{`{"cases":5}`, "pasted-code"},
	{`{"cards":["2"]}`, "pasted-code"},
	{`f(["2","A"],["3","X"])`, `line 1, column 18: no-card{card:“X”}`},
	{`"playerA":["2"],"playerB":["X"]`, `line 1, column 28: no-card{card:“X”}`},
	{`"input": ["2"`, `line 1, column 10: broken-json`},
	{`{"cards":2,"deal":"2 A / 3 X X"}`, `line 1, column 9: no-card{card:“X”}; and 1 more`},
	{`{"deal":"2 A\n3 X"}`, `line 2, column 3: no-card{card:“X”}`},
	{`{"deal":"2 / 3","deal":"2 / A"}`, `line 1, column 24: second-hand{label:“deal”}`},
	{`{"deal":"2 / 3"`, `line 1, column 1: broken-json`},
	{`{"deal":"2 / 3"} 4`, "pasted-code"},
	{`{"deal":123}`, "pasted-code"},
	{`(2) deal:`, "pasted-code"},
	{`{"deal":""}`, `no-deal`},
	{`{"deal":"{\"deal\":\"2 / 3\"}"}`, `pasted-code`},
	{`"x": []`, "pasted-code"},
	{`[["2","A"],["3"`, `line 1, column 12: broken-json`},
	{`[[[[[[[[2]]]]]]]]`, `pasted-code`},
	{`[["2",true],["3"]]`, `line 1, column 7: no-card{card:“true”}`},
	{`[[45,32],[27,2]]`, `line 1, column 3: no-json-card; and 2 more`},
	{`[["45","J"],["27"]]`, `line 1, column 3: no-json-card`},
	{`[["2"," "],["3"]]`, `line 1, column 7: no-json-card`},
	{`[["2",""],["3"]]`, `line 1, column 7: no-json-card`},
	{"Player A: 2 3\nPlayer A: 4 5", `line 2, column 11: second-hand{label:“Player A”}`},
	{"P1: 2 3\nPlayer 1: 4 5", `line 2, column 11: second-hand{label:“Player 1”}`},
	{`{"playerA":["2"],"playerA":["3"]}`, `line 1, column 28: second-hand{label:“A”}`},
	{"P1: 2 3\nP3: 4 5", `line 2, column 5: missing-hand{label:“P3”}`},
	{"2:3 4:5", `line 1, column 3: missing-hand{label:“2”}`},
	{"A: 2 3\nK: 4 5", `line 2, column 4: missing-hand{label:“K”}`},
	{`{"p0":"2","p2":"3"}`, `line 1, column 16: missing-hand{label:“2”}`},
	{`{"playerA":["2"],"playerB":["3"],"pile":["4","J"]}`, "pasted-code"},
	{"B: 2 3 / 4 5", `line 1, column 1: stray-sign{sign:“B:”}`},
	{"a\xffb", `line 1, column 2: unseen{character:0xff}`},
	{strings.Repeat("2 ", 40<<10), `too-long{bytes:81920 most:65536}`},
	{strings.Repeat("-", 6000) + "/" + strings.Repeat("-", 6000), `line 1, column 6002: too-many-cards{most:10000}`},
	{"B O M F / G H I L", `line 1, column 1: no-card{card:“B”}; line 1, column 3: no-card{card:“O”}; line 1, column 5: no-card{card:“M”}; line 1, column 7: no-card{card:“F”}; line 1, column 11: no-card{card:“G”}; and 3 more`},
}

func TestCamiciaProblems(t *testing.T) { gametest.CheckReadings(t, badCamicia, readAs(card.French, 2)) }

func TestItalianProblems(t *testing.T) {
	gametest.CheckReadings(t, []gametest.Reading{
		{"11 2 / 12", `line 1, column 1: no-italian-card{card:“11”}`},
		{`[[11,2],[12,13]]`, `line 1, column 3: no-json-card; and 2 more`},
		{"1-4 / 2", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“1 4”} last:deal.part.quote{text:“1 - 4”}}}`},
		{"1-2-3 / 2", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“1 2 3”} last:deal.part.quote{text:“1 - 2 - 3”}}}`},
		{"J 4 / K 5", `line 1, column 1: no-italian-card{card:“J”}`},
		{"2 RC / fante", `line 1, column 3: no-italian-card{card:“RC”}; line 1, column 8: no-italian-card{card:“fante”}`},
		{"1 J / 4", `line 1, column 3: no-italian-card{card:“J”}`},
		{`[["1","J"],["4"]]`, `line 1, column 7: no-italian-card{card:“J”}`},
		{"１ J / 4", `line 1, column 3: no-italian-card{card:“J”}`},
		{"A 4 / 5", `line 1, column 1: no-italian-card{card:“A”}`},
		{"101010/101010", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“1-1-1-/1-1-1-”} last:deal.part.quote{text:“TTT/TTT”}}}`},
		{"#5", `line 1, column 1: no-number{last:653534134886878244999 number:“#5”}`},
	}, readAs(card.Italian, 2))
}

func TestBeggar(t *testing.T) {
	gametest.CheckReadings(t, []gametest.Reading{
		{`[["TD","AC"],["5H"]]`, "TD AC / 5H"},
		{"TD AC / 5H / 9S KC", "TD AC / 5H / 9S KC"},
		{"--J\n---\n-A-", "--J/---/-A-"},
		{"2 A / --- / 3", "2A/---/3"},
		{"2 A\n--\n3", "2A/--/3"},
		{"TDAC 5H4D JSKC", "TD AC / 5H 4D / JS KC"},
		{"P2: 5H\nP1: TD\nP3: 9S", "TD / 5H / 9S"},
		{"Player 0: TD AC Player 1: 5H", "TD AC / 5H"},
		{`{"b":["2"],"c":["3"],"a":["4"]}`, "4 / 2 / 3"},
		{strings.Repeat("2/", 257) + "3", `line 1, column 513: too-many-hands{hands:258 most:256}`},
		{"2 A / 3 J\n4 5 / 6 7", `line 1, column 7: several-deals{list:deal.part.or{first:deal.part.quote{text:“2 A / 3 J 4 5 / 6 7”} last:deal.part.quote{text:“2 A / 3 J / 4 5 / 6 7”}}}`},
		{"2 A\n---\n3 J", `line 2, column 1: stray-sign{sign:“-”}`},
		{"- - -\n2 A\n3 J\n---", `line 1, column 1: stray-sign{sign:“-”}`},
		{"[]", `line 1, column 1: empty-hand{hand:1}`},
	}, readAs(card.French, game.MaxPlayers))
}

// drawHand draws cards of a deck, at times without suits or ranks.
func drawHand(t *rapid.T, deck card.Deck) []card.Card {
	full := deck.Full()
	style := rapid.IntRange(0, 3).Draw(t, "style")
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) card.Card {
		c := rapid.SampledFrom(full).Draw(t, "card")
		if deck == card.Italian && c.Suit == card.Hearts {
			c.Suit = card.Batons
		}
		if style%2 == 0 {
			c.Suit = card.NoSuit
		}
		if style > 1 && deck.Debt(c.Rank) == 0 {
			c = card.Card{Rank: card.Number}
		}
		return c
	}), 1, 30).Draw(t, "hand")
}

// Both texts of a deal are read back: String as the same deal, the key as one that plays alike.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := penalty.Deal{Deck: rapid.SampledFrom([]card.Deck{card.French, card.Italian}).Draw(t, "deck")}
		players, most := 2, 2
		if d.Deck == card.French {
			players, most = rapid.IntRange(2, 9).Draw(t, "players"), rapid.SampledFrom([]int{2, game.MaxPlayers}).Draw(t, "most")
			most = max(most, players)
		}
		for range players {
			d.Hands = append(d.Hands, drawHand(t, d.Deck))
		}
		text := d.String()
		back, err := penalty.ReadDeal(text, d.Deck, most)
		if err != nil || !reflect.DeepEqual(back, d) {
			t.Fatalf("%v is written %q and read back as %v, %v", d, text, back, err)
		}
		key := d.Key()
		back, err = penalty.ReadDeal(key, d.Deck, most)
		if got := back.Key(); err != nil || got != key {
			t.Fatalf("%q is read back as %q, %v", key, got, err)
		}
	})
}
