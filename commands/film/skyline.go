package film

import (
	"math"

	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/engine/game"
)

// drawHandOf draws a row with a player's name and cards.
func (f *film) drawHandOf(row, seat int, m moment) {
	st := &f.stage
	hand := m.Table.Hand(seat)
	slots := st.spots(row, st.looks(m.slots[seat]))
	f.drawName(row, seat, m)
	for line := range st.lines {
		if y := st.shelf(row, line) - 4; line == 0 || len(slots) > 0 && slots[len(slots)-1].Y-4 <= y {
			f.page.Rect(theme.PileFill, canvas.Point{X: st.left, Y: y}, canvas.Point{X: st.left + st.width, Y: y - 2})
		}
	}
	taken, from := 0, []canvas.Point(nil)
	if m.Move == game.Took && seat == m.Seat && m.part < 1 { // the pile is on its way
		taken = len(hand) - m.before[seat]
		from = st.spots(st.row(pileRow), st.looks(hand[len(hand)-taken:]))
	}
	for i, id := range hand {
		at := slots[len(slots)-len(hand)+i]
		if j := i - (len(hand) - taken); j >= 0 {
			at = between(from[j], at, m.part)
		}
		f.drawCard(st.cards[id], hues()[seat], at)
	}
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
	spots := st.spots(row, looks)
	for i := range pile {
		at := spots[i]
		if i == len(pile)-1 && m.Move == game.Played && m.part < 1 {
			at = between(f.origin(m, at), at, m.part)
		}
		f.drawCard(looks[i], hues()[m.owners[i]], at)
	}
	if m.part < 1 {
		return
	}
	for i := len(pile) - matched(m.Table); i < len(pile); i++ {
		f.frame(looks[i], spots[i], canvas.Line{Color: theme.Ink, Width: 5})
	}
	for _, at := range spots[len(pile):] {
		f.frame(outline, at, canvas.Line{Color: hues()[payer], Width: max(2, st.wide/28)})
	}
}

// origin returns where the card played lay, or at if it was in the pile.
func (f *film) origin(m moment, at canvas.Point) canvas.Point {
	slots := m.slots[m.Seat]
	i := len(slots) - m.before[m.Seat]
	if m.before[m.Seat] == m.held[m.Seat] || i < 0 || i >= len(slots) {
		return at
	}
	return f.stage.spots(f.stage.row(m.Seat), f.stage.looks(slots))[i]
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

// box returns the outline of a card with its lower left corner at a point, smaller by an
// inset.
func (f *film) box(c face, at canvas.Point, inset float64) (corners []canvas.Point, mid canvas.Point, w, h float64) {
	w, h = c.broad*f.stage.wide-f.stage.gap(), math.Round(c.tall*f.stage.full)
	mid = at.Add(canvas.Point{X: w / 2, Y: h / 2})
	return theme.Rounded(mid, w-inset, h-inset, min((w-inset)/6, 6)), mid, w, h
}

// drawCard draws a card in a player's colour.
func (f *film) drawCard(c face, hue canvas.Color, at canvas.Point) {
	if f.stage.priced && !c.dear {
		hue = dim(hue)
	}
	corners, mid, w, h := f.box(c, at, 0)
	if w > 9 {
		f.page.Fill(hue, corners...)
	} else {
		f.page.Rect(hue, at, at.Add(canvas.Point{X: w, Y: h}))
	}
	letters := theme.InkOn(hue)
	if f.stage.priced && !c.dear {
		letters = theme.Ink
	}
	if c.named && w >= 12 {
		f.page.TextMiddle(theme.Bold(math.Round(min(w*0.9, h*0.95, 38)), letters), mid.X, mid.Y, 0.5, c.text)
	}
}

// frame draws the outline of a card.
func (f *film) frame(c face, at canvas.Point, line canvas.Line) {
	corners, _, _, _ := f.box(c, at, 2)
	f.page.Ring(line, corners...)
}

// drawName draws whose a row is and the number of cards, with an arrow for a player who
// pays, or leads from the deal.
func (f *film) drawName(row, seat int, m moment) {
	const side = 32.0
	st := &f.stage
	x, mid := st.left-nameRoom, st.middle(row)
	hue, count := hues()[seat], theme.Ink
	if f.gone(seat, m) {
		hue, count = theme.PileFill, theme.Others
	}
	f.page.Fill(hue, theme.Rounded(canvas.Point{X: x + side/2, Y: mid}, side, min(st.room-8, 38), 7)...)
	f.page.TextMiddle(theme.Bold(25, theme.InkOn(hue)), x+side/2, mid, 0.5, f.game.Seats.Name(seat))
	f.page.TextMiddle(theme.Bold(28, count), x+side+7, mid, 0, f.Number(int64(m.held[seat])))
	payer, due := owed(m.Table)
	if !f.over(m) && (due > 0 && payer == seat || m.Move == game.Dealt && seat == 0) {
		at := canvas.Point{X: x - 15, Y: mid}
		f.page.Fill(theme.Ink, at.Add(canvas.Point{Y: 9}), at.Sub(canvas.Point{Y: 9}), at.Add(canvas.Point{X: 11}))
	}
}

// gone reports whether a player is out, or has lost.
func (f *film) gone(seat int, m moment) bool {
	return m.out[seat] || f.over(m) && f.out.Winner() >= 0 && f.out.Winner() != seat
}
