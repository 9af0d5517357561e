package commands

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"nonna/store"
)

const (
	// maxChoices is the most suggestions that are shown.
	maxChoices = 25
	// maxBoards is the most boards that one request reads.
	maxBoards = 25
)

// suggest lists what fits what is being typed: divisions for a reset, entries
// for the rest.
func (s *settings) suggest(ctx context.Context, req Request) (Reply, error) {
	var choices []Choice
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
		return Reply{}, err
	}
	return matching(req, choices), nil
}

// matching are the choices that hold what is being typed.
func matching(req Request, choices []Choice) Reply {
	typed := strings.ToLower(strings.TrimSpace(req.Options.Text(req.Focused)))
	choices = slices.DeleteFunc(choices, func(c Choice) bool {
		return !strings.Contains(strings.ToLower(c.Label), typed) && c.Value != typed
	})
	return Reply{Choices: choices[:min(len(choices), maxChoices)]}
}

// divisions are the boards of a game that have entries.
func (s *settings) divisions(ctx context.Context, req Request) ([]Choice, error) {
	p := s.private(req)
	kind := store.Ends
	if k := req.Options.Text("board"); k != "" {
		kind = store.Kind(k)
	}
	all, err := s.store.Divisions(ctx, req.GuildID, req.User.ID)
	var choices []Choice
	for _, d := range all {
		if d.Game == req.Options.Text("game") && d.Kind == kind {
			label := d.Division + ": " + boardTitle(p, d) + ", " + p.Count("count.games", d.Entries)
			choices = append(choices, Choice{Label: label, Value: d.Division})
		}
	}
	return choices, err
}

// entries are the best of the fullest boards.
func (s *settings) entries(ctx context.Context, req Request) ([]Choice, error) {
	all, err := s.store.Divisions(ctx, req.GuildID, req.User.ID)
	if err != nil {
		return nil, err
	}
	var choices []Choice
	for _, d := range all[:min(len(all), maxBoards)] {
		page, err := s.store.Board(ctx, store.BoardQuery{
			GuildID: req.GuildID, UserID: req.User.ID, Game: d.Game, Division: d.Division, Kind: d.Kind,
			By: store.ByPlays, At: req.At, PageQuery: store.PageQuery{Limit: maxChoices},
		})
		if err != nil {
			return nil, err
		}
		for _, e := range page.Entries {
			choices = append(choices, s.entryChoice(req, store.Played{Entry: e, Game: d.Game, Division: d.Division}))
		}
	}
	return choices, nil
}

// hidden are the entries that were hidden lately and not restored since.
func (s *settings) hidden(ctx context.Context, req Request) ([]Choice, error) {
	all, err := s.store.Audit(ctx, req.GuildID, req.User.ID, 0, store.MaxPage)
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{}
	var choices []Choice
	for _, d := range all {
		if d.GameID == 0 || seen[d.GameID] {
			continue
		}
		seen[d.GameID] = true // the newest line says how it is now
		if d.Action != store.Hid {
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

// entryChoice names an entry by its number and what an admin knows it by.
func (s *settings) entryChoice(req Request, g store.Played) Choice {
	p := s.private(req)
	label := "#" + strconv.FormatInt(g.ID, 10) + " " + plainLine(p, g.Game, g.Entry) + " · " + boardName(p, g.Game, g.Division)
	return Choice{Label: shortened(label, 90), Value: strconv.FormatInt(g.ID, 10)}
}
