package boards

import (
	"context"
	"errors"
	"strings"

	"nonna/commands"
	"nonna/commands/verdict"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// boards answers /leaderboard.
type boards struct {
	commands.Localizer
	store *store.Store
	opts  options
}

// options are those of /leaderboard.
type options struct {
	commands.BoardOptions
	period, member commands.Option
}

func newOptions(games game.List) options {
	board := commands.NewBoardOptions(games.Ranked(), store.Ends, store.Loops, store.Hunts)
	board.Game.Required = false
	return options{
		BoardOptions: board,
		period:       commands.Option{Name: "period", Choices: commands.Choices("all", "month", "week")},
		member:       commands.Option{Name: "member", Type: commands.UserOption},
	}
}

// command returns /leaderboard.
func (b *boards) command() commands.Command {
	o := b.opts
	return commands.Command{
		Name: commands.BoardCommand, Kind: commands.Slash, Options: []commands.Option{o.Game, o.Division, o.By, o.period, o.member},
		Run: b.leaderboard, Suggest: b.suggest,
		Actions: []commands.Action{
			commands.On(commands.BoardControl, b.open), commands.On(pageControl, b.turn), commands.On(commands.EntriesControl, b.deal),
		},
	}
}

func (b *boards) leaderboard(ctx context.Context, req commands.Request) (commands.Reply, error) {
	v, err := b.parse(ctx, req)
	if err != nil {
		return commands.Reply{}, err
	}
	return b.show(ctx, req, v, false)
}

// open answers the button to a board, below another message.
func (b *boards) open(ctx context.Context, req commands.Request, s commands.BoardState) (commands.Reply, error) {
	v, err := b.resolveDivision(ctx, req, boardView{s.Game, s.Division, pageState{Kind: s.Kind, By: s.By}})
	if err != nil {
		return commands.Reply{}, err
	}
	return b.show(ctx, req, v, true)
}

// turn shows another page in place of this one.
func (b *boards) turn(ctx context.Context, req commands.Request, s pageState) (commands.Reply, error) {
	g, err := b.entry(ctx, req, s.Cursor.Edge())
	if err != nil {
		return commands.Reply{}, err
	}
	reply, err := b.show(ctx, req, boardView{g.Game, g.Division, s}, false)
	// A user who has hidden their name since is not shown where everyone sees it.
	reply.Update = s.Ephemeral || !reply.Ephemeral
	return reply, err
}

// suggest returns the divisions or the orders that match what is being typed.
func (b *boards) suggest(ctx context.Context, req commands.Request) (commands.Reply, error) {
	if req.Focused == b.opts.By.Name {
		return b.opts.SuggestOrder(req, b.Localizer)
	}
	v, err := b.parseGame(ctx, req)
	if err != nil {
		return commands.Reply{}, err
	}
	q := v.divisions(req)
	list, err := commands.TypedBoards(ctx, b.store, q, commands.OneLine(b.opts.Division.Text(req)))
	var choices []commands.Choice
	for _, d := range list {
		choices = append(choices, commands.Choice{Label: divisionLine(b.Private(req), d), Value: d.Division})
	}
	return commands.Matching(req, choices, err)
}

// show shows one page. Only the user sees it if private is set, if they mistyped a
// division, or if they hide their name and the page marks their games.
func (b *boards) show(ctx context.Context, req commands.Request, v boardView, private bool) (commands.Reply, error) {
	pg, err := b.read(ctx, req, v)
	if err != nil {
		return commands.Reply{}, err
	}
	p := b.Public(req)
	if private = private || pg.view.Ephemeral || pg.empty && !v.divisionIn(p); private {
		p = b.Private(req)
	}
	reply := p.Reply(v.title(req, p, pg.name))
	var lines []string
	if pg.empty {
		why, err := b.empty(ctx, req, p, v)
		if err != nil {
			return commands.Reply{}, err
		}
		lines = append(lines, why)
	}
	for _, e := range pg.Entries {
		line := p.EntryLine(v.Game, v.By, e)
		if v.Kind == store.Hunts {
			line += " · " + commands.Stamp(e.PlayedAt, "D")
		}
		lines = append(lines, line)
	}
	if pg.own != nil {
		lines = append(lines, "…", p.EntryLine(v.Game, v.By, *pg.own))
	}
	reply.Text = strings.Join(lines, "\n")
	if !pg.empty {
		reply.Footer, reply.Rows = pg.footer(p), pg.controls(p)
	}
	if pg.empty || !pg.HasPrev { // the first page
		reply.Fields, err = b.others(ctx, req, p, v)
	}
	return reply, err
}

// divisionIn reports whether the view has no division, or one that exists.
func (v boardView) divisionIn(p commands.Printer) bool {
	_, ok := p.Game(v.Game).Division(v.Division)
	return ok || v.Division == ""
}

// title returns the title of the board, with the name of the member whose games are shown.
func (v boardView) title(req commands.Request, p commands.Printer, name string) string {
	text := p.Say("board."+string(v.Kind), words.Args{"game": p.GameTitle(v.Game)})
	if v.Division != "" {
		text += ", " + p.DivisionName(v.Game, v.Division)
	}
	switch v.Span {
	case store.Month:
		text += ", " + p.Say("board.this-month", nil)
	case store.Week:
		text += ", " + p.Say("board.this-week", nil)
	case store.AllTime:
	}
	if req.GuildID == 0 {
		text += " " + p.Say("board.own", nil)
	}
	if name != "" {
		text += ": " + name
	}
	return text
}

// deal shows the deal of one entry, to be copied or replayed.
func (b *boards) deal(ctx context.Context, req commands.Request, _ commands.None) (commands.Reply, error) {
	id, _ := req.PickedNumber()
	g, err := b.entry(ctx, req, id)
	if err != nil {
		return commands.Reply{}, err
	}
	p := b.Private(req)
	reply := p.Reply(p.Say("remark.deal", nil), p.EntryLine(g.Game, store.ByPlays, g.Entry),
		commands.Code(commands.Shorten(p.ShownDeal(g.Game, g.Deal, g.Options), 3000)))
	reply.Footer = p.BoardName(g.Game, g.Division)
	if replay, ok := verdict.ReplayButton(p, g.ID, g.Plays); ok {
		reply.Rows = commands.Buttons(replay)
	}
	return reply, nil
}

// entry returns an entry that a control names.
func (b *boards) entry(ctx context.Context, req commands.Request, id int64) (store.StoredGame, error) {
	g, err := b.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		p := b.Private(req)
		err = p.Mistake("board.entry-gone", words.Args{"command": p.Typed(commands.BoardCommand)})
	}
	return g, err
}
