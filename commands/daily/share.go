package daily

import (
	"context"

	"nonna/commands"
	"nonna/store/daily"
)

// share posts the user's result for everybody to see, without a spoiler.
func (h *handler) share(ctx context.Context, req commands.Request, s DayState) (commands.Reply, error) {
	done, err := h.days.Progress(ctx, req.User.ID, s.Day)
	if err != nil {
		return commands.Reply{}, err
	}
	if !daily.Over(done.PuzzleDay) {
		return commands.Reply{}, commands.ErrOldButton
	}
	p := h.Public(req)
	line := head(p, s.Day) + " " + h.marks(p, done.PuzzleDay)
	if done.Plays > 0 {
		line += " · " + p.Count("count.days", int64(done.Streak))
	}
	return p.Reply("", line), nil
}
