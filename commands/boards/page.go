package boards

import (
	"context"
	"slices"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// pageOfBoard is a page of everybody's games, or of one member's, as read.
type pageOfBoard struct {
	store.Page
	view boardView
	// own is the asker's best, where it has a line of its own below the others.
	own *store.Entry
	// empty says that there is nothing on other pages either.
	empty bool
	// name is the member's, "" for none or one not to be known.
	name string
}

// query asks the store for a page of everybody's games.
func (v boardView) query(req commands.Request) store.BoardQuery {
	return store.BoardQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: v.Game, Division: v.Division,
		Kind: v.Kind(), By: v.By(), Span: v.Span(), At: req.At, WithoutRandom: v.withoutRandom(req),
		PageQuery: store.PageQuery{Edge: v.Edge, Back: v.Back, Limit: boardPage},
	}
}

// read reads the page that a view is about.
func (b *boards) read(ctx context.Context, req commands.Request, v boardView) (pageOfBoard, error) {
	if v.Member != 0 {
		return b.readMember(ctx, req, v)
	}
	page, err := b.store.Board(ctx, v.query(req))
	if err != nil {
		return pageOfBoard{}, err
	}
	v.Alone = hidesName(page.Own)
	p := pageOfBoard{Page: page, view: v, empty: page.Total == 0}
	p.addOwn(page.Own)
	return p, nil
}

// readMember reads a page of one member's games.
func (b *boards) readMember(ctx context.Context, req commands.Request, v boardView) (pageOfBoard, error) {
	page, err := b.store.MemberBoard(ctx, store.MemberQuery{BoardQuery: v.query(req), MemberID: v.Member})
	if err != nil {
		return pageOfBoard{}, err
	}
	v.Alone = page.NameHidden || hidesName(page.Own)
	p := pageOfBoard{Page: page.Page, view: v, empty: len(page.Entries) == 0, name: commands.OneLine(page.Name)}
	if v.Member != req.User.ID {
		p.addOwn(page.Own)
	}
	return p, nil
}

// hidesName tells whether the asker, whose best game it is, keeps their name from
// others.
func hidesName(own *store.Entry) bool { return own != nil && own.NameHidden }

// addOwn gives the asker's best a line of its own, unless it has one.
func (p *pageOfBoard) addOwn(own *store.Entry) {
	if own != nil && !slices.ContainsFunc(p.Entries, func(e store.Entry) bool { return e.ID == own.ID }) {
		p.own = own
	}
}

// footer says which places the page holds.
func (p pageOfBoard) footer(say commands.Printer) string {
	if p.view.Member != 0 {
		return say.Say("board.among-all", nil)
	}
	id, from, to := "board.range", p.Entries[0].Rank, p.Entries[len(p.Entries)-1].Rank
	if from == to {
		id = "board.range-one"
	}
	return say.Say(id, words.Args{"from": from, "to": to, "games": say.Count("count.games", p.Total)})
}

// controls are the menu of the entries shown and the page buttons.
func (p pageOfBoard) controls(say commands.Printer) []commands.Row {
	return append(say.EntriesMenu(p.view.Game, p.view.By(), p.Entries), say.EntryPages(commands.BoardCommand, p.Page, func(entry int64, back bool) commands.State {
		s := p.view.BoardState
		s.Edge, s.Back = entry, back
		return s
	})...)
}
