package picture

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// colorAt returns the colour of a pixel of the frame, counted from the bottom left corner.
func (f *film) colorAt(x, y float64) canvas.Color {
	c, _ := f.pool.Palette()[f.page.Pixels()[(f.height-1-int(y))*pageWidth+int(x)]].(canvas.Color)
	return c
}

// outlines counts the empty outlines of a colour behind the last card of the pile: each has a
// left and a right side.
func (f *film) outlines(m moment, hue canvas.Color) int {
	row := f.shelves.row(pileRow)
	from := f.shelves.left
	if pile := m.Table.Pile(); len(pile) > 0 {
		_, due := owed(m.Table)
		looks := f.shelves.pile(pile)
		for range due {
			looks = append(looks, cheap("", f.flies()))
		}
		w, _ := f.shelves.size(looks[len(pile)-1])
		from = f.shelves.spots(row, looks, due)[len(pile)-1].X + w + 1
	}
	_, tall := f.shelves.size(cheap("", f.flies()))
	sides, before := 0, false
	for x := from; x < pageWidth; x++ {
		now := f.colorAt(x, f.shelves.shelf(row)+tall/2) == hue
		if now && !before {
			sides++
		}
		before = now
	}
	return sides / 2
}

// Behind a court card are as many empty outlines as cards are owed, in the payer's colour, and
// one less after each payment.
func TestOutlinesOfWhatIsOwed(t *testing.T) {
	t.Parallel()
	f := started(t, filmOf(t, "camicia", example))
	var got []string
	f.steps(t, func(m moment) {
		f.draw(m)
		a, b := f.outlines(m, hues()[0]), f.outlines(m, hues()[1])
		got = append(got, fmt.Sprintf("%d %d", a, b))
	})
	want := []string{ // of A, of B: B pays four for the ace, A three for the king, B two for the queen, A one for the jack
		"0 0", "0 0", "0 0", "0 4", "0 3", "0 2", "0 1", "3 0", "2 0", "1 0", "0 2", "0 1", "1 0", "0 0", "0 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the outlines are\n%q, want\n%q", got, want)
	}
}

// The outlines are right in films of all sizes, and of many players.
func TestOutlinesInAllFilms(t *testing.T) {
	t.Parallel()
	for _, s := range []filmed{filmShuffled(t, "camicia", 5, 0), filmShuffled(t, "beggar", 4, 3), filmShuffled(t, "beggar", 5, 6), loops(t)[1]} {
		f, seen := started(t, s), 0
		f.steps(t, func(m moment) {
			payer, due := owed(m.Table)
			if due == 0 || m.move%5 != 0 || seen == 12 {
				return
			}
			f.draw(m)
			seen++
			for seat, hue := range f.bright[:len(f.hands)] {
				want := 0
				if seat == payer {
					want = due
				}
				if got := f.outlines(m, hue); got != want {
					t.Errorf("%s: move %d has %d outlines of player %d, want %d", s.name, m.move, got, seat, want)
				}
			}
		})
		if seen < 12 {
			t.Errorf("%s: %d moments were seen", s.name, seen)
		}
	}
}

// The cards that make a player take the pile have a white edge, and no others.
func TestSnapsHaveAWhiteEdge(t *testing.T) {
	t.Parallel()
	f := started(t, filmShuffled(t, "snap", 2, 3))
	snaps := 0
	f.steps(t, func(m moment) {
		pile := m.Table.Pile()
		if len(pile) == 0 || m.move > 40 {
			return
		}
		f.draw(m)
		looks := f.shelves.pile(pile)
		spots := f.shelves.spots(f.shelves.row(pileRow), looks, 0)
		for i, at := range spots {
			_, h := f.shelves.size(looks[i])
			snap := i >= len(pile)-matched(m.Table)
			if snap {
				snaps++
			}
			if white := f.colorAt(at.X+1, at.Y+h/2) == ink; white != snap {
				t.Errorf("move %d, card %d of %d: a white edge is %v, want %v", m.move, i, len(pile), white, snap)
			}
		}
	})
	if snaps < 4 {
		t.Errorf("%d cards matched", snaps)
	}
}

// Cards stay within their rows, however many a hand has: beyond four fifths of all they
// overlap.
func TestCardsStayInTheirRows(t *testing.T) {
	t.Parallel()
	for _, s := range append(various(t), loops(t)...) {
		if s.of.Patience() {
			continue
		}
		f := started(t, s)
		if f.alone() {
			continue
		}
		st := &f.shelves
		f.steps(t, func(m moment) {
			for seat := range f.hands {
				looks := st.hand(m.Table.Hand(seat), 0)
				for i, at := range st.spots(st.row(seat), looks, 0) {
					w, h := st.size(looks[i])
					top := st.height - st.top - st.room*float64(st.row(seat))
					if at.X < st.left || at.X+w > st.left+st.width+0.5 || at.Y < top-st.room || at.Y+h > top {
						t.Fatalf("%s: move %d: card %d of %d of seat %d is at %v, %v by %v", s.name, m.move, i, len(looks), seat, at, w, h)
					}
				}
			}
			fanned := false
			for seat := range f.hands {
				looks := st.hand(m.Table.Hand(seat), 0)
				if float64(len(looks)) > 0.9*float64(f.cards) && st.squeeze(looks, 0) < 1 {
					fanned = true
				}
				if float64(len(looks)) < 0.7*float64(f.cards) && st.squeeze(looks, 0) < 0.9 {
					t.Fatalf("%s: move %d: %d of %d cards overlap", s.name, m.move, len(looks), f.cards)
				}
			}
			if m.move == f.moves && s.play.Outcome().Ending == game.Won && f.cards > 12 && st.near == 0 && !fanned {
				t.Errorf("%s: all %d cards in one hand do not overlap", s.name, f.cards)
			}
		})
	}
}

