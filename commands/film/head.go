package film

import (
	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/engine/game"
)

const (
	headBase  = 40.0 // the line of the texts, from the top
	titleSize = 34
	noteSize  = 26
)

// head draws what happens, and how far the game is.
func (f *film) head(m moment) {
	base := f.page.Max.Y - headBase
	title, color := f.title(m)
	end := theme.Headline(f.page.Inset(margin, margin, 0, 0), base, theme.Bold(titleSize, color), title, theme.Bold(noteSize, theme.Faint), f.note(m))
	if m.fast {
		f.drawFast(end+14, base)
	}
}

// drawFast draws two arrows: moves are left out.
func (f *film) drawFast(x, base float64) {
	for range 2 {
		f.page.Fill(theme.Others, canvas.Point{X: x, Y: base + 23}, canvas.Point{X: x, Y: base + 1}, canvas.Point{X: x + 13, Y: base + 12})
		x += 14
	}
}

// title returns the text on the left and its colour.
func (f *film) title(m moment) (string, canvas.Color) {
	switch {
	case f.loops():
		return f.Phrase(f.drawn.Verdict()), theme.Ink
	case f.over(m):
		color := theme.Ink
		if w := f.out.Winner(); w >= 0 {
			color = f.hue(w)
		}
		return f.Phrase(f.drawn.Verdict()), color
	case m.said.ID != "":
		return f.Phrase(m.said), f.hue(m.seat)
	case m.Move == game.Dealt:
		return f.Say("film.deal", nil), theme.Ink
	}
	return f.Say("film.moment", game.Args{"moment": f.at(m)}), theme.Others
}

// at returns the name of the current take.
func (f *film) at(m moment) game.Phrase {
	if m.Move == game.Took {
		return f.game.Units[1].Moment(m.At.Takes)
	}
	return f.game.Units[1].Moment(m.At.Takes + 1)
}

// note returns the text on the right.
func (f *film) note(m moment) string {
	unit := f.game.Units[0]
	switch {
	case f.loops():
		return f.Say("film.of", game.Args{"at": m.At.Plays - f.out.Lead.Plays, "length": unit.Count(f.out.Cycle().Plays)})
	case f.over(m):
		return f.length(f.out.Length)
	case m.Move == game.Dealt:
		return f.Phrase(game.Count("cards", int64(f.cards)))
	}
	return f.Phrase(unit.Count(m.At.Plays))
}
