package play

import (
	"context"
	"errors"
	"fmt"
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
	f := &commands.Form{
		ID:    commands.ID(g.Name, TypedState{s}),
		Title: p.Say("form.title", words.Args{"game": p.GameTitle(g.Name)}),
	}
	for i, b := range g.Boxes(values) {
		f.Inputs = append(f.Inputs, commands.Input{
			ID: boxName(i), Label: p.Phrase(b.Label), Placeholder: b.Placeholder, Lines: b.Lines, Required: b.Required,
		})
	}
	return commands.Reply{Form: f}, nil
}

func boxName(i int) string { return fmt.Sprintf("box%d", i) }

// sentForm plays the deal of a form. A text that cannot be read is shown again, since
// Discord does not keep it.
func (pl *player) sentForm(ctx context.Context, req commands.Request, g *game.Game, s TypedState) (commands.Reply, error) {
	values, ok := g.ParseOptions(s.Options)
	if !ok {
		return commands.Reply{}, commands.ErrOldButton
	}
	text := formText(req, len(g.Boxes(values)))
	if text == "" {
		return commands.Reply{}, commands.NewMistake(pl.localizer.Private(req), "form.empty", nil)
	}
	reply, err := pl.play(ctx, req, asked{text: text, Case: verdict.Case{
		Game: g, Options: values, Trace: verdict.TextTrace, Private: req.WantsPrivate(),
	}})
	if m, ok := errors.AsType[commands.Mistake](err); ok {
		err = formMistake{m, text}
	}
	return reply, err
}

// formText joins the boxes of a form by a slash and a line break, so that a mistake in
// the second box is shown in line 2. It leaves out empty boxes at the end, and returns
// "" for an empty form.
func formText(req commands.Request, boxes int) string {
	var texts []string
	last := 0
	for i := range boxes {
		texts = append(texts, strings.TrimSpace(req.Options.Text(boxName(i))))
		if texts[i] != "" {
			last = i + 1
		}
	}
	return strings.Join(texts[:last], "\n/ ")
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
