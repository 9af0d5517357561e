package settle

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// Options says how deals are read, settled and answered.
type Options struct {
	Game *game.Game
	// Values are the values of the game's params.
	Values game.Options
	// Budget is the number of cards after which a deal counts as undecided.
	Budget int64
	// Echo says that the answers of a stream have the deals, as they were read.
	Echo bool
	// Say puts problems and verdicts into words.
	Say *words.Printer
}

// Answer is a deal that was settled.
type Answer struct {
	game.Play
	game *game.Game
	Deal game.Deal
}

// One reads a deal of at most [nonna/engine/deal.MaxText] bytes and settles it. The error is
// that of ctx, or a [*nonna/engine/deal.Problems] if the text is not a deal.
func One(ctx context.Context, text string, o Options) (Answer, error) {
	d, err := o.Game.Read(text, o.Values)
	if err != nil {
		deal.AddCures(err, o.Game, o.Values)
		return Answer{}, err
	}
	p, err := d.Settle(ctx, o.Budget)
	if err != nil {
		return Answer{}, err
	}
	return Answer{p, o.Game, d}, nil
}

// Undecided reports whether the budget was spent without a verdict.
func (a Answer) Undecided() bool { return a.Outcome().Ending == game.Undecided }

// Text returns the answer for people: the verdict, the deal's number, and every remark on the deal,
// one on a line.
func (a Answer) Text(say *words.Printer) string {
	text := say.Plain(a.Verdict()) + "\n"
	if d, ok := a.Deal.(game.Numbered); ok && d.NumberText() != "" {
		text += say.Say("remark.deal", nil) + ": " + d.NumberText() + "\n"
	}
	for _, remark := range a.Deal.Remarks() {
		text += say.Plain(remark) + "\n"
	}
	return text
}

// JSON returns the answer for programs, with the deal as it was read, as one line of JSON
// with its line end.
func (a Answer) JSON() ([]byte, error) { return a.line(true, 0) }

// line returns the answer as a line of JSON, with the deal, and the options that must be named
// beside it, if echo is true, and with the number of its line in a stream, or 0.
func (a Answer) line(echo bool, number int64) ([]byte, error) {
	b, err := JSON(a.Report())
	if err != nil {
		return nil, err
	}
	if echo {
		naming := a.game.OptionPairs(a.game.NamedOptions(a.Deal))
		for pair := range slices.Chunk(append(naming, "deal", a.Deal.String()), 2) {
			value, err := JSON(pair[1])
			if err != nil {
				return nil, err
			}
			b = appendField(b, pair[0], bytes.TrimSpace(value))
		}
	}
	if number > 0 {
		b = appendLine(b, number)
	}
	return b, nil
}

// appendField adds a field to the object that is the last line of b.
func appendField(b []byte, name string, value []byte) []byte {
	b = append(b[:len(b)-len("}\n")], `,"`...)
	b = append(append(b, name...), `":`...)
	return append(append(b, value...), "}\n"...)
}

// appendLine adds the number of a line to the object that is the last line of b.
func appendLine(b []byte, number int64) []byte {
	b = append(b[:len(b)-len("}\n")], `,"line":`...)
	return append(strconv.AppendInt(b, number, 10), "}\n"...)
}

// JSON returns an answer as one line of JSON with its line end. It does not escape
// characters for HTML.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(256) // most answers, with what is added to them
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}
