package boards

import (
	"cmp"
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
	v := boardView{commands.NewBoardState(b.opts.game.Of(req), "", kind, by), ofMember}
	v.Member, v.Typed = member, !b.opts.random.Or(req, true)
	period := b.opts.period.Of(req)
	v.Month, v.Week = period == "month", period == "week"
	if !b.Ranked(v.Game) {
		return v, commands.NewMistake(b.Private(req), "board.no-board", words.Args{
			"game": commands.Code(v.Game), "games": strings.Join(b.Games.Ranked().Names(), ", "),
		})
	}
	list, err := b.divisions(ctx, req, v.Game, v.Kind())
	if typed := commands.OneLine(b.opts.division.Of(req)); typed != "" {
		v.Division = b.Division(v.Game, typed, list)
	} else if len(list) > 0 {
		v.Division = list[0].Division
	}
	return v, err
}

// divisions lists a game's divisions that have entries, the one that was played last
// first: it is meant by those who name none.
func (b *boards) divisions(ctx context.Context, req commands.Request, game string, kind store.Kind) ([]store.Division, error) {
	all, err := b.store.Divisions(ctx, req.GuildID, req.User.ID)
	all = slices.DeleteFunc(all, func(d store.Division) bool { return d.Game != game || d.Kind != kind })
	slices.SortFunc(all, func(x, y store.Division) int { return cmp.Compare(y.Latest, x.Latest) })
	return all, err
}

// maxOthers is how many other divisions are named below a board.
const maxOthers = 5

// others names the other divisions of the game with entries, nil for none.
func (b *boards) others(ctx context.Context, req commands.Request, say commands.Printer, v boardView) ([]commands.Field, error) {
	list, err := b.divisions(ctx, req, v.Game, v.Kind())
	list = slices.DeleteFunc(list, func(d store.Division) bool { return d.Division == v.Division })
	if err != nil || len(list) == 0 {
		return nil, err
	}
	var lines []string
	for _, d := range list[:min(len(list), maxOthers)] {
		lines = append(lines, divisionLine(say, d))
	}
	if more := len(list) - len(lines); more > 0 {
		lines = append(lines, say.Count("me.more", int64(more)))
	}
	return []commands.Field{{Name: say.Say("board.others", nil), Value: strings.Join(lines, "\n")}}, nil
}

// divisionLine names a division and counts its games.
func divisionLine(say commands.Printer, d store.Division) string {
	return say.Say("board.division", words.Args{
		"division": say.DivisionName(d.Game, d.Division), "games": say.Count("count.games", d.Entries),
	})
}
