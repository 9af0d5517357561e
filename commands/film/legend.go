package film

import (
	"fmt"

	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
)

// tagOf returns the tag of a player.
func (f *film) tagOf(seat int, m moment) theme.Tag {
	return theme.Tag{Name: f.game.Seats.Name(seat), Fill: f.hue(seat), Cards: f.Number(int64(m.held[seat])), Gone: f.gone(seat, m)}
}

// hue returns the colour of a player.
func (f *film) hue(seat int) canvas.Color {
	if f.alone() {
		own, _ := f.drawn.Hue(seat)
		return own
	}
	return f.bright[seat]
}

// legend draws whose the areas of a chart are that is shown alone.
func (f *film) legend(m moment) {
	var list []theme.Tag
	rest, cards := 0, 0
	for seat := range f.hands {
		if _, own := f.drawn.Hue(seat); own {
			list = append(list, f.tagOf(seat, m))
		} else {
			rest, cards = rest+1, cards+m.held[seat]
		}
	}
	if rest > 0 {
		list = append(list, theme.Tag{Name: fmt.Sprintf("+%d", rest), Fill: theme.Faint, Cards: f.Number(int64(cards)), Gone: cards == 0})
	}
	pitch := min((width-2*margin)/float64(len(list)), 140)
	for i, t := range list {
		t.Draw(f.page, canvas.Point{X: margin + pitch*float64(i), Y: legendDepth / 2}, 34)
	}
}
