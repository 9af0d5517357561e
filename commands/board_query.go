package commands

import (
	"context"
	"slices"

	"nonna/commands/words"
	"nonna/engine/penalty"
	"nonna/store"
)

// boardView is which page of which board is looked at. It travels in the ids of
// buttons, so it works after a restart too.
type boardView struct {
	game, division string
	kind           store.Kind
	by             store.Measure
	span           store.Span
	withoutRandom  bool
	// The page comes behind the entry edge or, with back, before it; 0 is the first.
	edge int64
	back bool

	// ofMember shows the games of one member alone.
	ofMember bool
	member   uint64
	// alone tells that nobody but the asker sees the message with the buttons.
	alone bool
}

// boardPage is how many entries a page shows.
const boardPage = 10

// What boards are ordered by and which time they cover have names in options
// and in buttons; "" is the default of both.

// orderOf is what a board is ordered by. Endless games have a board of their own,
// ordered by their length before repeating.
func orderOf(name string) (store.Kind, store.Measure) {
	switch name {
	case "tricks":
		return store.Ends, store.ByTakes
	case "loops":
		return store.Loops, store.ByPlays
	}
	return store.Ends, store.ByPlays
}

func measureName(m store.Measure) string {
	if m == store.ByTakes {
		return "tricks"
	}
	return "cards"
}

func spanOf(name string) (store.Span, bool) {
	switch name {
	case "all", "":
		return store.AllTime, true
	case "month":
		return store.Month, true
	case "week":
		return store.Week, true
	}
	return 0, false
}

func spanName(s store.Span) string {
	switch s {
	case store.Month:
		return "month"
	case store.Week:
		return "week"
	case store.AllTime:
	}
	return "all"
}

// hasBoard tells whether a game has leaderboards. Clock has none: nothing is
// longest in a game of 52 cards.
func hasBoard(game string) bool {
	return game == "camicia" || game == "beggar" || game == "snap"
}

// viewOf is the view that a typed command asks for.
func (b *boards) viewOf(ctx context.Context, req Request) (boardView, error) {
	// The router has checked these against their choices.
	kind, by := orderOf(req.Options.Text("by"))
	span, _ := spanOf(req.Options.Text("period"))
	v := boardView{
		game: req.Options.Text("game"), division: legible(req.Options.Text("division")),
		kind: kind, by: by, span: span,
		withoutRandom: req.Options.Has("random") && !req.Options.Bool("random"),
		ofMember:      req.Options.Has("member"), member: req.Options.ID("member"),
	}
	if !hasBoard(v.game) {
		return v, mistaken(b.private(req), "board.no-board", words.Args{"game": code(v.game)})
	}
	if v.division != "" {
		return v, nil
	}
	list, err := b.divisions(ctx, req, v.game, v.kind)
	if err != nil || len(list) == 0 {
		return v, err
	}
	v.division = list[0].Division
	return v, nil
}

// divisions lists a game's divisions that have entries: the full deck first,
// then the fullest.
func (b *boards) divisions(ctx context.Context, req Request, game string, kind store.Kind) ([]store.Division, error) {
	all, err := b.store.Divisions(ctx, req.GuildID, req.User.ID)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(d store.Division) bool { return d.Game != game || d.Kind != kind })
	slices.SortStableFunc(all, func(x, y store.Division) int {
		return boolFirst(x.Division == fullDivision) - boolFirst(y.Division == fullDivision)
	})
	return all, nil
}

// fullDivision is what people mean who name no division.
const fullDivision = penalty.FrenchDivision

func boolFirst(first bool) int {
	if first {
		return 0
	}
	return 1
}
