package boards

import (
	"context"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// empty says why there are no entries to show, and names a command that shows
// some, or one that brings the first. name is that of the member asked for, ""
// where it is not to be known.
func (b *boards) empty(ctx context.Context, req commands.Request, say commands.Printer, v boardView, name string) (string, error) {
	whole := boardView{BoardState: commands.NewBoardState(v.Game, v.Division, v.Kind(), v.By()), known: v.known}
	if n, err := b.total(ctx, req, whole); err != nil {
		return "", err
	} else if n > 0 {
		return v.unfit(req, say, name) + " " + say.Say("board.whole", words.Args{
			"command": b.commandOf(req, say, whole), "games": say.Count("count.games", n),
		}), nil
	}
	if text, err := b.onlyOthers(ctx, req, say, whole); err != nil || text != "" {
		return text, err
	}
	if req.Settings.WithoutRandom {
		shuffled := req
		shuffled.Settings.WithoutRandom = false
		if n, err := b.total(ctx, shuffled, whole); err != nil || n > 0 {
			return say.Say("board.only-shuffled", words.Args{"command": b.Typed(req, say, v.Game, readWith(say, v)...)}), err
		}
	}
	return b.first(req, say, v), nil
}

// first says that nobody ever stood on a board, and what brings its first game.
func (b *boards) first(req commands.Request, say commands.Printer, v boardView) string {
	g := say.Game(v.Game)
	d := game.Division{Shuffled: true} // where none is named, any shuffle will do
	if v.Division != "" {
		var ok bool
		if d, ok = g.Division(v.Division); !ok {
			return say.Say("board.no-division", words.Args{"division": commands.Escape(v.Division)})
		}
	}
	if v.Kind() == store.Loops {
		return say.Say("board.no-loops", nil)
	}
	switch {
	case !d.Shuffled:
		return say.Say("board.nothing", nil)
	case req.Settings.WithoutRandom || v.Typed:
		return say.Say("board.own-deal", words.Args{"command": b.Typed(req, say, v.Game, readWith(say, v)...)})
	}
	return say.Say("board.empty", words.Args{"command": b.Typed(req, say, v.Game, g.Pairs(g.Given(d.Options))...)})
}

// readWith are the options with which a deal of one's own is brought to a board.
func readWith(say commands.Printer, v boardView) []string {
	g := say.Game(v.Game)
	d, _ := g.Division(v.Division)
	return g.Pairs(g.Reading(d.Options))
}

// total counts the entries of a board.
func (b *boards) total(ctx context.Context, req commands.Request, v boardView) (int64, error) {
	q := v.query(req)
	q.Limit = 0
	page, err := b.store.Board(ctx, q)
	return page.Total, err
}

// unfit says that there are games, but none that was asked for.
func (v boardView) unfit(req commands.Request, say commands.Printer, name string) string {
	args := words.Args{"limits": ""}
	if limits := v.limits(req, say); len(limits) > 0 {
		args["limits"] = " (" + strings.Join(limits, ", ") + ")"
	}
	switch {
	case v.Member == 0:
		return say.Say("board.unfit", args)
	case v.Member == req.User.ID:
		return say.Say("board.unfit-own", args)
	case name == "":
		return say.Say("board.unfit-unknown", args)
	}
	args["member"] = commands.Escape(name)
	return say.Say("board.unfit-member", args)
}

// onlyOthers tells of the endless games where none that ends stands, and the
// other way round; "" where there are none of those either.
func (b *boards) onlyOthers(ctx context.Context, req commands.Request, say commands.Printer, v boardView) (string, error) {
	message := "board.only-loops"
	if v.Kind() == store.Loops {
		message = "board.only-ends"
	}
	v.Loops, v.Tricks = !v.Loops, false
	list := ofKind(v.known, v.Kind())
	if len(list) == 0 {
		return "", nil
	}
	if v.Division == "" {
		v.Division = list[0].Division
	}
	n, err := b.total(ctx, req, v)
	if err != nil || n == 0 {
		return "", err
	}
	return say.Say(message, words.Args{"command": b.commandOf(req, say, v), "games": say.Count("count.games", n)}), nil
}

// commandOf is the command that shows a board.
func (b *boards) commandOf(req commands.Request, say commands.Printer, v boardView) string {
	filled := []string{"game", v.Game}
	if v.Division != "" {
		filled = append(filled, "division", say.DivisionName(v.Game, v.Division))
	}
	switch {
	case v.Kind() == store.Loops:
		filled = append(filled, "by", "loops")
	case v.By() == store.ByTakes:
		filled = append(filled, "by", "tricks")
	}
	return b.Typed(req, say, commands.BoardCommand, filled...)
}
