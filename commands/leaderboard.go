package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nonna/store"
)

// boards shows the leaderboards.
type boards struct{ store *store.Store }

func leaderboardSpec() Spec {
	var withBoard []Choice
	for _, c := range gameChoices() {
		if hasBoard(c.Value) {
			withBoard = append(withBoard, c)
		}
	}
	return Spec{
		Name: "leaderboard", Kind: Slash, Description: "The longest games of this server",
		Options: []Option{
			{Name: "game", Description: "Which game", Type: TextOption, Required: true, Choices: withBoard},
			{Name: "division", Description: "Which deals compete, like 52 or 3x4; the full deck if left out", Type: TextOption, Suggest: true, Max: 64},
			{Name: "by", Description: "What counts; cards (or plays) if left out", Type: TextOption, Choices: []Choice{
				{Label: "Cards or plays", Value: "cards"}, {Label: "Tricks or takes", Value: "tricks"},
			}},
			{Name: "board", Description: "Games that end, or endless ones by their length before repeating", Type: TextOption, Choices: []Choice{
				{Label: "Games that end", Value: string(store.Ends)}, {Label: "Endless games", Value: string(store.Loops)},
			}},
			{Name: "period", Description: "Since when; all time if left out", Type: TextOption, Choices: []Choice{
				{Label: "All time", Value: "all"}, {Label: "This month", Value: "month"}, {Label: "This week", Value: "week"},
			}},
			{Name: "random", Description: "Whether shuffled deals are shown too; yes if left out", Type: BoolOption},
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
	return b.show(ctx, req, v)
}

// press answers a button: another page in the place of this one, or a board for
// whoever pressed it.
func (b *boards) press(ctx context.Context, req Request) (Reply, error) {
	state, see := strings.CutPrefix(req.State, seeBoard)
	v, ok := parseView(state)
	if !ok {
		return Reply{}, Mistakef("That button is from another time and no longer works: use `/leaderboard` again.")
	}
	reply, err := b.show(ctx, req, v)
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
	typed := strings.ToLower(req.Options.Text("division"))
	for _, d := range list {
		label := fmt.Sprintf("%s (%s)", divisionName(game, d.Division), counted(d.Entries, "game"))
		if strings.Contains(strings.ToLower(d.Division+" "+label), typed) {
			reply.Choices = append(reply.Choices, Choice{Label: label, Value: d.Division})
		}
	}
	return reply, nil
}

// show draws one page.
func (b *boards) show(ctx context.Context, req Request, v boardView) (Reply, error) {
	page, err := b.store.Board(ctx, store.BoardQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: v.game, Division: v.division,
		Kind: v.kind, By: v.by, Span: v.span, At: req.At, WithoutRandom: v.withoutRandom,
		Offset: v.offset, Limit: boardPage,
	})
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Title: v.title(req)}
	if page.Total == 0 {
		reply.Text = "Nobody has brought a deal yet. " + fmt.Sprintf("`/%s` starts it.", v.game)
		return reply, nil
	}
	var lines []string
	for _, e := range page.Entries {
		lines = append(lines, v.line(e))
	}
	if own := page.Own; own != nil && (own.Rank <= v.offset || own.Rank > v.offset+boardPage) {
		lines = append(lines, "…", v.line(*own))
	}
	reply.Text = strings.Join(lines, "\n")
	reply.Footer = fmt.Sprintf("%s to %s of %s", grouped(v.offset+1), grouped(v.offset+int64(len(page.Entries))), counted(page.Total, "game"))
	reply.Rows = v.controls(page)
	return reply, nil
}

func (v boardView) title(req Request) string {
	what := "Longest games"
	if v.kind == store.Loops {
		what = "Longest before repeating"
	}
	for _, g := range games() {
		if g.name == v.game {
			what += " of " + g.title
		}
	}
	if v.division != "" {
		what += ", " + divisionName(v.game, v.division)
	}
	if v.span != store.AllTime {
		what += ", this " + spanName(v.span)
	}
	if req.GuildID == 0 {
		what += " (your own list)"
	}
	return what
}

// line is one entry: place, counts, player, and what it is.
func (v boardView) line(e store.Entry) string {
	place := ""
	if e.Rank > 0 {
		place = medal(e.Rank) + " "
	}
	names := [2]string{"card", "trick"}
	if v.game == "snap" {
		names = [2]string{"play", "take"}
	}
	first, second := counted(e.Cards, names[0]), counted(e.Tricks, names[1])
	if v.by == store.ByTricks {
		first, second = second, first
	}
	text := fmt.Sprintf("%s**%s**, %s · %s", place, first, second, owner(e))
	if e.Mine {
		text += " (you)"
	}
	if e.Random {
		text += " · shuffled"
	}
	return text
}

// medal is a place: one of three medals, or a number. The backslash keeps
// markdown from making a list of it.
func medal(rank int64) string {
	switch rank {
	case 1:
		return "🥇"
	case 2:
		return "🥈"
	case 3:
		return "🥉"
	}
	return grouped(rank) + "\\."
}

// controls are the page buttons and the menu of the entries shown.
func (v boardView) controls(page store.Page) []Row {
	var rows []Row
	menu := &Menu{ID: "leaderboard:" + openEntry, Placeholder: "Show the deal of …"}
	for _, e := range page.Entries {
		menu.Choices = append(menu.Choices, Choice{
			Label:  fmt.Sprintf("%s. %s", grouped(e.Rank), shortened(e.UserName, 60)),
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
			{ID: "leaderboard:" + back.state(), Label: "◀ Longer", Disabled: v.offset == 0},
			{ID: "leaderboard:" + on.state(), Label: "Shorter ▶", Disabled: on.offset >= page.Total},
		}})
	}
	return rows
}

// open shows the deal of one entry, ready to be copied.
func (b *boards) open(ctx context.Context, req Request) (Reply, error) {
	if len(req.Picked) != 1 {
		return Reply{}, Mistakef("Choose one entry of the board.")
	}
	id, err := strconv.ParseInt(req.Picked[0], 10, 64)
	if err != nil {
		return Reply{}, Mistakef("That entry does not exist: use `/leaderboard` again.")
	}
	g, err := b.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		return Reply{}, Mistakef("That entry is no longer there: use `/leaderboard` again.")
	}
	if err != nil {
		return Reply{}, err
	}
	v := boardView{game: g.Game, by: store.ByCards}
	return Reply{
		Title: "The deal", Text: v.line(g.Entry) + "\n" + code(shortened(g.Deal, 3000)),
		Footer: fmt.Sprintf("%s, %s", g.Game, g.Division), Ephemeral: true,
	}, nil
}
