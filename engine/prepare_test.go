package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nonna/engine"
	"nonna/engine/game"
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
		{"beggar", "JQKA---------", "JQKA---------"},
		{"snap", "AbCd, a b c d", "abcdabcd"},
		{"snap", "abcdabc", "snap.prepare.count{cards:snap.prepare.cards count:7}"},
		{"snap", "abcdabc🂡", "snap.prepare.no-face{card:“🂡” cards:snap.prepare.cards}"},
	} {
		got, err := games.Find(c.game).Preparing.Check(c.text)
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (len(got) < len(c.want) || got[:len(c.want)] != c.want) {
			t.Errorf("%s: the hand %q is read as %q, want %q", c.game, c.text, got, c.want)
		}
	}
}

// A prepared hand is read back as itself, and dealt to as many as play; a wrong one has a problem.
func TestPreparedHandsOfEveryGame(t *testing.T) {
	t.Parallel()
	for _, g := range engine.Games() {
		p := g.Preparing
		if p == nil {
			continue
		}
		hand, err := p.Check(p.Example)
		if again, err2 := p.Check(hand); err != nil || err2 != nil || again != hand {
			t.Fatalf("%s: the hand %q is read as %q, %v, and then as %q, %v", g.Name, p.Example, hand, err, again, err2)
		}
		for seats := p.Least - 1; seats <= p.Most+1; seats++ {
			_, err := p.Deal(slices.Repeat([]string{hand}, seats))
			if plays := p.Least <= seats && seats <= p.Most; plays != (err == nil) || !plays && !errors.Is(err, game.ErrSeats) {
				t.Errorf("%s: %d prepared hands are dealt with the error %v", g.Name, seats, err)
			}
		}
		for _, wrong := range []string{"", "?", "\x00", hand + hand, hand[:len(hand)-1], strings.Repeat("🂡", 99)} {
			_, err := p.Check(wrong)
			w, ok := errors.AsType[*game.WrongHand](err)
			_, dealt := p.Deal(append(slices.Repeat([]string{hand}, p.Least-1), wrong))
			if !ok || w.Problem.ID == "" || dealt == nil {
				t.Errorf("%s: the hand %q has no problem: %v, %v", g.Name, wrong, err, dealt)
			}
		}
	}
}

// Who leads is the first: the same hands in turn are another deal.
func TestPreparedDeal(t *testing.T) {
	t.Parallel()
	games := engine.Games()
	p := games.Find("camicia").Preparing
	d, err := p.Deal([]string{"JQKA---------", "---------JQKA"})
	if err != nil || d.Key() != "JQKA---------/---------JQKA" {
		t.Errorf("the hands are dealt as %v, %v", d, err)
	}
	for seats, want := range map[int]int{1: 0, 2: 2, 3: 1, 6: 1, 7: 0} {
		if got := games.Prepared(seats); len(got) != want {
			t.Errorf("%d games are played by %d, want %d", len(got), seats, want)
		}
	}
	var none game.List
	if none.Prepared(2) != nil {
		t.Error("there is a game in an empty list")
	}
}
