package picture

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	drawn "gonum.org/v1/plot/vg/recorder"
	"pgregory.net/rapid"
)

// somePast is any game that can be drawn.
func somePast(games, endings []string) *rapid.Generator[Past] {
	return rapid.Custom(func(t *rapid.T) Past {
		most := rapid.SampledFrom([]int64{3, 300, 30_000, 8_000_000}).Draw(t, "most")
		return Past{
			rapid.SampledFrom(games).Draw(t, "game"), rapid.SampledFrom(endings).Draw(t, "ending"),
			rapid.Int64Range(1, most).Draw(t, "cards"),
		}
	})
}

// Whatever was played, every text lies within the picture, and none on another.
func TestTextsOfHistoriesKeepApart(t *testing.T) {
	a := artist(t, English())
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfNDistinct(rapid.SampledFrom(append(measured(), clockGame)), 1, 4, rapid.ID).Draw(t, "kinds")
		n := rapid.SampledFrom([]int{1, 2, 9, 500}).Draw(t, "games at most")
		h := History{
			Games: rapid.SliceOfN(somePast(games, []string{"finished", "won", "loop", "undecided"}), 1, n).Draw(t, "games"),
			Total: map[string]int64{},
		}
		for _, game := range games {
			h.Total[game] = rapid.Int64Range(0, 2_000_000).Draw(t, "total of "+game)
		}
		l, k := newLengths(h), newLuck(h)
		height := historyHeight(l, k)
		var r drawn.Canvas
		a.history(draw.NewCanvas(&r, Width, height), l, k)
		var texts []placed
		for _, action := range r.Actions {
			if s, ok := action.(*drawn.FillString); ok {
				texts = append(texts, a.placed(s))
			}
		}
		for i, p := range texts {
			if p.box.Min.X < 8 || p.box.Max.X > Width-8 || p.box.Min.Y < 8 || p.box.Max.Y > height-8 {
				t.Fatalf("%q at %v leaves the picture", p.text, p.box)
			}
			for _, q := range texts[:i] {
				if p.box.Min.X < q.box.Max.X && q.box.Min.X < p.box.Max.X && p.box.Min.Y < q.box.Max.Y && q.box.Min.Y < p.box.Max.Y {
					t.Fatalf("%q at %v lies on %q at %v", p.text, p.box, q.text, q.box)
				}
			}
		}
	})
}

// placed is a text and the room its capitals take.
type placed struct {
	text string
	box  vg.Rectangle
}

func (a *Artist) placed(s *drawn.FillString) placed {
	face := a.fonts.handler.Fonts.Lookup(s.Font, s.Size)
	corner := vg.Point{X: s.Point.X + face.Width(s.String), Y: s.Point.Y + s.Size*capHeight}
	return placed{s.String, vg.Rectangle{Min: s.Point, Max: corner}}
}

// stroked is the one path that was drawn, nil if none was.
func stroked(t *rapid.T, r *drawn.Canvas) vg.Path {
	var path vg.Path
	for _, a := range r.Actions {
		if s, ok := a.(*drawn.Stroke); ok {
			if path != nil {
				t.Fatal("two lines were drawn")
			}
			path = s.Path
		}
	}
	return path
}

// The line of the longest so far begins with what was before, only rises, passes
// through or above every game from it on, and ends at the longest.
func TestTheLongestSoFar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := somePast([]string{"camicia"}, []string{"finished", "loop", "undecided"})
		h := History{Games: rapid.SliceOfN(some, 1, 12).Draw(t, "games")}
		if rapid.Bool().Draw(t, "more") {
			h.Before = Past{"snap", "win", rapid.Int64Range(1, 3000).Draw(t, "before")}
		}
		l := newLengths(h)
		var r drawn.Canvas
		area := draw.NewCanvas(&r, 600, 300)
		l.line(area)
		path := stroked(t, &r)
		if ended := len(l.ended()) > 0 || h.Before.Cards > 0; ended != (path != nil) {
			t.Fatalf("a line is drawn: %v, want %v", path != nil, ended)
		}
		if path == nil {
			return
		}
		rises := slices.IsSortedFunc(path, func(a, b vg.PathComp) int { return int(a.Pos.Y - b.Pos.Y) })
		if last := path[len(path)-1].Pos; !rises || last.X != area.Max.X || last.Y != l.scale.y(area, l.longest().Cards) {
			t.Fatalf("%v: want it to rise to the longest, %d cards", path, l.longest().Cards)
		}
		if start := path[0].Pos; h.Before.Cards > 0 && (start.X != area.Min.X || start.Y != l.scale.y(area, h.Before.Cards)) {
			t.Fatalf("it starts at %v, want %d cards", start, h.Before.Cards)
		}
		for i, g := range l.games {
			if at := l.at(area, i); g.ended() && heightAt(path, at.X) < at.Y {
				t.Fatalf("%v runs below game %d at %v", path, i, at)
			}
		}
	})
}

