package snap

import (
	"context"
	"io"

	"nonna/engine/trace"
)

// WriteTrace writes how a settled deal is played, as the author of the rules
// prints it: line 1 is the deal, one line a play, and two a take (TAKES, then
// the position after it); or as JSON Lines. It stops where the outcome does.
//
// Memory is constant. The error is the context's, the writer's, or that of
// [Settle] for a deal that is no game.
func WriteTrace(ctx context.Context, w io.Writer, d Deal, o Outcome, opts trace.Options) error {
	if err := d.check(); err != nil {
		return err
	}
	if opts.Format == trace.JSONLines {
		return writeEvents(ctx, w, d, o, opts)
	}
	return writeText(ctx, w, d, o, opts)
}

// checkEvery is how many moves are made between two looks at the context.
const checkEvery = 1 << 12

// Replay plays a settled deal again, up to where its outcome stops. It calls see
// with the table as dealt and a zero move, and then after every move. The table
// is see's until it returns. The error is the context's.
func Replay(ctx context.Context, d Deal, o Outcome, see func(*Table, Move)) error {
	t := newTable(d)
	see(t, Move{})
	for moves := 1; t.taker >= 0 || t.count.Plays < o.Plays; moves++ {
		if moves%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		m, ok := t.step()
		if !ok {
			return nil
		}
		see(t, m)
	}
	return nil
}

// lines is how many numbered lines a trace has, exactly. An undecided outcome
// does not know its takes, so its game is played to count them.
func lines(ctx context.Context, d Deal, o Outcome) (int64, error) {
	if o.Ending != Undecided {
		return o.Lines(), nil
	}
	var n int64
	err := Replay(ctx, d, o, func(t *Table, _ Move) { n = t.count.Lines() })
	return n, err
}
