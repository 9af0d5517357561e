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

// boards shows the leaderboards.
type boards struct {
	commands.Localizer
	store *store.Store
	opts  options
}

// options are those of /leaderboard.
type options struct {
	commands.BoardOptions
	period commands.Opt[string]
	member commands.Opt[uint64]
}

func newOptions(games game.List) options {
	return options{
		BoardOptions: commands.NewBoardOptions(games),
		period:       commands.Opt[string]{Name: "period", Choices: []string{"all", "month", "week"}},
		member:       commands.Opt[uint64]{Name: "member", Type: commands.UserOption},
	}
}

func (o options) spec() commands.Spec {
	return commands.Spec{
		Name: commands.BoardCommand, Kind: commands.Slash,
		Options: commands.Declare(o.Game, o.Division, o.By, o.period, o.member, o.Random),
	}
}

// command is the command /leaderboard.
func (b *boards) command() commands.Command {
	return commands.Command{
		Spec: b.opts.spec(), Run: b.leaderboard, Suggest: b.suggest,
		Actions: []commands.Action{commands.On(b.turn), commands.On(b.open)},
	}
}

func (b *boards) leaderboard(ctx context.Context, req commands.Request) (commands.Reply, error) {
	v, err := b.viewOf(ctx, req)
	if err != nil {
		return commands.Reply{}, err
	}
	return b.show(ctx, req, v, false)
}

// turn answers a button: another page in the place of this one, or a board for
// whoever pressed it.
func (b *boards) turn(ctx context.Context, req commands.Request, s commands.BoardState) (commands.Reply, error) {
	if !b.Ranked(s.Game) {
		return commands.Reply{}, commands.ErrOldButton
	}
	opens := s.Opens
	s.Opens = false
	reply, err := b.show(ctx, req, boardView{BoardState: s}, opens)
	// Who has hidden their name since is not shown where all can see it.
	reply.Update = !opens && (s.Alone || !reply.Ephemeral)
	return reply, err
}

// suggest lists the divisions that fit what is being typed.
func (b *boards) suggest(ctx context.Context, req commands.Request) (commands.Reply, error) {
	game := b.opts.Game.Value(req)
	kind, _ := b.opts.Order(req)
	list, err := b.divisions(ctx, req, game, !b.opts.Random.ValueOr(req, true) || req.Settings.WithoutRandom)
	if err != nil {
		return commands.Reply{}, err
	}
	var choices []commands.Choice
	for _, d := range ofKind(list, kind) {
		choices = append(choices, commands.Choice{Label: divisionLine(b.Private(req), d), Value: d.Division})
	}
	return commands.Matching(req, choices), nil
}

// show draws one page: for the asker alone if private, if they keep their name from
// others and it tells which games are theirs, or if they mistyped a division.
func (b *boards) show(ctx context.Context, req commands.Request, v boardView, private bool) (commands.Reply, error) {
	p, err := b.read(ctx, req, v)
	if err != nil {
		return commands.Reply{}, err
	}
	if first := p.empty || !p.Before; first && v.known == nil {
		if v.known, err = b.divisions(ctx, req, v.Game, v.withoutRandom(req)); err != nil {
			return commands.Reply{}, err
		}
	}
	say := b.Public(req)
	if private = private || p.view.Alone || p.empty && !v.divisionIn(say); private {
		say = b.Private(req)
	}
	reply := commands.Reply{Title: v.title(req, say, p.name), Ephemeral: private}
	var lines []string
	if p.empty {
		why, err := b.empty(ctx, req, say, v, p.name)
		if err != nil {
			return commands.Reply{}, err
		}
		lines = append(lines, why)
	}
	for _, e := range p.Entries {
		lines = append(lines, say.RankedLine(v.Game, v.By(), e))
	}
	if p.own != nil {
		lines = append(lines, "…", say.RankedLine(v.Game, v.By(), *p.own))
	}
	reply.Text = strings.Join(lines, "\n")
	if !p.empty {
		reply.Footer, reply.Rows = p.footer(say), p.controls(say)
	}
	reply.Fields = v.others(say) // none of a page further on
	return reply, nil
}

// divisionIn reports whether the view names no division, or one that there is.
func (v boardView) divisionIn(say commands.Printer) bool {
	_, ok := say.Game(v.Game).Division(v.Division)
	return ok || v.Division == ""
}

// title names the board, and the member with a name whose games alone are shown.
func (v boardView) title(req commands.Request, say commands.Printer, name string) string {
	what := "board.ends"
	if v.Kind() == store.Loops {
		what = "board.loops"
	}
	text := say.Say(what, words.Args{"game": say.GameTitle(v.Game)})
	if v.Division != "" {
		text += ", " + say.DivisionName(v.Game, v.Division)
	}
	for _, limit := range v.limits(req, say) {
		text += ", " + limit
	}
	if req.GuildID == 0 {
		text += " " + say.Say("board.own", nil)
	}
	if name != "" {
		text += ": " + name
	}
	return text
}

// limits say which of a board's entries were asked for, nothing for all.
func (v boardView) limits(req commands.Request, say commands.Printer) []string {
	var limits []string
	switch v.Span() {
	case store.Month:
		limits = append(limits, say.Say("board.this-month", nil))
	case store.Week:
		limits = append(limits, say.Say("board.this-week", nil))
	case store.AllTime:
	}
	if v.Typed && !req.Settings.WithoutRandom { // where the server does so for all, nobody asked
		limits = append(limits, say.Say("board.without-shuffled", nil))
	}
	return limits
}

// open shows the deal of one entry, ready to be copied or to be replayed.
func (b *boards) open(ctx context.Context, req commands.Request, _ commands.EntriesState) (commands.Reply, error) {
	id, ok := req.PickedNumber()
	if !ok {
		return commands.Reply{}, b.mistaken(req, "board.no-entry")
	}
	g, err := b.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		return commands.Reply{}, b.mistaken(req, "board.entry-gone")
	}
	if err != nil {
		return commands.Reply{}, err
	}
	say := b.Private(req)
	reply := commands.Reply{
		Title:  say.Say("board.deal", nil),
		Text:   say.RankedLine(g.Game, store.ByPlays, g.Entry) + "\n" + commands.Code(commands.Shorten(b.ShownDeal(req, say, g.Game, g.Deal, g.Options), 3000)),
		Footer: say.GameTitle(g.Game) + ", " + say.DivisionName(g.Game, g.Division), Ephemeral: true,
	}
	if replay, ok := verdict.ReplayButton(say, g.ID, g.Plays); ok {
		reply.Rows = []commands.Row{{Buttons: []commands.Button{replay}}}
	}
	return reply, nil
}

// mistaken makes a mistake of a message that may name the command.
func (b *boards) mistaken(req commands.Request, id string) error {
	say := b.Private(req)
	return commands.NewMistake(say, id, words.Args{"command": b.Typed(req, say, commands.BoardCommand)})
}
