package deal_test

import (
	"strings"
	"testing"
)

// TestNeverAnotherDeal has what people wrote and was settled as another deal than they meant. Each is
// refused, and what is said names the reason or what to send.
func TestNeverAnotherDeal(t *testing.T) {
	games := games(t)
	row := func(n int) string { return strings.Repeat("2 3 4 5 6 7 8 9 T J Q K A\n", n) }
	const record = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
	half, other, _ := strings.Cut(record, "/")
	for _, c := range []struct{ message, want string }{
		// Numbers beside a record.
		{record + " 8344", "beside-deal{word:“8344”}"},
		{"`" + record + " 8344`", "beside-deal{word:“8344”}"},
		{`["` + half + `","` + other + `",8345]`, "beside-deal{word:“8345”}"},
		{half + ";" + other + ";8345", "beside-deal{word:“8345”}"},
		{half + " / " + other + " / 8345", "beside-deal{word:“8345”}"},
		// Words that change the deal.
		{"P1 (reversed): 2 A 7\nP2: 3 4 J", "beside-deal{word:“reversed”}"},
		{"2 A 7 / 3 4 J\nbut swap the hands", "beside-deal{word:“swap”}"},
		{"top card last:\n2 A 7 / 3 4 J", "beside-deal{word:“card last”}"},
		{"`2 A 7 / 3 4 J` without the first card", "beside-deal{word:“without the first”}"},
		{"scambia le mani\n2 A 7 / 3 4 J", "beside-deal{word:“scambia”}"},
		{"2 A 7 / 3 4 J\nsenza la prima", "beside-deal{word:“senza la prima”}"},
		{`play(["2","A"].reverse(),["3","4"])`, "pasted-code"},
		{`play(reversed(["2","A"]),["3","4"])`, "pasted-code"},
		{"a = ['2','A']\nb = ['3','J']\na.reverse()\nplay(a, b)", "pasted-code"},
		{"player_a = ['2','A'] + ['3']\nplayer_b = ['4','J']", "pasted-code"},
		{"player_a = ['2','A'][1:]\nplayer_b = ['4','J']", "pasted-code"},
		{"player_a = [['2'],['A']]\nplayer_b = ['4','J']", "pasted-code"},
		// A call in another order than the names.
		{"player_a = ['2','A']\nplayer_b = ['3','J']\nplay(player_b, player_a)", "pasted-code"},
		{"$ playerA = ['2','A']\n$ playerB = ['3','J']\nplay $playerB $playerA", "pasted-code"},
		// A third hand in the rest.
		{"player_a = ['2','A']\nplayer_b = ['3','J']\ncarol = ['4','Q']", "pasted-code"},
		{"`2 A 7 / 3 4 J`\nP3: 5 6", "beside-deal{word:“6”}"},
		{`sort_both(["2A","3J"])`, "pasted-code"},
		{"play [\"2\" \"A\"] [ (2) \"3\" \"4\"]", "pasted-code"},
		// Corrections.
		{"2 A 7 / 3 4 J\n*Q", "beside-deal{word:“Q”}"},
		{"I meant snap not beggar:\n`abca abba`", "beside-deal{word:“beggar”}"},
		{"I meant snap not beggar:\n2 A 7 / 3 4 J", "beside-deal{word:“beggar”}"},
		{`{"deal":"2 A 7 / 3 4 J","reversed":true}`, "pasted-code"},
		// Two ways to read.
		{"snap:\nA=abc\nB=bca", "several-deals{"},
		{"`playerA=abc playerB=bca`", "several-deals{"},
		{"`b=bca a=abc`", `several-deals{list:deal.part.or{first:deal.part.quote{text:“[["a","b","c"],["b","c","a"]]”}`},
		{"sorted(deck(2 A 7 / 3 4 J))", "pasted-code"},
		{"```\nfox dog\ndog fox\n```", "[[\"fox\",\"dog\"],[\"dog\",\"fox\"]]”}"},
		{"2-6A/7-9K", "several-deals{"},
		{"2,7\nA,J", "several-deals{"},
		{"2♠\t3♥\nA♠\t4♥", "several-deals{"},
		{"2\t3\n\t4\nA\tK", "“2 3 / ? 4 / A K”"},
		{"1) 2 4 5\n2) 3 6 7", "stray-sign{sign:“)”}"},
		{"P1 (3 in reverse order): 2 A 7\nP2: 3 4 J", "beside-deal{word:“in”}"},
		{record + " 99", "beside-deal{word:“99”}"},
		{"hands=[['2','3'],['4','J']]\nplay(hands[1],hands[0])", "pasted-code"},
		{"2 A 7 / 3 4 J\nlast card on top", "beside-deal{word:“on top”}"},
		{row(4), "several-deals{"},
		{"`" + strings.ReplaceAll(row(4), "\n", " ") + "`", "several-deals{"},
		// Sentences.
		{"I had 2 A 7 / 3 4 J and lost", "beside-deal{word:“had”}"},
		{"who wins 2 A 7 vs 3 4 J", "beside-deal{word:“who”}"},
	} {
		if got := finding(games, c.message); !strings.Contains(got, c.want) || !strings.ContainsAny(got, "{-") || strings.HasPrefix(got, "camicia") {
			t.Errorf("%q: found %s, want %s", c.message, got, c.want)
		}
	}
}
