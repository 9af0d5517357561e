package verdict

import (
	"context"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
)

// seekBox is the input of the form.
const seekBox = "card"

// seek opens the form, and shows the moment that was typed into it.
func (s *Replier) seek(ctx context.Context, req commands.Request, state GameState) (commands.Reply, error) {
	r, err := s.stored(ctx, req, state.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	all := words.Args{"plays": r.p.Plays(r.Game.Name, r.play.Outcome().Length.Plays)}
	if req.Kind == commands.Press {
		return commands.Reply{Form: &commands.Form{
			ID: seekControl.ID(replayCommand, state), Title: r.p.Say("replay.form", nil),
			Inputs: []commands.Input{{ID: seekBox, Label: r.p.Say("replay.which", all), Required: true}},
		}}, nil
	}
	plays, ok := typedNumber(req.Options.Text(seekBox))
	if !ok {
		return commands.Reply{}, r.p.Mistake("replay.no-number", all)
	}
	reply, err := r.momentReply(ctx, state.Game, plays)
	reply.Update = true
	return reply, err
}

// typedNumber reads a number up to maxPlays, with or without separators between the
// thousands. Larger ones are maxPlays.
func typedNumber(text string) (n int64, ok bool) {
	digits := strings.NewReplacer(",", "", ".", "", " ", "", "\u00a0", "", "'", "").Replace(text)
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil { // it is out of range
		return maxPlays, true
	}
	return min(n, maxPlays), true
}
