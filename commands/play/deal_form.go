package play

import (
	"errors"
	"fmt"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/card"
)

// formBoxes is the most boxes of a form, Discord's limit.
const formBoxes = 5

// deckOfForm is the deck in the state of a form, or of the button that opens it.
func deckOfForm(options string) (card.Deck, bool) {
	if options == commands.DeckOption(card.Italian) {
		return card.Italian, true
	}
	return card.French, options == ""
}

// dealForm is a form for a deal, with a box a player. There are two of Camicia;
// other games take as many as there is room for, of whom two must be there.
// Clock patience has no players, and more piles than there is room for.
func dealForm(say *words.Printer, game string, deck card.Deck) *commands.Form {
	f := &commands.Form{
		ID: commands.ID(game, commands.TypedState{commands.DeckOption(deck)}), Title: say.Say("form.title", words.Args{"game": commands.GameTitle(say, game)}),
	}
	box := func(id string, args words.Args, placeholder string) {
		n := len(f.Inputs)
		f.Inputs = append(f.Inputs, commands.Input{
			ID: boxName(n), Label: say.Say(id, args), Placeholder: placeholder, Required: n < 2,
		})
	}
	switch game {
	case "camicia":
		examples := [2]string{"2 A 7 8 Q 10", "---AJ--Q---"}
		if deck == card.Italian {
			examples = [2]string{"5 3 7 2 4", "---1-3--2--"}
		}
		box("form.hand", words.Args{"who": "A"}, examples[0])
		box("form.hand", words.Args{"who": "B"}, examples[1])
	case "beggar":
		for i, example := range []string{"TD AC 5H", "2S 9C KD", "", "", ""} {
			box("form.hand-of", words.Args{"number": i}, example)
		}
	case "snap":
		for i, example := range []string{"abca", "abba", "", "", ""} {
			box("form.pile-of", words.Args{"number": i + 1}, example)
		}
	case "clock":
		box("form.piles", nil, "11 11 7 7\n8 6 5 0\n…")
		f.Inputs[0].Lines = true
	}
	return f
}

func boxName(n int) string { return fmt.Sprintf("box%d", n) }

// typedIn makes the request of a sent form that of the typed command: boxes are
// split by a slash and by lines, so that a mistake in the second box is shown in
// line 2. Empty boxes at the end are of players who are not there.
func (t *tables) typedIn(req commands.Request, s commands.TypedState, option string) (commands.Request, error) {
	deck, ok := deckOfForm(s.Options)
	if !ok {
		return req, commands.ErrOldButton
	}
	var boxes []string
	for n := range formBoxes {
		boxes = append(boxes, strings.TrimSpace(req.Options.Text(boxName(n))))
	}
	for len(boxes) > 1 && boxes[len(boxes)-1] == "" {
		boxes = boxes[:len(boxes)-1]
	}
	if strings.Join(boxes, "") == "" {
		return req, commands.NewMistake(t.Private(req), "form.empty", nil)
	}
	options := commands.Options{option: strings.Join(boxes, "\n/ "), "private": req.Options.Bool("private")} // by the server's settings
	if deck == card.Italian {
		options["deck"] = deck.String()
	}
	req.Options = options
	return req, nil
}

// typedMistake is a mistake in a form, with what was typed: Discord forgets it
// when the form is sent.
type typedMistake struct {
	commands.Mistake
	typed string
}

// UserText says what is wrong, and shows what was typed, so that it can be copied.
func (m typedMistake) UserText() string {
	return m.Mistake.UserText() + "\n" + commands.CodeBlock(commands.Shorten(m.typed, maxTypedShown))
}

// maxTypedShown is the most bytes of a form that are shown again: as much as
// there is room for in a message, which is any deal of a full deck.
const maxTypedShown = 2400

// keepTyped adds what was typed to a mistake in it.
func keepTyped(err error, typed string) error {
	var m commands.Mistake
	if errors.As(err, &m) {
		return typedMistake{m, typed}
	}
	return err
}
