package play

import (
	"context"
	"errors"
	"slices"
	"strings"

	"nonna/commands"
	"nonna/commands/verdict"
	"nonna/commands/words"
	"nonna/engine/game"
)

// form opens a form for a deal, and plays the deal of one that is sent.
func (pl *player) form(ctx context.Context, req commands.Request, g *game.Game, s commands.FormState) (commands.Reply, error) {
	values, ok := g.ParseOptions(s.Options)
	switch {
	case !ok:
		return commands.Reply{}, commands.ErrOldButton
	case req.Kind == commands.Submit:
		return pl.sentForm(ctx, req, g, values)
	}
	p := pl.localizer.Private(req)
	example := slices.IndexFunc(g.Examples, func(e game.Example) bool { return g.ChangedOptions(e.Options).String() == values.String() })
	return commands.Reply{Form: &commands.Form{
		ID:    commands.FormControl.ID(g.Name, s),
		Title: p.Say("form.title", words.Args{"game": p.GameTitle(g.Name)}),
		Inputs: []commands.Input{{
			ID: dealBox, Label: p.Say("form.deal", nil), Placeholder: g.Examples[max(example, 0)].Text, Lines: true, Required: true,
		}},
	}}, nil
}

// dealBox is the id of the box for the deal.
const dealBox = "deal"

// maxTypedShown is the most bytes of a typed deal that are shown again: enough for any
// deal of a full deck.
const maxTypedShown = 2400

// sentForm plays the deal of a form. A text that cannot be read is shown again, so that it can be
// copied: Discord does not keep it.
func (pl *player) sentForm(ctx context.Context, req commands.Request, g *game.Game, values game.Options) (commands.Reply, error) {
	text := strings.TrimSpace(req.Options.Text(dealBox))
	if text == "" {
		return commands.Reply{}, pl.localizer.Private(req).Mistake("form.empty", nil)
	}
	reply, err := pl.play(ctx, req, asked{text: text, Case: verdict.Case{
		Game: g, Options: values, Private: req.WantsPrivate(),
	}})
	if m, ok := errors.AsType[commands.Mistake](err); ok {
		err = m + commands.Mistake("\n"+commands.CodeBlock(commands.Shorten(text, maxTypedShown)))
	}
	return reply, err
}
