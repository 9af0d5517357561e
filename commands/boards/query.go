package boards

import (
	"context"
	"slices"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// boardView is a page of a board.
type boardView struct{ commands.BoardState }

// boardPage is the number of entries on a page.
const boardPage = 10

// viewOf returns the view that a typed command asks for.
func (b *boards) viewOf(ctx context.Context, req commands.Request) (boardView, error) {
	v, err := b.asked(ctx, req)
	if err != nil {
		return v, err
	}
	v.Member = b.opts.member.User(req)
	period := b.opts.period.Text(req) // the router has checked it against its choices
	v.Month, v.Week = period == "month", period == "week"
	return b.meant(ctx, req, v)
}

// asked returns the view of the game and the order that were typed. Without a game it is
// that of the board that was played last, and without an order the kind of that board.
func (b *boards) asked(ctx context.Context, req commands.Request) (boardView, error) {
	order, err := b.opts.Order(req, b.Localizer)
	v := boardView{commands.NewBoardState(b.opts.Game.Text(req), "", order.Kind, order.By)}
	if err != nil || v.Game != "" {
		return v, err
	}
	kind := order.Kind
	if !b.opts.By.Given(req) {
		kind = store.NoBoard
	}
	latest, err := b.latest(ctx, req, v, kind)
	if v.Game = latest.Game; kind == store.NoBoard {
		v.Loops = latest.Kind == store.Loops
	}
	return v, err
}

// latest returns the board of a kind that was played last, NoBoard for either kind. If
// there is none, it returns the first game.
func (b *boards) latest(ctx context.Context, req commands.Request, v boardView, kind store.Kind) (store.Division, error) {
	q := v.divisions(req)
	q.Game, q.Kind, q.Limit = "", kind, 1
	list, err := b.store.Divisions(ctx, q)
	if err != nil || len(list) == 0 {
		return store.Division{Game: b.Games.Ranked()[0].Name}, err
	}
	return list[0], nil
}

// meant returns a view with the division that was typed, or else its own, or else that of the
// board that was played last.
func (b *boards) meant(ctx context.Context, req commands.Request, v boardView) (boardView, error) {
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

// divisions selects the boards of the game and kind of a view, those that were played
// last first.
func (v boardView) divisions(req commands.Request) store.DivisionQuery {
	return store.DivisionQuery{GuildID: req.GuildID, UserID: req.User.ID, Game: v.Game, Kind: v.Kind(), Latest: true}
}

// maxOthers is the number of other divisions named below a board.
const maxOthers = 5

// others returns the field that names the other divisions with entries, nil if there are
// none.
func (b *boards) others(ctx context.Context, req commands.Request, p commands.Printer, v boardView) ([]commands.Field, error) {
	list, err := b.listed(ctx, req, v)
	if err != nil {
		return nil, err
	}
	more, err := b.store.CountDivisions(ctx, v.divisions(req))
	if err != nil {
		return nil, err
	}
	shown := boardView{commands.NewBoardState(v.Game, v.Division, v.Kind(), v.By())}
	if n, err := b.total(ctx, req, shown); err != nil {
		return nil, err
	} else if n > 0 {
		more--
	}
	if more == 0 {
		return nil, nil
	}
	list = slices.DeleteFunc(list, func(d store.Division) bool { return d.Division == v.Division })
	var lines []string
	for _, d := range list[:min(len(list), maxOthers)] {
		lines = append(lines, divisionLine(p, d))
	}
	switch more -= int64(len(lines)); {
	case len(lines) == 0:
		lines = append(lines, p.Say("board.unlisted", words.Args{
			words.Count: more, "option": p.OptionName(commands.BoardCommand, b.opts.Division.Name),
		}))
	case more > 0:
		lines = append(lines, p.Count("me.more", more))
	}
	return []commands.Field{{Name: p.Say("board.others", nil), Value: strings.Join(lines, "\n")}}, nil
}

// listed returns the boards of the game that are named, the board of the view among them:
// first those of full decks, then those that members share.
func (b *boards) listed(ctx context.Context, req commands.Request, v boardView) ([]store.Division, error) {
	var list []store.Division
	full := b.Games.Find(v.Game).Full
	for _, division := range full {
		whole := boardView{commands.NewBoardState(v.Game, division, v.Kind(), v.By())}
		n, err := b.total(ctx, req, whole)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			list = append(list, store.Division{Game: v.Game, Division: division, Kind: v.Kind(), Entries: n})
		}
	}
	q := v.divisions(req)
	q.Shared, q.Limit = true, int64(len(full))+maxOthers+1 // one of them may be the board itself
	shared, err := b.store.Divisions(ctx, q)
	for _, d := range shared {
		if !slices.Contains(full, d.Division) {
			list = append(list, d)
		}
	}
	return list, err
}

// divisionLine returns a division with the number of its games.
func divisionLine(p commands.Printer, d store.Division) string {
	return p.Say("board.division", words.Args{
		"division": p.DivisionName(d.Game, d.Division), "games": p.Count("count.games", d.Entries),
	})
}
