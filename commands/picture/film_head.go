package picture

import (
	"fmt"
	"slices"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

const (
	headBase  = 40.0 // the line of the texts, from the top
	filmTitle = 34
	filmNote  = 26
)

// head draws what happens, and how far the game is.
func (f *film) head(m moment) {
	base := f.page.Max.Y - headBase
	title, color := f.title(m)
	end := headline(f.page.Inset(margin, margin, 0, 0), base, bold(filmTitle, color), title, bold(filmNote, faint), f.note(m))
	if m.fast {
		f.drawFast(end+14, base)
	}
}

// drawFast draws two arrows: moves are left out.
func (f *film) drawFast(x, base float64) {
	for range 2 {
		f.page.Fill(grey, canvas.Point{X: x, Y: base + 23}, canvas.Point{X: x, Y: base + 1}, canvas.Point{X: x + 13, Y: base + 12})
		x += 14
	}
}

// title returns the text on the left and its colour.
func (f *film) title(m moment) (string, canvas.Color) {
	switch {
	case f.loops():
		return f.drawn.head.title, ink
	case f.over(m):
		color := ink
		if w := f.Winner(); w >= 0 {
			color = f.hue(w)
		}
		return f.drawn.head.title, color
	case m.said.ID != "":
		return f.Phrase(m.said), f.hue(m.seat)
	case m.Move == game.Dealt:
		return f.Say("remark.deal", nil), ink
	}
	return f.Say("film.moment", game.Args{"moment": f.at(m)}), grey
}

// at returns the name of the current take.
func (f *film) at(m moment) game.Phrase {
	if m.Move == game.Took {
		return f.Units[1].Moment(m.At.Takes)
	}
	return f.Units[1].Moment(m.At.Takes + 1)
}

// note returns the text on the right.
func (f *film) note(m moment) string {
	unit := f.Units[0]
	switch {
	case f.loops():
		return f.Say("film.of", game.Args{"at": m.At.Plays - f.Lead.Plays, "length": unit.Count(f.Cycle().Plays)})
	case f.over(m):
		return f.length(f.Length)
	case m.Move == game.Dealt:
		return f.Phrase(game.Count("cards", int64(f.cards)))
	}
	return f.Phrase(unit.Count(m.At.Plays))
}

// tagOf returns the tag of a player.
func (f *film) tagOf(seat int, m moment) tag {
	return tag{name: f.Seats.Name(seat), fill: f.hue(seat), cards: f.Number(int64(m.held[seat])), gone: f.gone(seat, m)}
}

// hue returns the colour of a player.
func (f *film) hue(seat int) canvas.Color {
	if f.alone() {
		own, _ := f.drawn.hue(seat)
		return own
	}
	return f.bright[seat]
}

// hue returns the colour of a player's area, and false if the player shares one.
func (ch *chart) hue(seat int) (canvas.Color, bool) {
	at := slices.IndexFunc(ch.bands, func(b band) bool { return b.seat == seat })
	if at < 0 {
		return faint, false
	}
	return ch.bands[at].fill, true
}

// legendOf draws whose the areas of a chart are that is shown alone.
func (f *film) legendOf(m moment) {
	var list []tag
	rest, cards := 0, 0
	for seat := range f.hands {
		if _, own := f.drawn.hue(seat); own {
			list = append(list, f.tagOf(seat, m))
		} else {
			rest, cards = rest+1, cards+m.held[seat]
		}
	}
	if rest > 0 {
		list = append(list, tag{name: fmt.Sprintf("+%d", rest), fill: faint, cards: f.Number(int64(cards)), gone: cards == 0})
	}
	pitch := min((pageWidth-2*margin)/float64(len(list)), 140)
	for i, t := range list {
		t.draw(f.page, canvas.Point{X: margin + pitch*float64(i), Y: legendDepth / 2}, 34)
	}
}
