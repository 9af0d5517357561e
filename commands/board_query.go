package commands

import (
	"context"
	"slices"

	"nonna/commands/words"
	"nonna/engine/penalty"
	"nonna/store"
)

// boardView is which page of which board is looked at.
type boardView struct {
	BoardState
	// ofMember shows the games of Member alone, who has no id at the console.
	ofMember bool
}

// boardPage is how many entries a page shows.
const boardPage = 10

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

// hasBoard tells whether a game has leaderboards. Clock has none: nothing is
// longest in a game of 52 cards.
func hasBoard(game string) bool {
	return game == "camicia" || game == "beggar" || game == "snap"
}

// viewOf is the view that a typed command asks for.
func (b *boards) viewOf(ctx context.Context, req Request) (boardView, error) {
	// The router has checked these against their choices.
	kind, by := orderOf(req.Options.Text("by"))
	v := boardView{NewBoardState(req.Options.Text("game"), legible(req.Options.Text("division")), kind, by), req.Options.Has("member")}
	v.Month, v.Week = req.Options.Text("period") == "month", req.Options.Text("period") == "week"
	v.Typed = req.Options.Has("random") && !req.Options.Bool("random")
	v.Member = req.Options.ID("member")
	if !hasBoard(v.Game) {
		return v, mistaken(b.private(req), "board.no-board", words.Args{"game": code(v.Game)})
	}
	if v.Division != "" {
		return v, nil
	}
	list, err := b.divisions(ctx, req, v.Game, v.Kind())
	if err != nil || len(list) == 0 {
		return v, err
	}
	v.Division = list[0].Division
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
