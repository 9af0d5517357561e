package server

import (
	"context"
	"fmt"
	"strconv"

	"nonna/commands"
	"nonna/store"
)

// suggestEntry suggests the best entries of the fullest boards, and the longest games that
// hunts found.
func (s *settings) suggestEntry(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := s.Private(req)
	var choices []commands.Choice
	for _, kind := range []store.Kind{store.NoBoard, store.Hunts} {
		all, err := s.store.Divisions(ctx, store.DivisionQuery{GuildID: req.GuildID, UserID: req.User.ID, Kind: kind, Limit: commands.MaxBoards})
		if err != nil {
			return commands.Reply{}, err
		}
		for _, d := range all {
			page, err := s.store.Board(ctx, store.BoardQuery{
				GuildID: req.GuildID, UserID: req.User.ID, Game: d.Game, Division: d.Division, Kind: d.Kind,
				By: store.ByPlays, At: req.At, PageQuery: store.PageQuery{Limit: commands.MaxChoices},
			})
			if err != nil {
				return commands.Reply{}, err
			}
			for _, e := range page.Entries {
				length, other := p.Counts(d.Game, store.ByPlays, e)
				label := fmt.Sprintf("#%d %s, %s · %s · %s", e.ID, length, other, p.PlainOwner(e), p.BoardName(d.Game, d.Division))
				choices = append(choices, commands.Choice{Label: commands.Shorten(label, 90), Value: strconv.FormatInt(e.ID, 10)})
			}
		}
	}
	return commands.Matching(req, choices, nil)
}
