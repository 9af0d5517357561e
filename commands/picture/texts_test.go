package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"nonna/commands/picture/canvas"
	"nonna/commands/words"
)

// placed is a text and the corners of its capitals.
type placed struct {
	text     string
	size     float64
	min, max canvas.Point
}

// written records the texts of a canvas.
func written(a canvas.Area) *[]placed {
	texts := new([]placed)
	a.Written = func(text string, size float64, from, to canvas.Point) {
		*texts = append(*texts, placed{text, size, from, to})
	}
	return texts
}

// least is the least size of letters: 12 pixels in a picture shown 400 pixels wide.
const least = 24

// checkTexts reports texts that are too small, outside of the picture or on each other.
func checkTexts(t interface{ Fatalf(string, ...any) }, page canvas.Area, texts []placed) {
	for i, a := range texts {
		if a.size < least {
			t.Fatalf("%v is written in letters of %v pixels, want %d", a, a.size, least)
		}
		if a.min.X < 8 || a.max.X > page.Max.X-8 || a.min.Y < 8 || a.max.Y > page.Max.Y-8 {
			t.Fatalf("%v leaves the picture", a)
		}
		for _, b := range texts[:i] {
			if a.min.X < b.max.X && b.min.X < a.max.X && a.min.Y < b.max.Y && b.min.Y < a.max.Y {
				t.Fatalf("%v lies on %v", a, b)
			}
		}
	}
}

// In each language the texts of charts are legible and name the game and all players who
// have an area.
func TestTextsOfGames(t *testing.T) {
	t.Parallel()
	for _, tag := range words.Languages() {
		p := newPainter()
		p.Printer = newBook().In(tag)
		for _, d := range deals(t) {
			if d.of.Patience() {
				continue
			}
			ch, err := p.record(t.Context(), settle(t, d.gameDeal, 0))
			if err != nil {
				t.Fatal(err)
			}
			page := p.page(pageHeight + int(ch.depth()))
			texts := written(page)
			p.draw(page, ch)
			page.Free()
			checkTexts(t, page, *texts)
			if !has(*texts, p.Phrase(name(d.of))) {
				t.Errorf("%s, %s: the name of the game is missing", tag, d.name)
			}
			for _, drop := range ch.drops[:min(len(ch.drops), maxPlayers-1)] {
				name := p.Phrase(d.of.Seats.Label("picture.short", drop.seat))
				out := func(p placed) bool { return p.text != name && strings.Contains(p.text, name) }
				if len(ch.drops) < maxPlayers && !slices.ContainsFunc(*texts, out) {
					t.Errorf("%s, %s: nothing says that %s is out", tag, d.name, name)
				}
			}
			for _, b := range ch.bands {
				if !has(*texts, b.name, b.short) {
					t.Errorf("%s, %s: an area of %s is not named", tag, d.name, b.name)
				}
			}
		}
	}
}

// has reports whether one of these texts was written.
func has(texts []placed, names ...string) bool {
	return slices.ContainsFunc(texts, func(p placed) bool { return slices.Contains(names, p.text) })
}

// The hands below a chart are the deal: typed in again, it plays alike. Hands that are too
// long or too many are left out.
func TestTheDealLiesBelowTheChart(t *testing.T) {
	t.Parallel()
	p, shown := newPainter(), 0
	for _, d := range deals(t) {
		if d.of.Patience() {
			continue
		}
		ch, err := p.record(t.Context(), settle(t, d.gameDeal, 0))
		if err != nil {
			t.Fatal(err)
		}
		var hands []string
		for _, h := range ch.deal {
			page := p.page(pageHeight + int(ch.depth()))
			texts := written(page)
			p.drawDeal(page, []hand{h}, ch.depth())
			page.Free()
			var cards []string
			for i, text := range (*texts)[1:] { // after the name
				cards = append(cards, text.text)
				if gap := text.min.X - (*texts)[i].max.X; gap < 6 {
					t.Errorf("%s: %.1f pixels before %v", d.name, gap, text)
				}
			}
			hands = append(hands, strings.Join(cards, " "))
		}
		if len(hands) == 0 {
			continue
		}
		shown++
		again, err := d.of.Read(strings.Join(hands, " / "), d.deal.Options())
		if err != nil {
			t.Errorf("%s: %q is no deal: %v", d.name, hands, err)
		} else if again.Key() != d.deal.Key() {
			t.Errorf("%s: %q plays otherwise than %s", d.name, hands, d.deal)
		}
	}
	if shown != 11 {
		t.Errorf("%d deals are shown, want 11", shown)
	}
	for _, c := range []struct {
		text string
		rows int
	}{
		{strings.Repeat("2 ", 26) + "/ A", 2},
		{strings.Repeat("2 ", 27) + "/ A", 0},
		{strings.Repeat("2 ", 22) + strings.Repeat("10 ", 4) + "/ A", 2},
		{strings.Repeat("10 ", 26) + "/ A", 0},
		{strings.Repeat(strings.Repeat("2 ", 26)+"/", 9) + "A", 10},
		{strings.Repeat(strings.Repeat("2 ", 26)+"/", 10) + "A", 0},
	} {
		ch, err := p.record(t.Context(), settle(t, read(t, "beggar", c.text), 0))
		if err != nil {
			t.Fatal(err)
		}
		if ch.rows != c.rows {
			t.Errorf("%q is shown in %d rows, want %d", c.text, ch.rows, c.rows)
		}
	}
}

// Players who drop out at one moment have a cross each, and are named.
func TestExitsAtOneMoment(t *testing.T) {
	t.Parallel()
	p := newPainter()
	s := settle(t, read(t, "beggar", "2/3/4/5 6 7 8 9 2/J 2 3 4 5"), 0)
	ch, err := p.record(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	page := p.page(pageHeight)
	defer page.Free()
	texts := written(page)
	p.draw(page, ch)
	places := ch.crosses(page)
	if len(places) != 4 || ch.drops[1].x != ch.drops[2].x {
		t.Fatalf("%v drop out, want 4, the second and the third at one moment", ch.drops)
	}
	for i, a := range places {
		for _, b := range places[:i] {
			if d := a.Sub(b); math.Hypot(d.X, d.Y) < 2*ch.crossSize() {
				t.Errorf("crosses lie on each other: %v", places)
			}
		}
		if seat := fmt.Sprintf("P%d", 1+ch.drops[i].seat); !slices.ContainsFunc(*texts, func(p placed) bool {
			return strings.HasSuffix(p.text, " out") && strings.Contains(p.text, seat)
		}) {
			t.Errorf("%s is not named as out: %v", seat, *texts)
		}
	}
}
