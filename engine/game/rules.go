package game

import "context"

// Replay calls see with the zero move for the deal, and then with every move of step, until
// one is the last or done reports that enough are made. The error is the context's.
func Replay[M any](ctx context.Context, step func() (M, bool), done func() bool, see func(M)) error {
	var dealt M
	see(dealt)
	for moves := 1; !done(); moves++ {
		if moves%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		m, ok := step()
		if !ok {
			return nil
		}
		see(m)
	}
	return nil
}

// Verdict returns an outcome in words. All games say alike that one is won or undecided; the
// message of another ending is the game's own, behind a prefix, such as "snap.loop". Its places are
// the winner {who}, the lengths {plays} and {takes}, and those of a loop: {cycle} and {cycletakes},
// and before it {lead} and {leadtakes}.
func Verdict(prefix string, s Seats, units [2]Unit, o Outcome) Phrase {
	plays, takes := units[0], units[1]
	args := Args{"plays": plays.Count(o.Length.Plays), "takes": takes.Count(o.Length.Takes)}
	switch o.Ending {
	case Won:
		prefix, args["who"] = "verdict.", s.Phrase(o.Winner())
	case Undecided:
		prefix = "verdict."
	case Loop:
		args["cycle"], args["cycletakes"] = plays.Count(o.Cycle().Plays), takes.Count(o.Cycle().Takes)
		args["lead"], args["leadtakes"] = plays.Count(o.Lead.Plays), takes.Count(o.Lead.Takes)
	}
	return Phrase{prefix + string(o.Ending), args}
}
