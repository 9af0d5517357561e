package film

import (
	"fmt"

	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
)

// tag is whose a row or an area is, and the number of cards.
type tag struct {
	name  string
	fill  canvas.Color
	cards int
	gone  bool // is out, or has lost
}

// tagOf returns the tag of a player.
func (f *film) tagOf(seat int, m moment) tag {
	return tag{f.game.Seats.Name(seat), f.hue(seat), m.held[seat], f.gone(seat, m)}
}

// hue returns the colour of a player.
func (f *film) hue(seat int) canvas.Color {
	if f.alone() {
		own, _ := f.drawn.Hue(seat)
		return own
	}
	return f.skins[seat].bright
}

// tag draws a tag of a height with the middle of its left edge at a point.
func (f *film) tag(at canvas.Point, high float64, t tag) {
	count := theme.Bold(28, theme.Ink)
	if t.gone {
		t.fill, count.Color = theme.PileFill, theme.Others
	}
	name := theme.Bold(25, theme.InkOn(t.fill))
	side := max(nameSide, f.pool.Width(name, t.name)+12)
	f.page.Fill(t.fill, theme.Rounded(canvas.Point{X: at.X + side/2, Y: at.Y}, side, high, 7)...)
	f.page.TextMiddle(name, at.X+side/2, at.Y, 0.5, t.name)
	text := f.Number(int64(t.cards))
	count = theme.Fit(f.pool, count, text, nameRoom-nameSide-9)
	f.page.TextMiddle(count, at.X+side+7, at.Y, 0, text)
}

// legend draws whose the areas of a chart are that is shown alone.
func (f *film) legend(m moment) {
	var list []tag
	rest, cards := 0, 0
	for seat := range f.hands {
		if _, own := f.drawn.Hue(seat); own {
			list = append(list, f.tagOf(seat, m))
		} else {
			rest, cards = rest+1, cards+m.held[seat]
		}
	}
	if rest > 0 {
		list = append(list, tag{fmt.Sprintf("+%d", rest), theme.Faint, cards, cards == 0})
	}
	pitch := min((width-2*margin)/float64(len(list)), 140)
	for i, t := range list {
		f.tag(canvas.Point{X: margin + pitch*float64(i), Y: legendDepth / 2}, 34, t)
	}
}
