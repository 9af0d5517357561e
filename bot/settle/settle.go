package settle

import (
	"bytes"
	"context"
	"encoding/json"

	"nonna/commands/words"
	"nonna/engine/game"
)

// Options says how deals are read, settled and answered.
type Options struct {
	Game *game.Game
	// Values are the values of the game's params.
	Values game.Options
	// Budget is the number of cards after which a deal counts as undecided.
	Budget int64
	// Say puts problems and verdicts into words.
	Say *words.Printer
}

// Answer is a deal that was settled.
type Answer struct {
	game.Play
	deal game.Deal
}

// One reads a deal of at most [nonna/engine/deal.MaxText] bytes and settles it. The error is
// that of ctx, or a [*nonna/engine/deal.Problems] if the text is not a deal.
func One(ctx context.Context, text string, o Options) (Answer, error) {
	d, err := o.Game.Read(text, o.Values)
	if err != nil {
		return Answer{}, err
	}
	p, err := d.Settle(ctx, o.Budget)
	if err != nil {
		return Answer{}, err
	}
	return Answer{p, d}, nil
}

// Undecided reports whether the budget was spent without a verdict.
func (a Answer) Undecided() bool { return a.Outcome().Ending == game.Undecided }

// Text returns the answer for people: the verdict and every remark on the deal, one on a
// line.
func (a Answer) Text(say *words.Printer) string {
	text := say.Plain(a.Verdict()) + "\n"
	for _, remark := range a.deal.Remarks() {
		text += say.Plain(remark) + "\n"
	}
	return text
}

// JSON returns an answer as one line of JSON with its line end. It does not escape
// characters for HTML.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}
