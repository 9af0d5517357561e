package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/store"
)

// boards shows the leaderboards.
type boards struct {
	tongue
	store *store.Store
}

func leaderboardSpec() Spec {
	var withBoard []Choice
	for _, c := range gameChoices() {
		if hasBoard(c.Value) {
			withBoard = append(withBoard, c)
		}
	}
	return Spec{
		Name: "leaderboard", Kind: Slash,
		Options: []Option{
			{Name: "game", Type: TextOption, Required: true, Choices: withBoard},
			{Name: "division", Type: TextOption, Suggest: true, Max: 64},
			{Name: "by", Type: TextOption, Choices: []Choice{
				{Value: "cards"}, {Value: "tricks"},
			}},
			{Name: "board", Type: TextOption, Choices: []Choice{
				{Value: string(store.Ends)}, {Value: string(store.Loops)},
			}},
			{Name: "period", Type: TextOption, Choices: []Choice{
				{Value: "all"}, {Value: "month"}, {Value: "week"},
			}},
			{Name: "random", Type: BoolOption},
		},
	}
}

// seeBoard begins the state of a button that shows a board to whoever pressed
// it, below another message.
const seeBoard = "see:"

// openEntry is the state of the menu that shows one entry's deal.
const openEntry = "open"

// leaderboard answers /leaderboard, its suggestions, its page buttons and its
// menu.
func (b *boards) leaderboard(ctx context.Context, req Request) (Reply, error) {
	switch {
	case req.Kind == Complete:
		return b.suggest(ctx, req)
	case req.Kind == Press && req.State == openEntry:
		return b.open(ctx, req)
	case req.Kind == Press:
		return b.press(ctx, req)
	}
	v, err := b.viewOf(ctx, req)
	if err != nil {
		return Reply{}, err
	}
	return b.show(ctx, req, b.public(req), v)
}

// press answers a button: another page in the place of this one, or a board for
// whoever pressed it.
func (b *boards) press(ctx context.Context, req Request) (Reply, error) {
	state, see := strings.CutPrefix(req.State, seeBoard)
	v, ok := parseView(state)
	if !ok {
		return Reply{}, b.mistaken(req, "board.old-button")
	}
	reply, err := b.show(ctx, req, b.of(req, see), v)
	reply.Ephemeral, reply.Update = see, !see
	return reply, err
}

// suggest lists the divisions that fit what is being typed.
func (b *boards) suggest(ctx context.Context, req Request) (Reply, error) {
	game := req.Options.Text("game")
	kind := store.Ends
	if k := req.Options.Text("board"); k != "" {
		kind = store.Kind(k)
	}
	list, err := b.divisions(ctx, req, game, kind)
	if err != nil {
		return Reply{}, err
	}
	var reply Reply
	say := b.private(req)
	typed := strings.ToLower(req.Options.Text("division"))
	for _, d := range list {
		label := say.Say("board.division", words.Args{
			"division": divisionName(say, game, d.Division), "games": say.Count("count.games", d.Entries),
		})
		if strings.Contains(strings.ToLower(d.Division+" "+label), typed) {
			reply.Choices = append(reply.Choices, Choice{Label: label, Value: d.Division})
		}
	}
	return reply, nil
}

// show draws one page.
func (b *boards) show(ctx context.Context, req Request, say *words.Printer, v boardView) (Reply, error) {
	page, err := b.store.Board(ctx, store.BoardQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: v.game, Division: v.division,
		Kind: v.kind, By: v.by, Span: v.span, At: req.At, WithoutRandom: v.withoutRandom || req.WithoutRandom,
		Offset: v.offset, Limit: boardPage,
	})
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Title: v.title(req, say)}
	if page.Total == 0 {
		reply.Text = say.Say("board.empty", words.Args{"command": b.typed(req, say, v.game)})
		return reply, nil
	}
	var lines []string
	for _, e := range page.Entries {
		lines = append(lines, v.line(say, e))
	}
	if own := page.Own; own != nil && (own.Rank <= v.offset || own.Rank > v.offset+boardPage) {
		lines = append(lines, "…", v.line(say, *own))
	}
	reply.Text = strings.Join(lines, "\n")
	reply.Footer = say.Say("board.range", words.Args{
		"from": v.offset + 1, "to": v.offset + int64(len(page.Entries)), "games": say.Count("count.games", page.Total),
	})
	reply.Rows = v.controls(say, page)
	return reply, nil
}

