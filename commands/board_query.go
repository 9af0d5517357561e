package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonna/commands/words"
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
	offset         int64
}

// boardPage is how many entries a page shows.
const boardPage = 10

// maxOffset bounds what a forged button can ask for.
const maxOffset = 1_000_000_000

// viewVersion begins the state of a board's buttons: a later version of the
// program that needs another form can still tell the old one.
const viewVersion = "1"

// state is the view as it stands in a button's id, which has room for 100
// characters: so what has few values is one letter. The division, of at most 50
// characters, comes last, since it may hold colons.
func (v boardView) state() string {
	return strings.Join([]string{
		viewVersion, v.game, string(v.kind)[:1], measureName(v.by)[:1], spanName(v.span)[:1],
		strconv.FormatBool(v.withoutRandom)[:1], strconv.FormatInt(v.offset, 10), v.division,
	}, ":")
}

// parseView reads a button's state. It came from outside and may be anything.
func parseView(state string) (boardView, bool) {
	parts := strings.SplitN(state, ":", 8)
	if len(parts) != 8 || parts[0] != viewVersion {
		return boardView{}, false
	}
	v := boardView{game: parts[1], withoutRandom: parts[5] == "t", division: parts[7]}
	kinds := map[string]store.Kind{"e": store.Ends, "l": store.Loops}
	measures := map[string]store.Measure{"c": store.ByCards, "t": store.ByTricks}
	spans := map[string]store.Span{"a": store.AllTime, "m": store.Month, "w": store.Week}
	var knownKind, knownBy, knownSpan bool
	v.kind, knownKind = kinds[parts[2]]
	v.by, knownBy = measures[parts[3]]
	v.span, knownSpan = spans[parts[4]]
	offset, err := strconv.ParseInt(parts[6], 10, 64)
	v.offset = offset
	ok := err == nil && offset >= 0 && offset <= maxOffset && knownKind && knownBy && knownSpan && hasBoard(v.game)
	return v, ok
}

// What boards are ordered by and which time they cover have names in options
// and in buttons; "" is the default of both.

func measureOf(name string) (store.Measure, bool) {
	switch name {
	case "cards", "":
		return store.ByCards, true
	case "tricks":
		return store.ByTricks, true
	}
	return 0, false
}

func measureName(m store.Measure) string {
	if m == store.ByTricks {
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
	by, _ := measureOf(req.Options.Text("by"))
	span, _ := spanOf(req.Options.Text("period"))
	v := boardView{
		game: req.Options.Text("game"), division: strings.TrimSpace(req.Options.Text("division")),
		kind: store.Ends, by: by, span: span,
		withoutRandom: req.Options.Has("random") && !req.Options.Bool("random"),
	}
	if k := req.Options.Text("board"); k != "" {
		v.kind = store.Kind(k)
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
const fullDivision = "52"

func boolFirst(first bool) int {
	if first {
		return 0
	}
	return 1
}

// divisionName names a division in words.
func divisionName(say *words.Printer, game, division string) string {
	switch {
	case game == "snap":
		var players, cards int64
		if n, err := fmt.Sscanf(division, "%dx%d", &players, &cards); n == 2 && err == nil {
			return say.Say("division.snap", words.Args{
				"players": say.Count("count.players", players), "cards": say.Count("count.cards", cards),
			})
		}
	case division == fullDivision:
		return say.Say("division.french", nil)
	case division == "40":
		return say.Say("division.italian", nil)
	}
	return division
}
