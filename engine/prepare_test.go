package engine_test

import (
	"strings"
	"testing"

	"nonna/engine"
)

// Players of a match bring hands as they write deals, and read what is wrong with them.
func TestPreparedHands(t *testing.T) {
	t.Parallel()
	games := engine.Games()
	for _, c := range []struct{ game, text, want string }{
		{"camicia", "--J--Q--K--A-", "--J--Q--K--A-"},
		{"camicia", "2 3 J 4 5 q 6 7 K 8 9 A 10", "--J--Q--K--A-"},
		{"camicia", "AS KH QD JC 2S 3S 4S 5S 6S 7S 8S 9S TS", "AKQJ---------"},
		{"camicia", "AA--J--Q--K--", "penalty.prepare.wrong{cards:penalty.prepare.cards list:list.comma{first:penalty.prepare.court{card:A count:2 want:1} last:penalty.prepare.numbers{card:- count:8 want:9}}}"},
		{"camicia", "", "penalty.prepare.no-hand{cards:penalty.prepare.cards}"},
		{"camicia", "2-3-4-5-J", "penalty.prepare.unread"},
		{"camicia", "--J--Q--K--X-", "penalty.prepare.unread"},
		{"camicia", "JQKA--------- / J", "penalty.prepare.no-hand"},
		{"camicia", "#12", "penalty.prepare.no-hand"},
		{"camicia", "——J–Q—K—A", "----J-Q--K--A"},
		{"camicia", "——J–Q—K—A—", "penalty.prepare.unread"}, // eleven number cards
		{"snap", "AbCd, a b c d", "abcdabcd"},
		{"snap", "abcdabc", "snap.prepare.count{cards:snap.prepare.cards count:7}"},
		{"snap", "abcdabc🂡", "snap.prepare.no-face{card:“🂡” cards:snap.prepare.cards}"},
	} {
		got, wrong := games.ByName(c.game).SecretHands.Check(c.text)
		if wrong != nil {
			got = wrong.String()
		}
		if got != c.want && (len(got) < len(c.want) || got[:len(c.want)] != c.want) {
			t.Errorf("%s: the hand %q is read as %q, want %q", c.game, c.text, got, c.want)
		}
	}
}

// A prepared hand is read back as itself and dealt to two; a wrong one has a problem.
func TestPreparedHandsOfEveryGame(t *testing.T) {
	t.Parallel()
	for _, g := range engine.Games().Prepared() {
		p := g.SecretHands
		hand, wrong := p.Check(p.Example)
		if again, wrong2 := p.Check(hand); wrong != nil || wrong2 != nil || again != hand {
			t.Fatalf("%s: the hand %q is read as %q, %v, and then as %q, %v", g.Name, p.Example, hand, wrong, again, wrong2)
		}
		if d, err := g.Read(hand+" / "+hand, nil); err != nil || d.Key() == "" {
			t.Errorf("%s: prepared hands are dealt as %v, %v", g.Name, d, err)
		}
		for _, mix := range p.Mixes {
			for hand, weight := range mix {
				if read, wrong := p.Check(hand); wrong != nil || read != hand || weight <= 0 {
					t.Errorf("%s: the mix has the hand %q, read as %q, %d times", g.Name, hand, read, weight)
				}
			}
		}
		for _, text := range []string{"", "?", "\x00", hand + hand, hand[:len(hand)-1], strings.Repeat("🂡", 99)} {
			if _, wrong := p.Check(text); wrong == nil || wrong.ID == "" {
				t.Errorf("%s: the hand %q has no problem", g.Name, text)
			}
		}
	}
}

// Who leads is the first: the same hands in turn are another deal.
func TestPreparedDeal(t *testing.T) {
	t.Parallel()
	for name, hands := range map[string][2]string{"camicia": {"JQKA---------", "---------JQKA"}, "snap": {"abcdabcd", "ddccbbaa"}} {
		d, err := engine.Games().ByName(name).Read(hands[0]+" / "+hands[1], nil)
		if err != nil || strings.ReplaceAll(d.Key(), " ", "/") != hands[0]+"/"+hands[1] {
			t.Errorf("%s: the hands are dealt as %v, %v", name, d, err)
		}
	}
}
