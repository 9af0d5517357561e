package boards

import (
	"context"
	"slices"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// pageOfBoard is a page of everybody's games, or of one member's.
type pageOfBoard struct {
	store.Page
	view boardView
	// own is the user's best entry, if it is shown below the others.
	own *store.Entry
	// empty says that no page has entries.
	empty bool
	// name is the member's, "" without one and for members who hide it.
	name string
}

// query returns the store's query for a page of everybody's games.
func (v boardView) query(req commands.Request) store.BoardQuery {
	return store.BoardQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: v.Game, Division: v.Division,
		Kind: v.Kind, By: v.By, Span: v.Span, At: req.At,
		PageQuery: v.Cursor.Page(boardPage),
	}
}

// read reads the page of a view.
func (b *boards) read(ctx context.Context, req commands.Request, v boardView) (pageOfBoard, error) {
	order := commands.Order{Kind: v.Kind, By: v.By}
	if !b.Ranked(v.Game) || b.Public(req).OrderName(v.Game, order) == "" || v.Span < store.AllTime || v.Span > store.Week {
		return pageOfBoard{}, commands.ErrOldButton // forged, or from before the game was gone
	}
	if v.Member != 0 {
		return b.readMember(ctx, req, v)
	}
	page, err := b.store.Board(ctx, v.query(req))
	if err != nil {
		return pageOfBoard{}, err
	}
	v.Ephemeral = hidesName(page.Own)
	pg := pageOfBoard{Page: page, view: v, empty: page.Total == 0}
	pg.addOwn(page.Own)
	return pg, nil
}

// readMember reads a page of one member's games.
func (b *boards) readMember(ctx context.Context, req commands.Request, v boardView) (pageOfBoard, error) {
	page, err := b.store.MemberBoard(ctx, store.MemberQuery{BoardQuery: v.query(req), MemberID: v.Member})
	if err != nil {
		return pageOfBoard{}, err
	}
	v.Ephemeral = page.Member.Hidden || hidesName(page.Own)
	pg := pageOfBoard{Page: page.Page, view: v, empty: len(page.Entries) == 0, name: commands.ShownName(page.Member.Name)}
	if v.Member != req.User.ID {
		pg.addOwn(page.Own)
	}
	return pg, nil
}

// hidesName reports whether the user, whose best entry is own, hides their name.
func hidesName(own *store.Entry) bool { return own != nil && own.Player.Hidden }

// addOwn shows the user's best entry below the others, unless it is among them.
func (pg *pageOfBoard) addOwn(own *store.Entry) {
	if own != nil && !slices.ContainsFunc(pg.Entries, func(e store.Entry) bool { return e.ID == own.ID }) {
		pg.own = own
	}
}

// footer says which places are on the page.
func (pg pageOfBoard) footer(p commands.Printer) string {
	if pg.view.Member != 0 {
		return p.Say("board.among-all", nil)
	}
	id, from, to := "board.range", pg.Entries[0].Rank, pg.Entries[len(pg.Entries)-1].Rank
	if from == to {
		id = "board.range-one"
	}
	return p.Say(id, words.Args{"from": from, "to": to, "games": p.Count("count.games", pg.Total)})
}

// controls returns the menu of the entries shown, and the page buttons.
func (pg pageOfBoard) controls(p commands.Printer) []commands.Row {
	return p.EntryRows(pg.view.Game, pg.view.By, pg.Page, func(c commands.Cursor) string {
		s := pg.view.pageState
		s.Cursor = c
		return pageControl.ID(commands.BoardCommand, s)
	})
}

// empty says why a view has no entries, and names a command that shows some, or that
// plays the first.
func (b *boards) empty(ctx context.Context, req commands.Request, p commands.Printer, v boardView) (string, error) {
	whole := boardView{v.Game, v.Division, pageState{Kind: v.Kind, By: v.By}}
	q := whole.query(req)
	q.Limit = 0
	if page, err := b.store.Board(ctx, q); err != nil || page.Total > 0 {
		return p.Say("board.unfit", words.Args{"command": commandOf(p, whole), "games": p.Count("count.games", page.Total)}), err
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
	filled := []string{"deal", "…"}
	if d.Shuffled {
		filled = g.OptionPairs(g.ChangedOptions(d.Options))
	}
	return p.Say("board.empty", words.Args{"command": p.Typed(v.Game, filled...)})
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
