package boards

import (
	"context"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// empty says why a view has no entries, and names a command that shows some, or that
// plays the first.
func (b *boards) empty(ctx context.Context, req commands.Request, p commands.Printer, v boardView) (string, error) {
	whole := boardView{v.Game, v.Division, pageState{Kind: v.Kind, By: v.By}}
	if n, err := b.total(ctx, req, whole); err != nil {
		return "", err
	} else if n > 0 {
		return p.Say("board.unfit", words.Args{"command": commandOf(p, whole), "games": p.Count("count.games", n)}), nil
	}
	return first(p, v), nil
}

// first says that a board has no games, and how to play its first one.
func first(p commands.Printer, v boardView) string {
	g := p.Game(v.Game)
	d := game.Division{Shuffled: true} // without a division, any shuffle is on a board
	if v.Division != "" {
		var ok bool
		if d, ok = g.Division(v.Division); !ok {
			return p.Say("board.no-division", words.Args{"division": commands.Escape(v.Division), "example": p.ExampleDivision(v.Game)})
		}
	}
	switch v.Kind {
	case store.Loops:
		return p.Say("board.no-loops", nil)
	case store.Hunts:
		return p.Say("board.no-hunts", words.Args{"command": p.Typed("hunt start")})
	}
	if !d.Shuffled {
		return p.Say("board.nothing", nil)
	}
	return p.Say("board.empty", words.Args{"command": p.Typed(v.Game, g.Pairs(g.Given(d.Options))...)})
}

// total returns the number of entries on a board.
func (b *boards) total(ctx context.Context, req commands.Request, v boardView) (int64, error) {
	q := v.query(req)
	q.Limit = 0
	page, err := b.store.Board(ctx, q)
	return page.Total, err
}

// commandOf returns the command that shows a board.
func commandOf(p commands.Printer, v boardView) string {
	filled := []string{"game", v.Game}
	if v.Division != "" {
		filled = append(filled, "division", p.DivisionName(v.Game, v.Division))
	}
	if order := (commands.Order{Kind: v.Kind, By: v.By}); order.Kind != store.Ends || order.By != store.ByPlays {
		filled = append(filled, "by", p.OrderName(v.Game, order))
	}
	return p.Typed(commands.BoardCommand, filled...)
}
