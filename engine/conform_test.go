package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/engine"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// budget leaves some of the shuffled deals undecided.
const budget = 3000

// Every game keeps what package game says of a game, a deal and a play.
func TestGamesConform(t *testing.T) {
	t.Parallel()
	games, err := engine.Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			for _, d := range deals(t, g) {
				p, err := d.Settle(t.Context(), budget)
				if err != nil {
					t.Fatalf("%s: %v", d, err)
				}
				checkReading(t, g, d)
				checkDivision(t, g, d)
				checkFileName(t, games, g, p.Outcome())
				checkReplay(t, g, p)
			}
		})
	}
}

// deals are the examples of a game, and shuffles with the least, the most and the
// default of every param.
func deals(t *testing.T, g *game.Game) []game.Deal {
	t.Helper()
	var list []game.Deal
	for _, e := range g.Examples {
		d, err := g.Read(e.Text, e.Options)
		if err != nil {
			t.Fatalf("example %q: %v", e.Text, err)
		}
		list = append(list, d)
	}
	options := []game.Options{nil}
	for _, p := range g.Params {
		for _, v := range p.Values {
			options = append(options, game.Options{p.Name: v})
		}
		if len(p.Values) == 0 {
			options = append(options, p.With(p.Min), p.With(p.Max))
		}
	}
	src := shuffle.New(1)
	for _, o := range options {
		for range 3 {
			list = append(list, g.Shuffle(src, o))
		}
	}
	return list
}

// checkReading reads a deal back from both of its texts.
func checkReading(t *testing.T, g *game.Game, d game.Deal) {
	t.Helper()
	o, ok := g.ParseOptions(d.Options().String())
	if !ok {
		t.Fatalf("%s: the options %q are not read", d, d.Options())
	}
	if len(g.Reading(o)) != len(o) {
		t.Errorf("%s: the options %q are not all for reading", d, o)
	}
	if len(d.Short()) > len(d.String()) {
		t.Errorf("%s: the short text %s is longer", d, d.Short())
	}
	for _, text := range []string{d.String(), d.Short()} {
		back, err := g.Read(text, o)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(
			[]string{d.Key(), d.Short(), d.Division(), d.Options().String()},
			[]string{back.Key(), back.Short(), back.Division(), back.Options().String()},
		); diff != "" {
			t.Errorf("%s read back (-dealt +read):\n%s", text, diff)
		}
	}
}

// checkDivision describes the division of a deal of a game with boards. What can be
// shuffled is of the division.
func checkDivision(t *testing.T, g *game.Game, d game.Deal) {
	t.Helper()
	if !g.Ranked {
		return
	}
	division, ok := g.Division(d.Division())
	if !ok || division.Name != d.Division() || division.Said.ID == "" {
		t.Fatalf("%s: the division %q is described as %+v, %v", d, d.Division(), division, ok)
	}
	o, ok := g.ParseOptions(division.Options.String())
	if !ok {
		t.Errorf("%s: options %q", division.Name, division.Options)
	}
	if division.Shuffled {
		if got := g.Shuffle(shuffle.New(2), o).Division(); got != division.Name {
			t.Errorf("a shuffle for %q is of %q", division.Name, got)
		}
	}
}

// checkFileName reads a file's name.
func checkFileName(t *testing.T, games game.List, g *game.Game, o game.Outcome) {
	t.Helper()
	name := g.FileName(o)
	parts := strings.Split(name, "-")
	want := []string{g.Name, string(o.Ending), fmt.Sprint(o.Length.Plays), g.Units[0].Word()}
	if !slices.Equal(parts, want) || games.Find(parts[0]) != g {
		t.Errorf("the file %q has the parts %q, want %q", name, parts, want)
	}
}

// checkReplay replays a game with limits and without one.
func checkReplay(t *testing.T, g *game.Game, p game.Play) {
	t.Helper()
	o, faces := p.Outcome(), len(p.Faces())
	all := o.Length.Plays
	for _, limit := range []int64{0, 1, all / 2, all, all + 1, game.DefaultBudget} {
		var last game.Step
		steps := 0
		err := p.Replay(t.Context(), limit, func(s game.Step) {
			if steps == 0 && (s.Move != game.Dealt || s.At != game.Length{}) || s.At.Plays > limit || s.Said().ID == "" {
				t.Fatalf("step %d within %d plays: %v at %v, %v", steps, limit, s.Move, s.At, s.Said())
			}
			for seat := range s.Table.Players() {
				checkCards(t, s.Table.Hand(seat), faces)
			}
			checkCards(t, s.Table.Pile(), faces)
			steps, last = steps+1, s
		})
		if err != nil || steps == 0 || last.At.Plays != min(limit, all) {
			t.Fatalf("%d plays, limit %d: %d steps, the last at %v, %v", all, limit, steps, last.At, err)
		}
		if limit >= all && o.Ending != game.Undecided && g.Units[1] != "" && last.At != o.Length {
			t.Errorf("the replay ends at %v, want %v", last.At, o.Length)
		}
	}
}

// checkCards looks for cards that have no face.
func checkCards(t *testing.T, cards []uint16, faces int) {
	t.Helper()
	if len(cards) > 0 && int(slices.Max(cards)) >= faces {
		t.Fatalf("card %d of %d faces", slices.Max(cards), faces)
	}
}