// The line of the wins at Clock begins with none and rises by one at each.
func TestTheWinsAtClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfN(somePast([]string{clockGame}, []string{"won", "lost"}), 1, 40).Draw(t, "games")
		k := newLuck(History{Games: games})
		most := k.wins + 2
		var r drawn.Canvas
		area := draw.NewCanvas(&r, 600, 300)
		k.draw(area, most)
		path, wins := stroked(t, &r), 0
		for i, g := range games {
			if g.Ending == "won" {
				wins++
			}
			if got, want := heightAt(path, orderX(area, i, len(games))), area.Y(float64(wins)/float64(most)); got != want {
				t.Fatalf("after game %d the line is at %v, want %v for %d wins", i, got, want, wins)
			}
		}
		if end := path[len(path)-1].Pos; end.X != area.Max.X || end.Y != area.Y(float64(wins)/float64(most)) {
			t.Fatalf("the line ends at %v, want %d wins", end, wins)
		}
	})
}

// heightAt is the greatest height of a line of steps at x.
func heightAt(path vg.Path, x vg.Length) vg.Length {
	height := vg.Length(-1)
	for _, p := range path {
		if p.Pos.X <= x {
			height = max(height, p.Pos.Y)
		}
	}
	return height
}

// The line below the title tells one median only of lengths of one kind, and of
// which games where that is not all.
func TestTheHeadTellsAMedianOfOneKind(t *testing.T) {
	w := English()
	of := func(game, ending string, cards ...int64) (games []Past) {
		for _, n := range cards {
			games = append(games, Past{game, ending, n})
		}
		return games
	}
	for _, c := range []struct {
		games []Past
		want  string
	}{
		{of("camicia", "finished", 9, 7, 8), "3 games, median 8 cards"},
		{of("snap", "win", 9, 7, 8, 1, 2), "5 games, median 7 plays"},
		{of("camicia", "finished", 9, 7), "2 games"},
		{append(of("camicia", "finished", 9, 7, 8), of("beggar", "finished", 10)...), "4 games, median 8 cards"},
		{append(of("camicia", "finished", 9, 7, 8), of("snap", "win", 10)...), "4 games"},
		{append(of("camicia", "finished", 9, 7, 8), of("camicia", "loop", 99)...), "4 games, median of 3 that ended: 8 cards"},
		{append(of("camicia", "loop", 9, 7, 8), of("snap", "stuck", 5, 3, 4)...), "6 games, median of 3 that ended: 4 plays"},
		{append(of("camicia", "finished", 9, 7), of("camicia", "undecided", 99)...), "3 games"},
		{of("camicia", "loop", 9, 7, 8), "3 games"},
	} {
		if _, got := w.lengthsHead(newLengths(History{Games: c.games})); got != c.want {
			t.Errorf("%v: %q, want %q", c.games, got, c.want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		all  []int64
		want int64
	}{{nil, 0}, {[]int64{7}, 7}, {[]int64{9, 7}, 7}, {[]int64{9, 1, 7}, 7}, {[]int64{9, 1, 7, 8}, 7}} {
		if got := median(c.all); got != c.want {
			t.Errorf("of %d: %d, want %d", c.all, got, c.want)
		}
	}
}
