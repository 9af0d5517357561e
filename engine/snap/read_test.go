package snap_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/engine/game/gametest"
	"nonna/engine/snap"
)

// texts are texts of Snap deals, and the deals.
var texts = []gametest.Reading{
	{"bdad acbc abba", "bdad acbc abba"},
	{"bdad / acbc / abba", "bdad acbc abba"},
	{"bdad|acbc|abba", "bdad acbc abba"},
	{"bdad vs acbc vs abba", "bdad acbc abba"},
	{"bdad, acbc, abba", "bdad acbc abba"},
	{"bdad\nacbc\nabba", "bdad acbc abba"},
	{"a=b b=a", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“[["b"],["a"]]”} last:deal.part.quote{text:“[["a","=","b"],["b","=","a"]]”}}}`},
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
	{`["a/b","b/a"]`, `[["a","/","b"],["b","/","a"]]`},
	{"Aa aA", "Aa aA"},
	{"a b", "a b"},
	{`["a","b"],["b","a"]`, "ab ba"},
	{`["a","b"] / ["b","a"]`, "ab ba"},
	{"[1,2],[2,1]", "12 21"},
	{"{1,2},{2,1}", "12 21"},
	{"[1,2]\n[2,1]", "12 21"},
	{`[["[","]"],["]","["]]`, `[["[","]"],["]","["]]`},
	{`["**ab","ba**"]`, `[["*","*","a","b"],["b","a","*","*"]]`},
	{"*ab ba_", "*ab ba_"},
	{"don't can't", "don't can't"},
	{`"ab" "ba"`, "ab ba"},
	{"'ab' 'ba'", "ab ba"},
	{"“ab” “ba”", "ab ba"},
	{`"ab","ba"`, "ab ba"},
	{`["1 2 3","5 2 6"]`, "123 526"},
	{`["a,b","b,a"]`, "ab ba"},
	{"abba\u200b abca", "abba abca"},
	{"❤️a a❤", "❤️a a❤️"},
	{"\u00e9a ae\u0301", "\u00e9a a\u00e9"},
	{"v w", "v w"},
	{`snap(["code","golf"])`, "code golf"},
	{`{"deal":"abca abba","plays":24,"takes":6}`, "abca abba"},
	{`{"deal":"[[\"10\",\"&\"],[\"<\",\"10\"]]"}`, `[["10","&"],["<","10"]]`},
	{"<:nonna:1><:nonno:1> <:nonno:1><:nonna:1>", "<:nonna:1><:nonno:1> <:nonno:1><:nonna:1>"},
	{"<a:nonna:1> <:nonno:1> / <:nonno:1> <a:nonna:1>", "<a:nonna:1><:nonno:1> <:nonno:1><a:nonna:1>"},
	{"<:a:1>x<:a:2>\n<:a:2><:a:1>x", "<:a:1>x<:a:2> <:a:2><:a:1>x"}, // of one name
	{`["<:a:1>b","b<:a:1>"]`, "<:a:1>b b<:a:1>"},
	{`[["<:a:1>","10"],["10","<:a:1>"]]`, `[["<:a:1>","10"],["10","<:a:1>"]]`},
	{`[["<:a:1>","&"],["<","10"]]`, `[["<:a:1>","&"],["<","10"]]`},
}

func TestReadDeal(t *testing.T) { gametest.CheckReadings(t, texts, snap.ReadDeal) }

// badTexts are texts that are not deals, and their problems.
var badTexts = []gametest.Reading{
	{"abca", `line 1, column 5: one-hand{cards:deal.part.cards{count:4} example:“abca / abba”}`},
	{"abca abb", `line 1, column 6: unequal-piles{cards:deal.part.cards{count:3} first:4 pile:2}`},
	{"abca / abb", `line 1, column 8: unequal-piles{cards:deal.part.cards{count:3} first:4 pile:2}`},
	{"1 2 3\n5 2 6", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“[["1","2","3"],["5","2","6"]]”} last:deal.part.quote{text:“[["1"],["2"],["3"],["5"],["2"],["6"]]”}}}`},
	{"fox dog\ndog fox", `line 1, column 1: several-deals{list:deal.part.or{first:deal.part.quote{text:“[["fox","dog"],["dog","fox"]]”} last:deal.part.quote{text:“[["f","o","x"],["d","o","g"],["d","o","g"],["f","o","x"]]”}}}`},
	{`snap("ab","ba",12)`, `pasted-code`},
	{"a,b c,d", `line 1, column 3: unequal-piles{cards:deal.part.cards{count:2} first:1 pile:2}`},
	{"/ ab / ba", `line 1, column 1: empty-hand{hand:1}`},
	{"ab/ cd/", `line 1, column 8: empty-hand{hand:3}`},
	{"ab/ba cd/dc", `line 1, column 4: unclear-pile{pile:2}`},
	{"ab cd / ef gh", `line 1, column 1: unclear-pile{pile:1}; line 1, column 9: unclear-pile{pile:2}`},
	{`["code","gol"]`, `line 1, column 9: unequal-piles{cards:deal.part.cards{count:3} first:4 pile:2}`},
	{`["code",{}]`, "pasted-code"},
	{"ab / / ba", `line 1, column 6: empty-hand{hand:2}`},
	{`""3 ;,2745"`, `line 1, column 1: no-json-card; and 3 more`},
	{`["",""]`, `line 1, column 2: empty-hand{hand:1}; line 1, column 5: empty-hand{hand:2}`},
	{"ab\u202ec abdx", `line 1, column 3: unseen{character:U+202E}`},
	{"ab\x00c abdx", `line 1, column 3: unseen{character:U+0000}`},
	{"ab\u202e\u202cc abdx", `line 1, column 3: unseen{character:U+202E}`},
	{"a\u2063b ab", `line 1, column 2: unseen{character:U+2063}`},
	{"a\u200bb ab", `line 1, column 2: unseen{character:U+200B}`},
	{"<@123>a <@!1>b", `line 1, column 1: mark-card{mark:“<@123>”}`},
	{"ab <@&1>", `line 1, column 4: mark-card{mark:“<@&1>”}`},
	{"<#1> <#2>", `line 1, column 1: mark-card{mark:“<#1>”}`},
	{"<t:1:R> <t:-1>", `line 1, column 1: mark-card{mark:“<t:1:R>”}`},
	{"a </snap:1> b", `line 1, column 3: mark-card{mark:“</snap:1>”}`},
	{`["<@1>","abcd"]`, `line 1, column 3: mark-card{mark:“<@1>”}`},
	{"0000 v vs", `line 1, column 8: empty-hand{hand:2}; line 1, column 10: empty-hand{hand:3}`},
	{"", `no-deal`},
	{"P1: code\nP3: golf", `line 2, column 5: missing-hand{label:“P3”}`},
	{"P1: code\nP1: golf", `line 2, column 5: second-hand{label:“P1”}`},
	// Brackets, quotation marks and commas are no cards.
	{"(abba acab)", `line 1, column 2: no-json-card; and 1 more`},
	{"<a b> <b a>", `line 1, column 1: mark-card{mark:“<”}`},
	{"<:a:> <:a:>", `line 1, column 1: mark-card{mark:“<”}`}, // no emoji
	{`ab aa ""`, `line 1, column 7: mark-card{mark:“"”}`},
	{"**ab ba**", `line 1, column 1: mark-card{mark:“*”}`},
	{"*ab* / *ba*", `line 1, column 1: mark-card{mark:“*”}`},
	{"__ab ba__", `line 1, column 1: mark-card{mark:“_”}`},
	{"P1: ~~ab~~\nP2: ~~ba~~", `line 1, column 5: mark-card{mark:“~”}`},
	{"a' b'", `line 1, column 2: mark-card{mark:“'”}`},
	{"a,b bcd", `line 1, column 3: unclear-pile{pile:2}`},
	{"[] ][", `line 1, column 4: broken-json`},
	{"f([) g(])", `line 1, column 4: broken-json`},
	{"[ab] [ba]", `line 1, column 2: no-json-card; and 1 more`},
	{`["a","b"],["b"]`, `line 1, column 11: unequal-piles{cards:deal.part.cards{count:1} first:2 pile:2}`},
	{strings.Repeat("a ", 257), `line 1, column 513: too-many-hands{hands:257 most:256}`},
}

