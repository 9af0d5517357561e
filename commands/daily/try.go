package daily

import (
	"context"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store/daily"
)

// try counts a choice, and says what it comes to.
func (h *handler) try(ctx context.Context, req commands.Request, s DayState) (commands.Reply, error) {
	p := h.Private(req)
	if !daily.Open(s.Day, req.At) {
		return commands.Reply{}, p.Mistake("daily.over", words.Args{"command": p.Typed(commandName)})
	}
	puzzle, err := h.game.Puzzle(ctx, game.Day(s.Day))
	if err != nil {
		return commands.Reply{}, err
	}
	n, ok := req.PickedNumber()
	if !ok || n < 0 || n >= int64(len(puzzle.Choices)) {
		return commands.Reply{}, commands.ErrOldButton
	}
	c := puzzle.Choices[n]
	one := daily.Try{Day: s.Day, Choice: int(n)}
	if c.Saves {
		one.Plays = c.Outcome.Length.Plays
	}
	counted, err := h.days.Try(ctx, daily.Player{UserID: req.User.ID, Name: req.User.ShortName(), GuildID: req.GuildID}, one)
	if err != nil {
		return commands.Reply{}, err
	}
	done, err := h.days.Progress(ctx, req.User.ID, s.Day)
	if err != nil {
		return commands.Reply{}, err
	}
	done.PuzzleDay = counted
	v := h.view(req, puzzle, done)
	return v.reply(v.tried()), nil
}