// Words on cards are cut to fit, and what has no letters gets some.
func TestTextsFitTheirCards(t *testing.T) {
	t.Parallel()
	for deal, want := range map[string]string{
		`[["tiger","lion","bear"],["lion","bear","tiger"]]`:      "tiger lion bear",
		`[[1,2,333333],[333333,2,6]]`:                            "1 2 333333 6",
		"🍎🍌🍎🍒 🍌🍎🍒🍎":                                              "A B C",
		"ab ♥️♣️":                                                "a b ♥ ♣",
		`[["` + strings.Repeat("hippopotamus", 20) + `"],["a"]]`: strings.Repeat("hippopotamus", 4) + "hippop a",
	} {
		f := started(t, filmOf(t, "snap", deal))
		var texts []string
		for _, c := range f.shelves.cards[1:] {
			texts = append(texts, c.text)
			w, _ := f.shelves.size(c)
			if c.letters == 0 || f.pool.Width(bold(c.letters, ink), c.text) > w {
				t.Errorf("%s: %q in letters of %v on a card %v wide", deal, c.text, c.letters, w)
			}
		}
		if got := strings.Join(texts, " "); got != want {
			t.Errorf("%s: the cards show %q, want %q", deal, got, want)
		}
	}
}

// Players are called by their names: in the letters that there are, and cut.
func TestNamesOfPlayers(t *testing.T) {
	t.Parallel()
	s := filmOf(t, "camicia", "2 A 7 / 3 4 5")
	named := *s.of
	for _, c := range []struct{ names, want []string }{
		{[]string{"Anna", "Bruno"}, []string{"Anna", "Bruno", "Anna wins"}},
		{[]string{"Bartolomeo il Grande", "花子"}, []string{"Bartolomeo …", "B", "Bartolomeo … wins"}},
		{[]string{"", "Bruno"}, []string{"A", "Bruno", "A wins"}},
		{[]string{"\u2068\u05d3\u05d5\u05d3\u2069", "Bruno"}, []string{"A", "Bruno", "A wins"}}, // from right to left
	} {
		named.Seats.Names = c.names
		s.of = &named
		f := started(t, s)
		var got []string
		f.page.Written = func(text string, _ float64, from, to canvas.Point) {
			got = append(got, text)
			if from.X < f.shelves.left && from.Y < float64(f.height)-filmHead && to.X > f.shelves.left {
				t.Errorf("%q ends at %v, on cards", text, to)
			}
		}
		f.steps(t, func(m moment) { f.draw(m) })
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("the film of %q does not say %q", c.names, want)
			}
		}
	}
}

// Below a chart shown alone are the players' colours.
func TestAChartAloneHasALegend(t *testing.T) {
	t.Parallel()
	f := started(t, filmShuffled(t, "beggar", 5, 9))
	f.steps(t, func(m moment) {
		if m.Move != game.Dealt {
			return
		}
		f.draw(m)
		seen := map[canvas.Color]bool{}
		for x := range pageWidth {
			seen[f.colorAt(float64(x), 12)] = true
		}
		for seat := range f.hands {
			if hue, _ := f.drawn.hue(seat); !seen[hue] {
				t.Errorf("player %d, %06x, is not in the legend", seat, int(hue))
			}
		}
	})
}

// The cards of a short loop are as large as those of other short games. Of a long one those in play
// are large, and the others bars.
func TestCardsOfAShortLoopAreLarge(t *testing.T) {
	t.Parallel()
	short, long := started(t, loops(t)[0]).shelves, started(t, loops(t)[1]).shelves
	if short.near != 0 || short.wide < 50 || long.near < 4 || long.wide < leastCard {
		t.Errorf("cards %v wide, bars behind %d, and cards %v wide, bars behind %d", short.wide, short.near, long.wide, long.near)
	}
}

// A long game has highlights with captions, of which the first players out are some.
func TestTurningPoints(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		filmed
		want []string
	}{
		{filmOf(t, "camicia", record), []string{"A takes 23 cards", "A has 2 cards left", "B has 2 cards left"}},
		{filmShuffled(t, "camicia", 5, 0), []string{"A takes 19 cards"}},
		{filmShuffled(t, "beggar", 5, 6), []string{"Player 2 is out", "Player 6 is out", "Player 3 is out"}},
	} {
		f := started(t, tt.filmed)
		var got []string
		for _, sh := range f.frames {
			if sh.said.ID != "" {
				got = append(got, f.Phrase(sh.said))
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
