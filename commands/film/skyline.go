package film

import (
	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/engine/game"
)

// card is a card where it is drawn.
type card struct {
	face
	seat  int // whose colour it has
	at    canvas.Point
	flies bool
}

// drawHandOf draws a row with a player's name and cards.
func (f *film) drawHandOf(row, seat int, m moment) {
	st := &f.stage
	hand := m.Table.Hand(seat)
	slots := st.spots(row, st.looks(m.slots[seat]), 0)
	f.drawName(row, seat, m)
	for line := range st.lines {
		if y := st.shelf(row, line) - 4; line == 0 || len(slots) > 0 && slots[len(slots)-1].Y-4 <= y {
			f.page.Rect(theme.PileFill, canvas.Point{X: st.left, Y: y}, canvas.Point{X: st.left + st.width, Y: y - 2})
		}
	}
	taken, from := 0, []canvas.Point(nil)
	if m.Move == game.Took && seat == m.Seat && m.part < 1 { // the pile is on its way
		taken = len(hand) - m.before[seat]
		from = st.spots(st.row(pileRow), st.looks(hand[len(hand)-taken:]), 0)
	}
	list := make([]card, len(hand))
	for i, id := range hand {
		list[i] = card{face: st.cards[id], seat: seat, at: slots[len(slots)-len(hand)+i]}
		if j := i - (len(hand) - taken); j >= 0 {
			list[i].at, list[i].flies = between(from[j], list[i].at, m.part), true
		}
	}
	f.drawCards(list)
}

// between returns a point on the way between two, slow at both ends.
func between(from, to canvas.Point, part float64) canvas.Point {
	return from.Add(to.Sub(from).Scale(part * part * (3 - 2*part)))
}

// drawPile draws the pile and the outlines of what is owed.
func (f *film) drawPile(row int, m moment) {
	st := &f.stage
	pile := m.Table.Pile()
	looks := st.looks(pile)
	payer, due := owed(m.Table)
	outline := cheap("", f.flies())
	for range due {
		looks = append(looks, outline)
	}
	spots := st.spots(row, looks, due)
	list := make([]card, len(pile))
	for i := range pile {
		list[i] = card{face: looks[i], seat: m.owners[i], at: spots[i]}
		if i == len(pile)-1 && m.Move == game.Played && m.part < 1 {
			list[i].at, list[i].flies = between(f.origin(m, spots[i]), spots[i], m.part), true
		}
	}
	f.drawCards(list)
	if m.part < 1 {
		return
	}
	for i := len(pile) - matched(m.Table); i < len(pile); i++ {
		f.frame(looks[i], spots[i], canvas.Line{Color: theme.Ink, Width: min(5, st.wide/7)})
	}
	for _, at := range spots[len(pile):] {
		f.frame(outline, at, canvas.Line{Color: f.skins[payer].bright, Width: max(2, st.wide/28)})
	}
}

// origin returns where the card played lay, or at if it was in the pile.
func (f *film) origin(m moment, at canvas.Point) canvas.Point {
	slots := m.slots[m.Seat]
	i := len(slots) - m.before[m.Seat]
	if m.before[m.Seat] == m.held[m.Seat] || i < 0 || i >= len(slots) {
		return at
	}
	return f.stage.spots(f.stage.row(m.Seat), f.stage.looks(slots), 0)[i]
}

// owed returns who owes how many cards at a table.
func owed(t game.Table) (payer, cards int) {
	if t, ok := t.(game.Owing); ok {
		return t.Owed()
	}
	return 0, 0
}

// matched returns the number of equal cards on top of the pile.
func matched(t game.Table) int {
	if t, ok := t.(game.Matching); ok {
		return t.Matched()
	}
	return 0
}

// drawCards draws cards from the left to the right. One that covers another has an edge.
func (f *film) drawCards(list []card) {
	edge := min(f.stage.gap(), 3)
	for i, c := range list {
		if c.flies || i > 0 && f.covered(list[i-1], c) > 0 {
			f.block(theme.Ground, c, edge)
		}
		covered := 0.0
		if i < len(list)-1 {
			covered = f.covered(c, list[i+1])
		}
		f.drawCard(c, covered)
	}
}

// covered returns the width of a card's part that the next one covers.
func (f *film) covered(c, next card) float64 {
	if n := c.at.X + c.broad*f.stage.wide - next.at.X; n > 0.5 && c.at.Y == next.at.Y {
		return n
	}
	return 0
}

// drawCard draws a card in its player's colour, with its text in the middle of what will
// not be covered.
func (f *film) drawCard(c card, covered float64) {
	hue := f.skins[c.seat].bright
	if f.stage.priced && !c.dear {
		hue = f.skins[c.seat].dim
	}
	f.block(hue, c, 0)
	if c.letters > 0 {
		w, h := f.stage.size(c.face)
		f.page.TextMiddle(theme.Bold(c.letters, theme.InkOn(hue)), c.at.X+(w-covered)/2, c.at.Y+h/2, 0.5, c.text)
	}
}

// block fills a card's outline, larger by an edge on each side. Small ones have no round
// corners.
func (f *film) block(color canvas.Color, c card, edge float64) {
	const small = 9
	if w, h := f.stage.size(c.face); w <= small {
		e := canvas.Point{X: edge, Y: edge}
		f.page.Rect(color, c.at.Sub(e), c.at.Add(canvas.Point{X: w, Y: h}).Add(e))
		return
	}
	f.page.Fill(color, f.outline(c.face, c.at, edge)...)
}

// outline returns the outline of a card with its lower left corner at a point, larger by
// an edge on each side.
func (f *film) outline(c face, at canvas.Point, edge float64) []canvas.Point {
	w, h := f.stage.size(c)
	mid := at.Add(canvas.Point{X: w / 2, Y: h / 2})
	w, h = w+2*edge, h+2*edge
	return theme.Rounded(mid, w, h, min(w/6, 6))
}

// frame draws the outline of a card.
func (f *film) frame(c face, at canvas.Point, line canvas.Line) {
	f.page.Ring(line, f.outline(c, at, -1)...)
}

// drawName draws whose a row is and the number of cards, with an arrow for a player who
// pays, or leads from the deal.
func (f *film) drawName(row, seat int, m moment) {
	st := &f.stage
	x, mid := st.left-nameRoom, st.middle(row)
	f.tag(canvas.Point{X: x, Y: mid}, min(st.room-8, 38), f.tagOf(seat, m))
	payer, due := owed(m.Table)
	if !f.over(m) && (due > 0 && payer == seat || m.Move == game.Dealt && seat == 0) {
		at := canvas.Point{X: x - 15, Y: mid}
		f.page.Fill(theme.Ink, at.Add(canvas.Point{Y: 9}), at.Sub(canvas.Point{Y: 9}), at.Add(canvas.Point{X: 11}))
	}
}

// gone reports whether a player is out, or has lost.
func (f *film) gone(seat int, m moment) bool {
	return m.Table.Out(seat) || f.over(m) && f.out.Winner() >= 0 && f.out.Winner() != seat
}
