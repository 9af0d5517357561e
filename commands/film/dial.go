package film

import (
	"context"

	"nonna/commands/picture"
	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/commands/words"
	"nonna/engine/game"
)

// turnedDelay is how long a turned card is shown.
const turnedDelay = 22

// dial makes the film of a game on a clock face.
func (m *Maker) dial(ctx context.Context, p *words.Printer, g *game.Game, play game.Play) (*reel, []game.Phrase, error) {
	turns, err := turnsOf(ctx, play)
	if err != nil {
		return nil, nil, err
	}
	page := m.artist.Pool.New(picture.Width, picture.DialHeight)
	defer page.Free()
	r := newReel(picture.Width, picture.DialHeight, m.artist.Pool.Palette())
	for i, t := range turns {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		page.Clear()
		m.artist.DrawTurn(page, p, t)
		m.dialHead(page, p, t, i)
		delay := turnedDelay
		if i == 0 {
			delay = dealDelay
		}
		r.expose(page.Pixels(), delay)
	}
	page.Clear()
	said := m.artist.DrawEnd(page, p, g, play.Outcome())
	r.expose(page.Pixels(), endDelay)
	said[0] = game.Phrase{ID: "film.alt-dial", Args: game.Args{"what": said[0]}}
	return r, said, nil
}

// turnsOf returns the moments of a game with a dial, the deal first.
func turnsOf(ctx context.Context, play game.Play) ([]picture.Turn, error) {
	var list []picture.Turn
	err := play.Replay(ctx, play.Outcome().Length.Plays, func(s game.Step) {
		t := picture.Turn{Pile: -1} // the last card leads to pile 0, which is empty
		for pile := range s.Table.Players() {
			t.FaceDown = append(t.FaceDown, len(s.Table.Hand(pile)))
		}
		if s.Move != game.Dealt {
			t.Pile = s.Seat
		}
		if n := len(list); n > 1 {
			list[n-1].Next = s.Seat
		}
		list = append(list, t)
	})
	return list, err
}

// dialHead writes how many cards are face up and down.
func (m *Maker) dialHead(page canvas.Area, p *words.Printer, t picture.Turn, turned int) {
	down := 0
	for _, n := range t.FaceDown {
		down += n
	}
	title := p.Say("film.deal", nil)
	if turned > 0 {
		title = p.Count("film.turned", int64(turned))
	}
	note := p.Phrase(game.Phrase{ID: "picture.lost-line", Args: game.Args{"cards": game.Count("cards", int64(down))}})
	theme.Headline(page.Inset(margin, margin, 0, 0), page.Max.Y-54, theme.Bold(titleSize, theme.Ink), title, theme.Bold(noteSize, theme.Faint), note)
}