func (v boardView) title(req Request, say *words.Printer) string {
	what := "board.ends"
	if v.kind == store.Loops {
		what = "board.loops"
	}
	text := say.Say(what, words.Args{"game": say.Say("game."+v.game, nil)})
	if v.division != "" {
		text += ", " + divisionName(say, v.game, v.division)
	}
	switch v.span {
	case store.Month:
		text += ", " + say.Say("board.this-month", nil)
	case store.Week:
		text += ", " + say.Say("board.this-week", nil)
	case store.AllTime:
	}
	if req.GuildID == 0 {
		text += " " + say.Say("board.own", nil)
	}
	return text
}

// line is one entry: place, counts, player, and what it is.
func (v boardView) line(say *words.Printer, e store.Entry) string {
	place := ""
	if e.Rank > 0 {
		place = medal(say, e.Rank) + " "
	}
	names := [2]string{"count.cards", "count.tricks"}
	if v.game == "snap" {
		names = [2]string{"count.plays", "count.takes"}
	}
	first, second := say.Count(names[0], e.Cards), say.Count(names[1], e.Tricks)
	if v.by == store.ByTricks {
		first, second = second, first
	}
	text := fmt.Sprintf("%s**%s**, %s · %s", place, first, second, owner(say, e))
	if e.Mine {
		text += " " + say.Say("board.you", nil)
	}
	if e.Random {
		text += " · " + say.Say("board.shuffled", nil)
	}
	return text
}

// medal is a place: one of three medals, or a number. The backslash keeps
// markdown from making a list of it.
func medal(say *words.Printer, rank int64) string {
	switch rank {
	case 1:
		return "🥇"
	case 2:
		return "🥈"
	case 3:
		return "🥉"
	}
	return say.Number(rank) + "\\."
}

// controls are the page buttons and the menu of the entries shown.
func (v boardView) controls(say *words.Printer, page store.Page) []Row {
	var rows []Row
	menu := &Menu{ID: "leaderboard:" + openEntry, Placeholder: say.Say("board.menu", nil)}
	for _, e := range page.Entries {
		menu.Choices = append(menu.Choices, Choice{
			Label:  fmt.Sprintf("%s. %s", say.Number(e.Rank), shortened(cmp.Or(e.UserName, say.Say("standing.somebody", nil)), 60)),
			Detail: shortened(e.Deal, 80),
			Value:  strconv.FormatInt(e.ID, 10),
		})
	}
	if len(menu.Choices) > 0 {
		rows = append(rows, Row{Menu: menu})
	}
	if page.Total > boardPage {
		back, on := v, v
		back.offset, on.offset = max(v.offset-boardPage, 0), v.offset+boardPage
		rows = append(rows, Row{Buttons: []Button{
			{ID: "leaderboard:" + back.state(), Label: say.Say("board.longer", nil), Disabled: v.offset == 0},
			{ID: "leaderboard:" + on.state(), Label: say.Say("board.shorter", nil), Disabled: on.offset >= page.Total},
		}})
	}
	return rows
}

// open shows the deal of one entry, ready to be copied.
func (b *boards) open(ctx context.Context, req Request) (Reply, error) {
	if len(req.Picked) != 1 {
		return Reply{}, b.mistaken(req, "board.choose-one")
	}
	id, err := strconv.ParseInt(req.Picked[0], 10, 64)
	if err != nil {
		return Reply{}, b.mistaken(req, "board.no-entry")
	}
	g, err := b.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		return Reply{}, b.mistaken(req, "board.entry-gone")
	}
	if err != nil {
		return Reply{}, err
	}
	v, say := boardView{game: g.Game, by: store.ByCards}, b.private(req)
	return Reply{
		Title:  say.Say("board.deal", nil),
		Text:   v.line(say, g.Entry) + "\n" + code(shortened(b.shownDeal(req, say, g.Deal), 3000)),
		Footer: say.Say("game."+g.Game, nil) + ", " + divisionName(say, g.Game, g.Division), Ephemeral: true,
	}, nil
}

// mistaken makes a mistake of a message that may name the command.
func (b *boards) mistaken(req Request, id string) error {
	say := b.private(req)
	return mistaken(say, id, words.Args{"command": b.typed(req, say, "leaderboard")})
}
