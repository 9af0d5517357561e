package commands

import (
	"context"
	"strings"

	"nonna/commands/words"
	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/store"
)

// empty says why there are no entries to show, and names a command that shows
// some, or one that brings the first. name is that of the member asked for, ""
// where it is not to be known.
func (b *boards) empty(ctx context.Context, req Request, say *words.Printer, v boardView, name string) (string, error) {
	whole := boardView{game: v.game, division: v.division, kind: v.kind, by: v.by}
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
	if req.WithoutRandom {
		shuffled := req
		shuffled.WithoutRandom = false
		if n, err := b.total(ctx, shuffled, whole); err != nil || n > 0 {
			return say.Say("board.only-shuffled", words.Args{"command": b.typed(req, say, v.game, deckFor(v)...)}), err
		}
	}
	return b.first(req, say, v), nil
}

// first says that nobody ever stood on a board, and what brings its first game.
func (b *boards) first(req Request, say *words.Printer, v boardView) string {
	if !isDivision(v.game, v.division) {
		return say.Say("board.no-division", words.Args{"division": Escape(v.division)})
	}
	if v.kind == store.Loops {
		return say.Say("board.no-loops", nil)
	}
	filled, ok := shuffleFor(v.game, v.division)
	switch {
	case !ok:
		return say.Say("board.nothing", nil)
	case req.WithoutRandom || v.withoutRandom:
		return say.Say("board.own-deal", words.Args{"command": b.typed(req, say, v.game, deckFor(v)...)})
	}
	return say.Say("board.empty", words.Args{"command": b.typed(req, say, v.game, filled...)})
}

// deckFor is the option with which a deal of one's own stands on a board.
func deckFor(v boardView) []string {
	if v.game == "camicia" && v.division == penalty.ItalianDivision {
		return []string{"deck", card.Italian.String()}
	}
	return nil
}

// total counts the entries of a board.
func (b *boards) total(ctx context.Context, req Request, v boardView) (int64, error) {
	q := v.query(req)
	q.Limit = 0
	page, err := b.store.Board(ctx, q)
	return page.Total, err
}

// unfit says that there are games, but none that was asked for.
func (v boardView) unfit(req Request, say *words.Printer, name string) string {
	var limits []string
	switch v.span {
	case store.Month:
		limits = append(limits, say.Say("board.this-month", nil))
	case store.Week:
		limits = append(limits, say.Say("board.this-week", nil))
	case store.AllTime:
	}
	if v.withoutRandom && !req.WithoutRandom {
		limits = append(limits, say.Say("board.without-shuffled", nil))
	}
	args := words.Args{"limits": ""}
	if len(limits) > 0 {
		args["limits"] = " (" + strings.Join(limits, ", ") + ")"
	}
	switch {
	case !v.ofMember:
		return say.Say("board.unfit", args)
	case v.member == req.User.ID:
		return say.Say("board.unfit-own", args)
	case name == "":
		return say.Say("board.unfit-unknown", args)
	}
	args["member"] = Escape(name)
	return say.Say("board.unfit-member", args)
}

// onlyOthers tells of the endless games where none that ends stands, and the
// other way round; "" where there are none of those either.
func (b *boards) onlyOthers(ctx context.Context, req Request, say *words.Printer, v boardView) (string, error) {
	message := "board.only-loops"
	if v.kind == store.Loops {
		message = "board.only-ends"
	}
	v.kind, v.by = map[store.Kind]store.Kind{store.Ends: store.Loops, store.Loops: store.Ends}[v.kind], store.ByPlays
	list, err := b.divisions(ctx, req, v.game, v.kind)
	if err != nil || len(list) == 0 {
		return "", err
	}
	if v.division == "" {
		v.division = list[0].Division
	}
	n, err := b.total(ctx, req, v)
	if err != nil || n == 0 {
		return "", err
	}
	return say.Say(message, words.Args{"command": b.commandOf(req, say, v), "games": say.Count("count.games", n)}), nil
}

// commandOf is the command that shows a board.
func (b *boards) commandOf(req Request, say *words.Printer, v boardView) string {
	filled := []string{"game", v.game}
	if v.division != "" && v.division != fullDivision {
		filled = append(filled, "division", v.division)
	}
	switch {
	case v.kind == store.Loops:
		filled = append(filled, "by", "loops")
	case v.by == store.ByTakes:
		filled = append(filled, "by", "tricks")
	}
	return b.typed(req, say, "leaderboard", filled...)
}
