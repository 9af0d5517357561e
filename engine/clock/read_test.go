package clock_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonna/engine/clock"
	"nonna/engine/game/gametest"
	"nonna/engine/shuffle"
)

// wonDeal is a won deal of Clock patience, as String writes it.
const wonDeal = "11 11 7 7 / 8 6 5 0 / 2 10 9 1 / 12 3 0 6 / 8 7 4 8 / 3 10 5 12 / 11 7 1 10 / 3 1 6 0 / 2 3 0 6 / 5 10 5 4 / 12 9 11 2 / 9 4 12 4 / 1 9 8 2"

func texts() []string {
	piles := strings.Split(wonDeal, " / ")
	ranks := strings.NewReplacer("10", "T", "11", "J", "12", "Q", "0", "K", "1", "A").Replace(wonDeal)
	var labelled, members, lists []string
	for i := range piles {
		p := (i + 5) % len(piles)
		labelled = append(labelled, fmt.Sprintf("%d: %s", p, piles[p]))
		members = append(members, fmt.Sprintf("%q: %q", fmt.Sprint(p), strings.ReplaceAll(strings.Split(ranks, " / ")[p], " ", "")))
		lists = append(lists, fmt.Sprintf("%q: [%s]", fmt.Sprint("pile", p), strings.ReplaceAll(piles[p], " ", ",")))
	}
	return []string{
		wonDeal,
		strings.Join(piles, "\n"),
		strings.Join(piles, " "), // an older client's new lines
		strings.Join(labelled, "\n"),
		"{" + strings.Join(members, ",") + "}",
		`{"piles": {` + strings.Join(lists, ",") + "}}",
		"[[" + strings.ReplaceAll(strings.Join(piles, "],["), " ", ",") + "]]",
		"[" + strings.ReplaceAll(strings.Join(piles, ","), " ", ",") + "]",
		ranks,
		strings.NewReplacer(" / ", "/", " ", "").Replace(ranks),
		"```\n" + strings.Join(piles, "\n") + "\n```",
	}
}

func TestReadDeal(t *testing.T) {
	for _, text := range texts() {
		gametest.CheckReadings(t, []gametest.Reading{{text, wonDeal}}, clock.ReadDeal)
	}
}

func TestProblems(t *testing.T) {
	gametest.CheckReadings(t, []gametest.Reading{
		{"1 2 3", `line 1, column 1: pile-size{cards:deal.part.cards{count:3} pile:0}`},
		{strings.Replace(wonDeal, "11 11 7 7", "11 11 7 13", 1), `line 1, column 9: no-value{value:“13”}`},
		{strings.Replace(wonDeal, "11 11 7 7", "11 11 7 8", 1), `line 1, column 133: fifth-value{value:8}`},
		{strings.Replace(wonDeal, "11 11 7 7", "11 11 7", 1), `line 1, column 1: pile-size{cards:deal.part.cards{count:3} pile:0}`},
		{strings.Replace(wonDeal, "11 11 7 7", "11 11 7 -", 1), `line 1, column 9: no-value{value:“-”}`},
		{wonDeal + " / 1 2 3 4", `line 1, column 143: pile-size{cards:deal.part.cards{count:4} pile:13}`},
		{strings.Repeat("1/", 300), `line 1, column 1: pile-size{cards:deal.part.cards{count:1} pile:0}`},
		{"1: 2 3 4 5\n2: 2 3 4 5", `line 1, column 4: no-value{value:“1:”}`},
		{"0: 2 3 4 5\n0: 2 3 4 5", `line 2, column 4: second-hand{label:“0”}`},
		{"A: 2 3 4 5\n2: 2 3 4 5", `line 2, column 4: missing-hand{label:“2”}`},
		{`{"x":1}`, "pasted-code"},
		{strings.Replace(wonDeal, "11 11 7 7", "111177", 1), `line 1, column 1: no-value{value:“111177”}`},
	}, clock.ReadDeal)
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := clock.Random(shuffle.New(rapid.Uint64().Draw(t, "seed")))
		for _, text := range []string{d.String(), d.Short()} {
			back, err := clock.ReadDeal(text)
			if err != nil || back != d {
				t.Fatalf("%v is written %q and read back as %v, %v", d, text, back, err)
			}
		}
	})
}
