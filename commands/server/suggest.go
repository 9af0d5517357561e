package server

import (
	"context"
	"errors"
	"strconv"

	"nonna/commands"
	"nonna/store"
)

// suggest returns the divisions to reset, or the entries to hide or restore, that match
// what is being typed.
func (s *settings) suggest(ctx context.Context, req commands.Request) (commands.Reply, error) {
	var choices []commands.Choice
	var err error
	switch req.Sub {
	case "reset":
		choices, err = s.divisions(ctx, req)
	case "restore":
		choices, err = s.hidden(ctx, req)
	default:
		choices, err = s.entries(ctx, req)
	}
	if err != nil {
		return commands.Reply{}, err
	}
	return commands.Matching(req, choices), nil
}

// divisions returns the boards of a game that have entries.
func (s *settings) divisions(ctx context.Context, req commands.Request) ([]commands.Choice, error) {
	p := s.Private(req)
	all, err := s.boards(ctx, req, commands.OneLine(s.opts.division.Value(req)))
	var choices []commands.Choice
	for _, d := range all {
		label := p.BoardTitle(d) + ", " + p.Count("count.games", d.Entries)
		choices = append(choices, commands.Choice{Label: label, Value: d.Division})
	}
	return choices, err
}

// entries returns the best entries of the fullest boards, and the longest games that hunts found.
func (s *settings) entries(ctx context.Context, req commands.Request) ([]commands.Choice, error) {
	var choices []commands.Choice
	for _, kind := range []store.Kind{store.NoBoard, store.Hunts} {
		all, err := s.store.Divisions(ctx, store.DivisionQuery{GuildID: req.GuildID, UserID: req.User.ID, Kind: kind, Limit: commands.MaxBoards})
		if err != nil {
			return nil, err
		}
		for _, d := range all {
			page, err := s.store.Board(ctx, store.BoardQuery{
				GuildID: req.GuildID, UserID: req.User.ID, Game: d.Game, Division: d.Division, Kind: d.Kind,
				By: store.ByPlays, At: req.At, PageQuery: store.PageQuery{Limit: commands.MaxChoices},
			})
			if err != nil {
				return nil, err
			}
			for _, e := range page.Entries {
				choices = append(choices, s.entryChoice(req, store.StoredGame{Entry: e, Game: d.Game, Division: d.Division}))
			}
		}
	}
	return choices, nil
}

// hidden returns the entries that were hidden recently and not restored.
func (s *settings) hidden(ctx context.Context, req commands.Request) ([]commands.Choice, error) {
	page, err := s.store.Audit(ctx, req.GuildID, req.User.ID, store.PageQuery{Limit: store.MaxPage})
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{}
	var choices []commands.Choice
	for _, d := range page.Lines {
		if d.GameID == 0 || seen[d.GameID] {
			continue
		}
		seen[d.GameID] = true // the newest line counts
		if d.Action != store.HideAction {
			continue
		}
		g, err := s.store.Lookup(ctx, req.GuildID, req.User.ID, d.GameID)
		switch {
		case errors.Is(err, store.ErrNotFound): // deleted since
		case err != nil:
			return nil, err
		default:
			choices = append(choices, s.entryChoice(req, g))
		}
	}
	return choices, nil
}

// entryChoice returns an entry as a choice, with its number, counts, player and board.
func (s *settings) entryChoice(req commands.Request, g store.StoredGame) commands.Choice {
	p := s.Private(req)
	label := "#" + strconv.FormatInt(g.ID, 10) + " " + p.PlainLine(g.Game, g.Entry) + " · " + p.BoardName(g.Game, g.Division)
	return commands.Choice{Label: commands.Shorten(label, 90), Value: strconv.FormatInt(g.ID, 10)}
}
