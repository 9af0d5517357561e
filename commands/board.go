package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// BoardCommand is the command that shows leaderboards.
const BoardCommand = "leaderboard"

// BoardOptions are the options that select a board.
type BoardOptions struct {
	Game, Division, By Option
	// games are those with boards, and kinds those of the boards.
	games game.List
	kinds []store.Kind
}

// NewBoardOptions returns the options for boards of games, of some kinds.
func NewBoardOptions(games game.List, kinds ...store.Kind) BoardOptions {
	return BoardOptions{
		Game:     Option{Name: "game", Required: true, Choices: Choices(games.Names()...)},
		Division: Option{Name: "division", Suggest: true, Max: MaxDivisionText},
		By:       Option{Name: "by", Suggest: true, Max: MaxSuggested},
		games:    games, kinds: kinds,
	}
}

// Order is what games are ranked by: endless games have a board of their own, by their
// length before repeating, and so have the finds of hunts.
type Order struct {
	Kind store.Kind
	By   store.Measure
}

// orders returns the orders of the game that is asked for, or of all games, with their names.
func (o BoardOptions) orders(req Request, p Printer) (orders []Order, names []Choice) {
	games := o.games
	if g := games.ByName(o.Game.Text(req)); g != nil {
		games = game.List{g}
	}
	for _, kind := range o.kinds {
		for _, by := range []store.Measure{store.ByPlays, store.ByTakes} {
			for _, g := range games {
				name := p.OrderName(g.Name, Order{kind, by})
				if name != "" && !slices.ContainsFunc(names, func(c Choice) bool { return c.Value == name }) {
					orders, names = append(orders, Order{kind, by}), append(names, Choice{Label: name, Value: name})
				}
			}
		}
	}
	return orders, names
}

// OrderName returns what a game is ranked by, as the option By takes it; "" if there are no
// such boards of the game.
func (p Printer) OrderName(name string, o Order) string {
	switch {
	case o.By != store.ByPlays && o.By != store.ByTakes:
	case o.Kind == store.Ends:
		return p.MeasureName(name, o.By)
	case o.Kind == store.Loops && o.By == store.ByPlays:
		return p.Say("board.by-loops", nil)
	case o.Kind == store.Hunts && p.Game(name).Hunting != nil:
		return p.Say("board.by-hunts", words.Args{"measure": p.MeasureName(name, o.By)})
	}
	return ""
}

// Order returns the order of the option By, in the words of any language.
func (o BoardOptions) Order(req Request, l Localizer) (Order, error) {
	typed := strings.TrimSpace(o.By.Text(req))
	if typed == "" {
		return Order{store.Ends, store.ByPlays}, nil
	}
	for _, lang := range words.Languages() {
		orders, names := o.orders(req, l.In(lang))
		if i := slices.IndexFunc(names, func(c Choice) bool { return strings.EqualFold(typed, c.Value) }); i >= 0 {
			return orders[i], nil
		}
	}
	p := l.Private(req)
	_, names := o.orders(req, p)
	return Order{}, p.Mistake("router.not-a-choice", words.Args{
		"option": p.Say("spec.every.by.name", nil), "value": Escape(clip(typed)), "choices": ListChoices(req, names),
	})
}

// SuggestOrder returns the orders that match what is being typed.
func (o BoardOptions) SuggestOrder(req Request, l Localizer) (Reply, error) {
	_, names := o.orders(req, l.Private(req))
	return Matching(req, names, nil)
}

// BoardOf returns the kind of board for games with an ending; undecided games have no board.
func BoardOf(e game.Ending) store.Kind {
	switch {
	case e.Ends():
		return store.Ends
	case e == game.Loop:
		return store.Loops
	}
	return store.NoBoard
}

const (
	// BoardControl shows the first page of a leaderboard, to the user alone.
	BoardControl Control[BoardState] = "board"
	// EntriesControl is the menu of the entries of a page, which shows their deals.
	EntriesControl Control[None] = "entries"
)

// BoardState is a leaderboard of all time.
type BoardState struct {
	Kind store.Kind
	By   store.Measure
	Game string
	// Division is "" for that of the latest game.
	Division string
}

// EntryRows returns the controls of a page of entries, which has at least one: their
// menu, which /leaderboard answers, and the buttons to the pages beside it; see
// [Printer.PageRows].
func (p Printer) EntryRows(game string, by store.Measure, page store.Page, id func(Cursor) string) []Row {
	menu := &Menu{ID: EntriesControl.ID(BoardCommand, None{}), Placeholder: p.Say("board.menu", nil)}
	for _, e := range page.Entries {
		first, second := p.Counts(game, by, e)
		e.Player.Name = Shorten(e.Player.Name, 60)
		menu.Choices = append(menu.Choices, Choice{
			Label:  fmt.Sprintf("%s. %s", p.Number(e.Rank), p.PlainOwner(e)),
			Detail: first + ", " + second,
			Value:  strconv.FormatInt(e.ID, 10),
		})
	}
	first, last := page.Entries[0].ID, page.Entries[len(page.Entries)-1].ID
	pages := p.PageRows(page.Around, [2]string{"board.longer", "board.shorter"}, id, first, last)
	return append([]Row{{Menu: menu}}, pages...)
}

// EntryLine returns an entry in markdown: its place, if it has one, its counts, that of the
// measure first, its player, and, if only the user reads it, whether it is theirs.
func (p Printer) EntryLine(game string, by store.Measure, e store.Entry) string {
	place := ""
	if e.Rank > 0 {
		place = p.medal(e.Rank) + " "
	}
	first, second := p.Counts(game, by, e)
	text := fmt.Sprintf("%s**%s**, %s · %s", place, first, second, p.Owner(e))
	if e.Mine && p.private {
		text += " " + p.Say("board.you", nil)
	}
	return text
}

// Counts returns both counts of an entry, that of the measure first.
func (p Printer) Counts(game string, by store.Measure, e store.Entry) (first, second string) {
	return p.LengthBy(game, by, e), p.LengthBy(game, by.Other(), e)
}

// medal returns a place: one of three medals, or a number. The backslash keeps
// markdown from making a list of it.
func (p Printer) medal(rank int64) string {
	switch rank {
	case 1:
		return "🥇"
	case 2:
		return "🥈"
	case 3:
		return "🥉"
	}
	return p.Number(rank) + "\\."
}

// TypedBoards returns the boards that a user may mean by a text: all that the query
// selects, or the first of them if there is no text.
func TypedBoards(ctx context.Context, st *store.Store, q store.DivisionQuery, text string) ([]store.Division, error) {
	if q.Limit = store.MaxPage; text != "" {
		q.Limit = store.MaxBoards
	}
	return st.Divisions(ctx, q)
}
