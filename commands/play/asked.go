package play

import (
	"fmt"
	"strings"

	"nonna/commands"
	"nonna/commands/verdict"
	"nonna/commands/words"
	"nonna/engine/game"
)

// options are the options of every game's command, besides the params of the game.
type options struct{ deal, seed, file, private commands.Option }

func newOptions() options {
	return options{
		deal:    commands.Option{Name: "deal", Suggest: true, Max: commands.MaxText},
		seed:    commands.Option{Name: verdict.SeedOption, Type: commands.IntOption, Min: 1, Max: commands.MaxSeed},
		file:    commands.Option{Name: "file", Type: commands.FileOption},
		private: commands.Private(),
	}
}

// of returns the options of a game's command.
func (o options) of(g *game.Game) []commands.Option {
	list := []commands.Option{o.deal}
	for _, p := range g.Params {
		one := commands.Option{Name: p.Name, Type: commands.IntOption, Min: int64(p.Min), Max: int64(p.Max)}
		if len(p.Values) > 0 {
			one = commands.Option{Name: p.Name, Type: commands.TextOption, Choices: commands.Choices(p.Values...)}
		}
		list = append(list, one)
	}
	return append(list, o.seed, o.file, o.private)
}

// asked is a game that a user asked for, by a typed command, a form or a button: a case
// whose deal is yet to be made.
type asked struct {
	verdict.Case
	// text is the deal, unless one is shuffled.
	text string
}

// typed reads a typed command. It refuses a deal that is given twice.
func (pl *player) typed(req commands.Request, g *game.Game) (asked, error) {
	a := asked{text: pl.opts.deal.Text(req), Case: verdict.Case{
		Game: g, Options: params(req, g), Private: req.WantsPrivate(), PrivateAsked: pl.opts.private.Bool(req),
	}}
	file, hasFile := req.Options[pl.opts.file.Name].(commands.Attachment)
	hasSeed := pl.opts.seed.IsGiven(req)
	given := 0
	for _, filled := range []bool{strings.TrimSpace(a.text) != "", hasFile, hasSeed} {
		if filled {
			given++
		}
	}
	switch {
	case given > 1:
		return a, pl.oneSource(req, g)
	case given == 1 && !hasSeed && shuffling(req, g) != "":
		p := pl.localizer.Private(req)
		return a, p.Mistake("mistake.shuffle-only", words.Args{
			"option": p.OptionName(g.Name, shuffling(req, g)),
		})
	case hasFile:
		a.text = string(file.Data)
		if strings.TrimSpace(a.text) == "" {
			return a, pl.localizer.Private(req).Mistake("mistake.empty-file", words.Args{"name": commands.Code(file.Name)})
		}
	case hasSeed:
		a.Shuffled, a.Seed = true, uint64(pl.opts.seed.Int(req))
	case given == 0:
		a.Shuffled, a.Seed = true, req.Seed
	}
	return a, nil
}

// shuffling returns the name of a param in a request that only a shuffle is made with, "" for
// none.
func shuffling(req commands.Request, g *game.Game) string {
	for _, p := range g.Params {
		if _, ok := req.Options[p.Name]; ok && !p.Read {
			return p.Name
		}
	}
	return ""
}

// params returns the values of a game's params in a request.
func params(req commands.Request, g *game.Game) game.Options {
	o := game.Options{}
	for _, p := range g.Params {
		if v, ok := req.Options[p.Name]; ok {
			o[p.Name] = fmt.Sprint(v)
		}
	}
	return o
}

// oneSource returns the mistake of a deal that was given twice.
func (pl *player) oneSource(req commands.Request, g *game.Game) error {
	p := pl.localizer.Private(req)
	name := func(option string) string { return p.OptionName(g.Name, option) }
	return p.Mistake("mistake.one-source", words.Args{
		"option": name(pl.opts.deal.Name), "file": name(pl.opts.file.Name), "seed": name(pl.opts.seed.Name),
	})
}

// againFor reports whether the user alone sees the game of the button Again.
func againFor(req commands.Request, s verdict.AgainState) bool {
	return s.Private || req.WantsPrivate()
}

// again reads the state of the button Again. The server's settings may have become
// stricter since the button was made.
func (pl *player) again(req commands.Request, g *game.Game, s verdict.AgainState) (asked, error) {
	values, ok := g.ParseOptions(s.Options)
	if !ok {
		return asked{}, commands.ErrOldButton
	}
	return asked{Case: verdict.Case{
		Game: g, Shuffled: true, Seed: req.Seed, Options: values,
		Private: againFor(req, s), PrivateAsked: s.Private,
	}}, nil
}
