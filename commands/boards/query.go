package boards

import (
	"context"
	"slices"

	"nonna/commands"
	"nonna/store"
)

// boardView is a page of a board.
type boardView struct {
	Game, Division string
	pageState
}

// pageControl shows another page of a board.
const pageControl commands.Control[pageState] = "page"

// pageState is a page of the board that the entry Cursor is on.
type pageState struct {
	Kind store.Kind
	By   store.Measure
	Span store.Span
	// Member selects the games of one member, 0 for those of everybody.
	Member uint64
	Cursor commands.Cursor
	// Ephemeral says that the message with the button is visible to the user alone.
	Ephemeral bool
}

// boardPage is the number of entries on a page.
const boardPage = 10

// parse returns the view that a typed command asks for.
func (b *boards) parse(ctx context.Context, req commands.Request) (boardView, error) {
	v, err := b.parseGame(ctx, req)
	if err != nil {
		return v, err
	}
	v.Member = b.opts.member.User(req)
	period := b.opts.period.Text(req) // the router has checked it against its choices
	v.Span = map[string]store.Span{"month": store.Month, "week": store.Week}[period]
	return b.resolveDivision(ctx, req, v)
}

// parseGame returns the view of the game and the order that were typed. Without a game it is
// that of the board that was played last, and without an order the kind of that board.
func (b *boards) parseGame(ctx context.Context, req commands.Request) (boardView, error) {
	order, err := b.opts.Order(req, b.Localizer)
	v := boardView{Game: b.opts.Game.Text(req), pageState: pageState{Kind: order.Kind, By: order.By}}
	if err != nil || v.Game != "" {
		return v, err
	}
	q := v.divisions(req)
	if q.Limit = 1; !b.opts.By.IsGiven(req) {
		q.Kind = store.NoBoard
	}
	latest, err := b.store.Divisions(ctx, q)
	if err != nil || len(latest) == 0 {
		v.Game = b.Games.Ranked()[0].Name
		return v, err
	}
	v.Game, v.Kind = latest[0].Game, latest[0].Kind
	return v, nil
}

// resolveDivision returns a view with the division that was typed, or else its own, or else that of the
// board that was played last.
func (b *boards) resolveDivision(ctx context.Context, req commands.Request, v boardView) (boardView, error) {
	q := v.divisions(req)
	if typed := commands.OneLine(b.opts.Division.Text(req)); typed != "" {
		q.Kind = store.NoBoard // the other kind may have games of that division
		list, err := commands.TypedBoards(ctx, b.store, q, typed)
		v.Division = b.Division(v.Game, typed, list)
		return v, err
	}
	if v.Division != "" {
		return v, nil
	}
	q.Limit = 1
	list, err := b.store.Divisions(ctx, q)
	if len(list) > 0 {
		v.Division = list[0].Division
	}
	return v, err
}

// divisions selects the boards of the game and kind of a view, those that were played last first.
func (v boardView) divisions(req commands.Request) store.DivisionQuery {
	return store.DivisionQuery{GuildID: req.GuildID, UserID: req.User.ID, Game: v.Game, Kind: v.Kind, Latest: true}
}

// maxOthers is the number of other divisions named below a board.
const maxOthers = 5

// others returns the field that names the fullest other boards of the game, nil if there are none.
func (b *boards) others(ctx context.Context, req commands.Request, p commands.Printer, v boardView) ([]commands.Field, error) {
	q := v.divisions(req)
	q.Latest, q.Limit = false, maxOthers+2 // one of them may be the board itself
	list, err := b.store.Divisions(ctx, q)
	list = slices.DeleteFunc(list, func(d store.Division) bool { return d.Division == v.Division })
	var lines []string
	for _, d := range list[:min(len(list), maxOthers)] {
		lines = append(lines, divisionLine(p, d))
	}
	if len(list) > maxOthers {
		lines = append(lines, p.Say("me.others", nil))
	}
	return p.ListField("board.others", lines), err
}

// divisionLine returns a division with the number of its games.
func divisionLine(p commands.Printer, d store.Division) string {
	return p.DivisionName(d.Game, d.Division) + " · " + p.Count("count.games", d.Entries)
}
