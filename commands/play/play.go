package play

import (
	"context"
	"time"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/rarity"
	"nonna/engine/game"
	"nonna/engine/shuffle"
	"nonna/store"
)

// settleTime is how long one game may be settled: the budget stops it long
// before, except on a very busy machine.
const settleTime = 20 * time.Second

// Commands returns the commands that play the games. seed gives the seed of a
// shuffle that nobody chose, and settled is told how long a deal of a game took;
// a nil studio draws no pictures.
func Commands(
	say commands.Localizer, st *store.Store, lengths *rarity.Table, studio *picture.Studio,
	seed func() uint64, settled func(game string, took time.Duration),
) []commands.Command {
	p := &player{
		say: say, store: st, lengths: lengths, studio: studio,
		newSeed: seed, settled: settled, opts: newOptions(),
	}
	var list []commands.Command
	for _, g := range say.Games {
		list = append(list, p.command(g))
	}
	return append(list, p.settleCommand(), p.replayCommand())
}

// player plays games for whoever asks.
type player struct {
	say     commands.Localizer
	store   *store.Store
	lengths *rarity.Table
	studio  *picture.Studio
	gallery gallery
	newSeed func() uint64
	settled func(game string, took time.Duration)
	opts    options
}

// command is the command of a game, with its suggestions, its buttons and its
// form.
func (p *player) command(g *game.Game) commands.Command {
	return commands.Command{
		Spec: commands.Spec{Name: g.Name, Kind: commands.Slash, Options: p.opts.of(g)},
		Run: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			a, err := p.typed(req, g)
			if err != nil {
				return commands.Reply{}, err
			}
			return p.play(ctx, req, g, a)
		},
		Suggest: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			return p.suggest(ctx, req, g)
		},
		Actions: []commands.Action{
			commands.On(func(_ context.Context, req commands.Request, s commands.FormState) (commands.Reply, error) {
				return p.openForm(req, g, s)
			}),
			commands.OnForm(func(ctx context.Context, req commands.Request, s commands.TypedState) (commands.Reply, error) {
				return p.sentForm(ctx, req, g, s)
			}),
			commands.OnAnew(func(ctx context.Context, req commands.Request, s commands.AgainState) (commands.Reply, error) {
				a, err := p.again(req, g, s)
				if err != nil {
					return commands.Reply{}, err
				}
				return p.play(ctx, req, g, a)
			}),
		},
	}
}

// play comes to a deal as asked for, settles it and tells of it.
func (p *player) play(ctx context.Context, req commands.Request, g *game.Game, a asked) (commands.Reply, error) {
	d, err := p.deal(req, g, a)
	if err != nil {
		return commands.Reply{}, err
	}
	r, err := p.settle(ctx, req, g, d, a)
	if err != nil {
		return commands.Reply{}, err
	}
	return r.reply(ctx)
}

// deal reads or shuffles the deal that was asked for.
func (p *player) deal(req commands.Request, g *game.Game, a asked) (game.Deal, error) {
	if a.shuffled {
		return g.Shuffle(shuffle.New(a.seed), a.values), nil
	}
	d, err := g.Read(a.text, a.values)
	return d, p.dealError(req, g, err)
}

// result is a settled game on its way to being told and remembered.
type result struct {
	*player
	req  commands.Request
	game *game.Game
	asked
	deal game.Deal
	play game.Play
	say  commands.Printer // in the language of whoever reads the reply
}

// settle settles a deal.
func (p *player) settle(ctx context.Context, req commands.Request, g *game.Game, d game.Deal, a asked) (result, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	start := time.Now()
	play, err := d.Settle(ctx, game.DefaultBudget)
	p.settled(g.Name, time.Since(start))
	return result{p, req, g, a, d, play, p.say.Printer(req, a.private)}, err
}
