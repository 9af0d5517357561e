package boards

import (
	"context"
	"slices"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// boardView is which page of which board is looked at.
type boardView struct {
	commands.BoardState
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

// viewOf is the view that a typed command asks for.
func (b *boards) viewOf(ctx context.Context, req commands.Request) (boardView, error) {
	// The router has checked these against their choices.
	kind, by := orderOf(b.opts.by.Of(req))
	member, ofMember := b.opts.member.In(req)
	v := boardView{commands.NewBoardState(b.opts.game.Of(req), commands.OneLine(b.opts.division.Of(req)), kind, by), ofMember}
	v.Member, v.Typed = member, !b.opts.random.Or(req, true)
	period := b.opts.period.Of(req)
	v.Month, v.Week = period == "month", period == "week"
	if !b.Ranked(v.Game) {
		return v, commands.NewMistake(b.Private(req), "board.no-board", words.Args{
			"game": commands.Code(v.Game), "games": strings.Join(b.Games.Ranked().Names(), ", "),
		})
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

// divisions lists a game's divisions that have entries: that of the first full
// deck, then the fullest.
func (b *boards) divisions(ctx context.Context, req commands.Request, game string, kind store.Kind) ([]store.Division, error) {
	all, err := b.store.Divisions(ctx, req.GuildID, req.User.ID)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(d store.Division) bool { return d.Game != game || d.Kind != kind })
	slices.SortStableFunc(all, func(x, y store.Division) int {
		return boolFirst(b.full(x)) - boolFirst(b.full(y))
	})
	return all, nil
}

// full tells whether a board is that of the full deck that people mean who name no
// division.
func (b *boards) full(d store.Division) bool {
	g := b.Games.Find(d.Game)
	return g != nil && len(g.Full) > 0 && g.Full[0] == d.Division
}

func boolFirst(first bool) int {
	if first {
		return 0
	}
	return 1
}
