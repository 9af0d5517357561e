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

// TypedState is a form for a deal, opened by a button, that is sent.
type TypedState struct{ commands.FormState }

// Letter implements [commands.State].
func (TypedState) Letter() byte { return 's' }

// openForm opens a form for a deal.
func (pl *player) openForm(req commands.Request, g *game.Game, s commands.FormState) (commands.Reply, error) {
	values, ok := g.ParseOptions(s.Options)
	if !ok {
		return commands.Reply{}, commands.ErrOldButton
	}
	p := pl.localizer.Private(req)
	example := slices.IndexFunc(g.Examples, func(e game.Example) bool { return g.Given(e.Options).String() == values.String() })
	return commands.Reply{Form: &commands.Form{
		ID:    commands.ID(g.Name, TypedState{s}),
		Title: p.Say("form.title", words.Args{"game": p.GameTitle(g.Name)}),
		Inputs: []commands.Input{{
			ID: dealBox, Label: p.Say("form.deal", nil), Placeholder: g.Examples[max(example, 0)].Text, Lines: true, Required: true,
		}},
	}}, nil
}

// dealBox is the id of the box for the deal.
const dealBox = "deal"

// sentForm plays the deal of a form. A text that cannot be read is shown again, since
// Discord does not keep it.
func (pl *player) sentForm(ctx context.Context, req commands.Request, g *game.Game, s TypedState) (commands.Reply, error) {
	values, ok := g.ParseOptions(s.Options)
	if !ok {
		return commands.Reply{}, commands.ErrOldButton
	}
	text := strings.TrimSpace(req.Options.Text(dealBox))
	if text == "" {
		return commands.Reply{}, commands.NewMistake(pl.localizer.Private(req), "form.empty", nil)
	}
	reply, err := pl.play(ctx, req, asked{text: text, Case: verdict.Case{
		Game: g, Options: values, Private: req.WantsPrivate(),
	}})
	if m, ok := errors.AsType[commands.Mistake](err); ok {
		err = formMistake{m, text}
	}
	return reply, err
}

// formMistake is a mistake in a form, with the typed text.
type formMistake struct {
	commands.Mistake
	typed string
}

// UserText says what is wrong, and shows the typed text, so that it can be copied.
func (m formMistake) UserText() string {
	return m.Mistake.UserText() + "\n" + commands.CodeBlock(commands.Shorten(m.typed, maxTypedShown))
}

// maxTypedShown is the most bytes of a typed deal that are shown again: enough for any
// deal of a full deck.
const maxTypedShown = 2400
