package settle

import (
	"bytes"
	"context"
	"encoding/json"

	"nonna/commands/words"
	"nonna/engine/game"
)

// Options says how deals are read and settled, and what is said of them.
type Options struct {
	Game *game.Game
	// Values are those of the game's params.
	Values game.Options
	// Budget is how many cards are played before a deal is undecided.
	Budget int64
	// Say says what keeps a text from being a deal, and what came of one.
	Say *words.Printer
}

// Answer is a deal that was settled.
type Answer struct {
	game.Play
	deal game.Deal
}

// One reads a deal, at most [nonna/engine/deal.MaxText] bytes of it, and settles
// it. The error is the context's, or a [*nonna/engine/deal.Problems] where the
// text is no deal.
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

// Undecided tells that the budget was spent without a verdict.
func (a Answer) Undecided() bool { return a.Outcome().Ending == game.Undecided }

// Text is the answer for people: the verdict, and then every remark on the deal,
// a line each.
func (a Answer) Text(say *words.Printer) string {
	text := say.Plain(a.Verdict()) + "\n"
	for _, remark := range a.deal.Remarks() {
		text += say.Plain(remark) + "\n"
	}
	return text
}

// JSON returns a report, or whatever else is to be answered, as one line of JSON
// with its line end. Signs such as < and & stay as they are: nobody reads this as
// HTML.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}