func TestProblems(t *testing.T) { gametest.CheckReadings(t, badTexts, snap.ReadDeal) }

func TestCardsAreGraphemes(t *testing.T) {
	d, err := snap.ReadDeal("❤️👨‍👩‍👧é ❤️🇮🇹é")
	want := [][]string{{"❤️", "👨‍👩‍👧", "é"}, {"❤️", "🇮🇹", "é"}}
	if diff := cmp.Diff(want, d.Piles); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestRoundTrip(t *testing.T) {
	faces := []string{"a", "b", "A", "10", "2", "/", "|", ",", " ", "\"", "[", "]", "'", "`", "#", ">", ":", "-", "é", "❤️", "👨‍👩‍👧", "🇮🇹", "vs", "\\", "{", "\u200d", "<:a:1>", "<a:a:1>", "<", ">", "@", "&", "<@1"}
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.SliceOfN(rapid.SampledFrom(faces), 1, 4).Draw(t, "faces")
		n := rapid.IntRange(1, 6).Draw(t, "cards")
		var d snap.Deal
		for range rapid.IntRange(2, 5).Draw(t, "players") {
			d.Piles = append(d.Piles, rapid.SliceOfN(rapid.SampledFrom(few), n, n).Draw(t, "pile"))
		}
		text := d.String()
		back, err := snap.ReadDeal(text)
		if err != nil || !reflect.DeepEqual(back, d) {
			t.Fatalf("%q is written %q and read back as %q, %v", d, text, back, err)
		}
	})
}
