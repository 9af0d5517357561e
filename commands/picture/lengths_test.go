package picture

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// somePast generates games that can be drawn.
func somePast(games []*game.Game, endings ...game.Ending) *rapid.Generator[Past] {
	return rapid.Custom(func(t *rapid.T) Past {
		most := rapid.SampledFrom([]int64{3, 300, 30_000, 8_000_000}).Draw(t, "most")
		return Past{
			rapid.SampledFrom(games).Draw(t, "game"), rapid.SampledFrom(endings).Draw(t, "ending"),
			rapid.Int64Range(1, most).Draw(t, "cards"),
		}
	})
}

// For any history, every text is within the picture and covers no other, and the picture is
// within the limit.
func TestTextsOfHistoriesKeepApart(t *testing.T) {
	t.Parallel()
	p := newPainter()
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfNDistinct(rapid.SampledFrom(p.games), 1, 4, rapid.ID).Draw(t, "kinds")
		n := rapid.SampledFrom([]int{1, 2, 9, 500}).Draw(t, "games at most")
		h := History{
			Games: rapid.SliceOfN(somePast(games, game.Won, game.Lost, game.Loop, game.Undecided), 1, n).Draw(t, "games"),
			Total: map[string]int64{},
		}
		for _, g := range games {
			h.Total[g.Name] = rapid.Int64Range(0, 2_000_000).Draw(t, "total of "+g.Name)
		}
		l := newLengths(p.games, h)
		if len(l.games) == 0 {
			t.Skip("nothing is drawn")
		}
		page := p.page(pageHeight)
		defer page.Free()
		texts := written(page)
		l.draw(p, page)
		checkTexts(t, page, *texts)
		if n := len(page.PNG()); n > maxBytes {
			t.Fatalf("the picture takes %d bytes, want %d at most", n, maxBytes)
		}
	})
}

// The line of the longest so far begins with the games before, never falls, is at or above
// every game from there on, and ends at the longest.
func TestTheLongestSoFar(t *testing.T) {
	t.Parallel()
	games, snap := newPainter().games, find(t, "snap")
	some := somePast([]*game.Game{find(t, "camicia")}, game.Won, game.Loop, game.Undecided)
	rapid.Check(t, func(t *rapid.T) {
		h := History{Games: rapid.SliceOfN(some, 1, 12).Draw(t, "games")}
		if rapid.Bool().Draw(t, "more") {
			h.Before = Past{snap, game.Won, rapid.Int64Range(1, 3000).Draw(t, "before")}
		}
		l := newLengths(games, h)
		area := canvas.Area{Max: canvas.Point{X: 600, Y: 300}}
		path := l.line(area)
		if ended := len(l.ended) > 0 || h.Before.Plays > 0; ended != (path != nil) {
			t.Fatalf("a line is drawn: %v, want %v", path != nil, ended)
		}
		if path == nil {
			return
		}
		rises := slices.IsSortedFunc(path, func(a, b canvas.Point) int { return int(a.Y - b.Y) })
		if last := path[len(path)-1]; !rises || last.X != area.Max.X || last.Y != l.scale.y(area, l.record().Plays) {
			t.Fatalf("%v: want it to rise to the longest, %d cards", path, l.record().Plays)
		}
		if start := path[0]; h.Before.Plays > 0 && (start.X != area.Min.X || start.Y != l.scale.y(area, h.Before.Plays)) {
			t.Fatalf("it starts at %v, want %d cards", start, h.Before.Plays)
		}
		for i, g := range l.games {
			if at := l.at(area, i); g.Ending.Ends() && heightAt(path, at.X) < at.Y {
				t.Fatalf("%v runs below game %d at %v", path, i, at)
			}
		}
	})
}

// heightAt returns the greatest height of a line of steps at x.
func heightAt(path []canvas.Point, x float64) float64 {
	height := float64(-1)
	for _, p := range path {
		if p.X <= x {
			height = max(height, p.Y)
		}
	}
	return height
}

// The line below the title has a median only of lengths in one unit, and says of which
// games if it is not of all.
func TestTheHeadTellsAMedianOfOneKind(t *testing.T) {
	t.Parallel()
	p := newPainter()
	of := func(name string, ending game.Ending, plays ...int64) (games []Past) {
		for _, n := range plays {
			games = append(games, past(t, name, ending, n))
		}
		return games
	}
	for _, c := range []struct {
		games []Past
		want  string
	}{
		{of("camicia", game.Won, 9, 7, 8), "3 games, median 8 cards"},
		{of("snap", game.Won, 9, 7, 8, 1, 2), "5 games, median 7 plays"},
		{of("camicia", game.Won, 9, 7), "2 games"},
		{of("camicia", game.Won, 1, 1, 1), "3 games, median 1 card"},
		{of("camicia", game.Won, 1, 2, 1, 2), "4 games, median 1.5 cards"},
		{of("camicia", game.Won, 1, 2345, 1, 2345), "4 games, median 1,173 cards"},
		{of("camicia", game.Won, 2, 2, 2345, 2345), "4 games, median 1,173.5 cards"},
		{append(of("camicia", game.Won, 9, 7, 8), of("beggar", game.Won, 10)...), "4 games, median 8.5 cards"},
		{append(of("camicia", game.Won, 9, 7, 8), of("snap", game.Won, 10)...), "4 games"},
		{append(of("camicia", game.Won, 9, 7, 8), of("camicia", game.Loop, 99)...), "4 games, median of 3 that ended: 8 cards"},
		{append(of("camicia", game.Loop, 9, 7, 8), of("snap", game.Stuck, 5, 3, 4)...), "6 games, median of 3 that ended: 4 plays"},
		{append(of("camicia", game.Won, 9, 7), of("camicia", game.Undecided, 99)...), "3 games"},
		{of("camicia", game.Loop, 9, 7, 8), "3 games"},
	} {
		if got := p.Phrase(newLengths(p.games, History{Games: c.games}).sum()); got != c.want {
			t.Errorf("%v: %q, want %q", c.games, got, c.want)
		}
	}
}
