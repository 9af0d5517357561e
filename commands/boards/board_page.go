package boards

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// pageOfBoard is a page of everybody's games, or of one member's, as read.
type pageOfBoard struct {
	view    boardView
	entries []store.Entry
	// own is the asker's best, where it has a line of its own below the others.
	own *store.Entry
	// empty says that there is nothing on other pages either.
	empty bool
	// total is how many games there are; those of one member are not counted.
	total int64
	// name is the member's, "" for none or one not to be known.
	name string
	// alone says that nobody but the asker may see the page: it tells which games
	// are theirs, and they keep their name from others.
	alone bool
	// back and on are the pages before and behind, if hasBack and hasOn.
	back, on       commands.BoardState
	hasBack, hasOn bool
}

// query asks the store for a page of everybody's games.
func (v boardView) query(req commands.Request) store.BoardQuery {
	return store.BoardQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: v.Game, Division: v.Division,
		Kind: v.Kind(), By: v.By(), Span: v.Span(), At: req.At, WithoutRandom: v.Typed || req.Settings.WithoutRandom,
		PageQuery: store.PageQuery{Edge: v.Edge, Back: v.Back, Limit: boardPage},
	}
}

// read reads the page that a view is about.
func (b *boards) read(ctx context.Context, req commands.Request, v boardView) (pageOfBoard, error) {
	if v.ofMember {
		return b.readMember(ctx, req, v)
	}
	page, err := b.store.Board(ctx, v.query(req))
	if err != nil {
		return pageOfBoard{}, err
	}
	v.Alone = hides(page.Own)
	p := pageOfBoard{
		view: v, entries: page.Entries, empty: page.Total == 0, total: page.Total, alone: v.Alone, back: v.BoardState, on: v.BoardState,
	}
	p.turn(page)
	p.mention(page.Own)
	return p, nil
}

// readMember reads a page of one member's games.
func (b *boards) readMember(ctx context.Context, req commands.Request, v boardView) (pageOfBoard, error) {
	page, err := b.store.MemberBoard(ctx, store.MemberQuery{BoardQuery: v.query(req), MemberID: v.Member})
	if err != nil {
		return pageOfBoard{}, err
	}
	v.Alone = page.NameHidden || hides(page.Own)
	p := pageOfBoard{view: v, entries: page.Entries, name: commands.OneLine(page.Name), alone: v.Alone, back: v.BoardState, on: v.BoardState}
	p.turn(page.Page)
	p.empty = len(page.Entries) == 0
	if v.Member != req.User.ID {
		p.mention(page.Own)
	}
	return p, nil
}

// turn fills in the pages before and behind.
func (p *pageOfBoard) turn(page store.Page) {
	p.hasBack, p.hasOn = page.Before, page.Behind
	if n := len(page.Entries); n > 0 {
		p.back.Edge, p.back.Back = page.Entries[0].ID, true
		p.on.Edge, p.on.Back = page.Entries[n-1].ID, false
	}
}

// hides tells whether the asker, whose best game it is, keeps their name from
// others.
func hides(own *store.Entry) bool { return own != nil && own.NameHidden }

// mention gives the asker's best a line of its own, unless it has one.
func (p *pageOfBoard) mention(own *store.Entry) {
	if own != nil && !slices.ContainsFunc(p.entries, func(e store.Entry) bool { return e.ID == own.ID }) {
		p.own = own
	}
}

// footer says which places the page holds.
func (p pageOfBoard) footer(say commands.Printer) string {
	if p.view.ofMember {
		return say.Say("board.among-all", nil)
	}
	return say.Say("board.range", words.Args{
		"from": p.entries[0].Rank, "to": p.entries[len(p.entries)-1].Rank, "games": say.Count("count.games", p.total),
	})
}

// controls are the menu of the entries shown and the page buttons.
func (p pageOfBoard) controls(say commands.Printer) []commands.Row {
	var rows []commands.Row
	menu := &commands.Menu{ID: commands.ID(commands.BoardCommand, commands.EntriesState{}), Placeholder: say.Say("board.menu", nil)}
	for _, e := range p.entries {
		first, second := p.view.counts(say, e)
		menu.Choices = append(menu.Choices, commands.Choice{
			Label:  fmt.Sprintf("%s. %s", say.Number(e.Rank), commands.Shorten(say.PlainOwner(e), 60)),
			Detail: first + ", " + second,
			Value:  strconv.FormatInt(e.ID, 10),
		})
	}
	if len(menu.Choices) > 0 {
		rows = append(rows, commands.Row{Menu: menu})
	}
	if p.hasBack || p.hasOn {
		rows = append(rows, commands.Row{Buttons: []commands.Button{
			{ID: commands.ID(commands.BoardCommand, p.back), Label: say.Say("board.longer", nil), Disabled: !p.hasBack},
			{ID: commands.ID(commands.BoardCommand, p.on), Label: say.Say("board.shorter", nil), Disabled: !p.hasOn},
		}})
	}
	return rows
}
