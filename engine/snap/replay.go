package snap

import (
	"context"
	"io"

	"nonna/engine/game"
	"nonna/engine/trace"
)

// WriteTrace implements [game.Play]: as the author of the rules prints it, with a line for
// the deal, one for each play and two for each take (TAKES, then the position after it); or
// as JSON Lines.
func (p Play) WriteTrace(ctx context.Context, w io.Writer, opts trace.Options) error {
	if opts.Format == trace.JSONLines {
		return p.writeEvents(ctx, w)
	}
	return p.writeText(ctx, w, opts)
}

// Replay implements [game.Play].
func (p Play) Replay(ctx context.Context, limit int64, see func(game.Step)) error {
	said := map[game.Move]string{game.Dealt: "replay.deal", game.Played: "snap.played", game.Took: "replay.took"}
	return p.replay(ctx, limit, func(t *Table, m Move) {
		see(game.Step{
			Move: m.Kind, Seat: m.Player, At: t.Length, Table: t,
			Said: func() game.Phrase {
				id := said[m.Kind]
				if m.Rotated {
					id = "snap.turned"
				}
				return game.Phrase{ID: id, Args: game.Args{"who": seats().Phrase(m.Player)}}
			},
		})
	})
}

// replay plays the deal again, up to its outcome or to limit plays, whichever is first. It
// calls see with the table as dealt and a zero move, and then after every move. The table is
// valid until see returns.
func (p Play) replay(ctx context.Context, limit int64, see func(*Table, Move)) error {
	t := newTable(p.deal)
	limit = min(limit, p.out.Length.Plays)
	done := func() bool { return t.Taker < 0 && t.Length.Plays >= limit }
	return game.Replay(ctx, t.step, done, func(m Move) { see(t, m) })
}

// lines returns the exact number of numbered lines of a trace. An undecided outcome lacks
// the number of takes, so its game is played to count them.
func (p Play) lines(ctx context.Context) (int64, error) {
	if p.out.Ending != game.Undecided {
		return linesTo(p.out.Length), nil
	}
	var n int64
	err := p.replay(ctx, p.out.Length.Plays, func(t *Table, _ Move) { n = linesTo(t.Length) })
	return n, err
}
