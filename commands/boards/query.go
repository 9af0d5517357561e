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

// boardView is a page of a board.
type boardView struct {
	commands.BoardState
	// known are the boards of the game, nil until they are read.
	known []store.Division
}

// boardPage is the number of entries on a page.
const boardPage = 10

// viewOf returns the view that a typed command asks for.
func (b *boards) viewOf(ctx context.Context, req commands.Request) (boardView, error) {
	// The router has checked these against their choices.
	kind, by := b.opts.Order(req)
	v := boardView{BoardState: commands.NewBoardState(b.opts.Game.Value(req), "", kind, by)}
	v.Member, v.Typed = b.opts.member.Value(req), !b.opts.Random.ValueOr(req, true)
	period := b.opts.period.Value(req)
	v.Month, v.Week = period == "month", period == "week"
	if !b.Ranked(v.Game) {
		return v, commands.NewMistake(b.Private(req), "board.no-board", words.Args{
			"game": commands.Code(v.Game), "games": strings.Join(b.Games.Ranked().Names(), ", "),
		})
	}
	var err error
	if v.known, err = b.divisions(ctx, req, v.Game, v.withoutRandom(req)); err != nil {
		return v, err
	}
	v.Division = b.meant(req, v, v.known)
	if v.withoutRandom(req) && (v.Division == "" || !v.divisionIn(b.Private(req))) { // it can be a division with nothing but shuffled deals
		all, err := b.divisions(ctx, req, v.Game, false)
		v.Division = b.meant(req, v, all)
		return v, err
	}
	return v, nil
}

// withoutRandom reports whether the view, or the server, leaves shuffled deals out.
func (v boardView) withoutRandom(req commands.Request) bool {
	return v.Typed || req.Settings.WithoutRandom
}

// meant returns the division that was typed, by default that of the first board in a
// list.
func (b *boards) meant(req commands.Request, v boardView, list []store.Division) string {
	if typed := commands.OneLine(b.opts.Division.Value(req)); typed != "" {
		return b.Division(v.Game, typed, list)
	}
	if list = ofKind(list, v.Kind()); len(list) > 0 {
		return list[0].Division
	}
	return ""
}

// divisions returns a game's boards that have entries, the one that was played last
// first: it is the default.
func (b *boards) divisions(ctx context.Context, req commands.Request, game string, withoutRandom bool) ([]store.Division, error) {
	all, err := b.store.Divisions(ctx, req.GuildID, req.User.ID, withoutRandom)
	all = slices.DeleteFunc(all, func(d store.Division) bool { return d.Game != game })
	slices.SortFunc(all, func(x, y store.Division) int { return cmp.Compare(y.Latest, x.Latest) })
	return all, err
}

// ofKind returns the divisions of a list that are of a kind.
func ofKind(list []store.Division, kind store.Kind) []store.Division {
	return slices.DeleteFunc(slices.Clone(list), func(d store.Division) bool { return d.Kind != kind })
}

// maxOthers is the number of other divisions named below a board.
const maxOthers = 5

// others returns a field with the other divisions that have entries, nil if there are
// none.
func (v boardView) others(p commands.Printer) []commands.Field {
	list := slices.DeleteFunc(ofKind(v.known, v.Kind()), func(d store.Division) bool { return d.Division == v.Division })
	if len(list) == 0 {
		return nil
	}
	var lines []string
	for _, d := range list[:min(len(list), maxOthers)] {
		lines = append(lines, divisionLine(p, d))
	}
	if more := len(list) - len(lines); more > 0 {
		lines = append(lines, p.Count("me.more", int64(more)))
	}
	return []commands.Field{{Name: p.Say("board.others", nil), Value: strings.Join(lines, "\n")}}
}

// divisionLine returns a division with the number of its games.
func divisionLine(p commands.Printer, d store.Division) string {
	return p.Say("board.division", words.Args{
		"division": p.DivisionName(d.Game, d.Division), "games": p.Count("count.games", d.Entries),
	})
}
