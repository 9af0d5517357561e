package picture

import (
	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// card returns a card of a player at a place.
func (f *film) card(c cardLook, seat int, at canvas.Point) tile {
	w, h := f.shelves.size(c)
	k := tile{at: at, width: w, height: h, fill: f.bright[seat], text: c.text, size: c.letters}
	if f.shelves.priced && !c.dear {
		k.fill = f.dim[seat]
	}
	return k
}

// drawHandOf draws a row with a player's name and cards.
func (f *film) drawHandOf(row, seat int, m moment) {
	st := &f.shelves
	hand := m.Table.Hand(seat)
	looks := st.hand(m.slots[seat], len(m.slots[seat])-len(hand))
	slots := st.spots(row, looks, 0)
	f.drawName(row, seat, m)
	y := st.shelf(row) - 4
	f.page.Rect(pileFill, canvas.Point{X: st.left, Y: y}, canvas.Point{X: st.left + st.width, Y: y - 2})
	taken, from := 0, []canvas.Point(nil)
	if m.Move == game.Took && seat == m.Seat && m.part < 1 { // the pile is on its way
		taken = len(hand) - m.before[seat]
		from = st.spots(st.row(pileRow), st.pile(hand[len(hand)-taken:]), 0)
	}
	list, still := make([]tile, len(hand)), len(hand)-taken
	for i := range hand {
		slot := len(slots) - len(hand) + i
		at := slots[slot]
		if i >= still {
			at = between(from[i-still], at, m.part)
		}
		list[i] = f.card(looks[slot], seat, at)
	}
	f.drawCards(list, still)
}

// between returns a point on the way between two, slow at both ends.
func between(from, to canvas.Point, part float64) canvas.Point {
	return from.Add(to.Sub(from).Scale(part * part * (3 - 2*part)))
}

// drawPile draws the pile and the outlines of what is owed.
func (f *film) drawPile(row int, m moment) {
	st := &f.shelves
	pile := m.Table.Pile()
	looks := st.pile(pile)
	payer, due := owed(m.Table)
	outline := cheap("", f.flies())
	for range due {
		looks = append(looks, outline)
	}
	spots := st.spots(row, looks, due)
	list, still := make([]tile, len(pile)), len(pile)
	for i := range pile {
		list[i] = f.card(looks[i], m.owners[i], spots[i])
	}
	if m.Move == game.Played && m.part < 1 {
		still--
		list[still].at = between(f.origin(m, spots[still]), spots[still], m.part)
	}
	f.drawCards(list, still)
	if m.part < 1 {
		return
	}
	for i := len(pile) - matched(m.Table); i < len(pile); i++ {
		f.page.Ring(canvas.Line{Color: ink, Width: min(5, st.wide/7)}, list[i].outline(-1)...)
	}
	for _, at := range spots[len(pile):] {
		f.page.Ring(canvas.Line{Color: f.bright[payer], Width: max(2, st.wide/28)}, f.card(outline, payer, at).outline(-1)...)
	}
}

// origin returns where the card played lay, or at if it was in the pile.
func (f *film) origin(m moment, at canvas.Point) canvas.Point {
	slots := m.slots[m.Seat]
	i := len(slots) - m.before[m.Seat]
	if m.before[m.Seat] == m.held[m.Seat] || i < 0 || i >= len(slots) {
		return at
	}
	return f.shelves.spots(f.shelves.row(m.Seat), f.shelves.hand(slots, i), 0)[i]
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

// drawCards draws cards from the left to the right. Those behind a number fly. One
// that covers another has an edge.
func (f *film) drawCards(list []tile, still int) {
	edge := min(f.shelves.gap(), 3)
	for i, c := range list {
		if i >= still || i > 0 && f.covered(list[i-1], c) > 0 {
			c.block(f.page, ground, edge)
		}
		covered := 0.0
		if i < len(list)-1 {
			covered = f.covered(c, list[i+1])
		}
		c.draw(f.page, covered)
	}
}

// covered returns the width of a card's part that the next one covers.
func (f *film) covered(c, next tile) float64 {
	if n := c.at.X + c.width + f.shelves.gap() - next.at.X; n > 0.5 && c.at.Y == next.at.Y { // or it flies
		return n
	}
	return 0
}

// drawName draws whose a row is and the number of cards, with an arrow for a player who
// pays, or leads from the deal.
func (f *film) drawName(row, seat int, m moment) {
	st := &f.shelves
	x, mid := st.left-st.tags, st.middle(row)
	f.tagOf(seat, m).draw(f.page, canvas.Point{X: x, Y: mid}, min(st.room-8, 38))
	payer, due := owed(m.Table)
	if !f.over(m) && (due > 0 && payer == seat || m.Move == game.Dealt && seat == 0) {
		at := canvas.Point{X: x - 15, Y: mid}
		f.page.Fill(ink, at.Add(canvas.Point{Y: 9}), at.Sub(canvas.Point{Y: 9}), at.Add(canvas.Point{X: 11}))
	}
}

// gone reports whether a player is out, or has lost.
func (f *film) gone(seat int, m moment) bool {
	return m.Table.Out(seat) || f.over(m) && f.Winner() >= 0 && f.Winner() != seat
}
