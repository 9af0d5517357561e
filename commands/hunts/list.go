package hunts

import (
	"cmp"
	"context"
	"slices"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// listPage is the number of finds on a page.
const listPage = 10

// ListState is a page of the list of finds.
type ListState struct {
	// Opens shows the list below another message, to the user alone; Alone says that only
	// the user sees the list.
	Opens, Alone bool
	// Tricks orders it by tricks or takes.
	Tricks bool
	// Back says that the page is before Edge, the find beside it; Edge is 0 on the first
	// page.
	Back bool
	Game string
	Edge int64
	// Division is "" for that of the latest find.
	Division string
}

// Letter implements [commands.State].
func (ListState) Letter() byte { return 'l' }

func (s ListState) by() store.Measure {
	if s.Tricks {
		return store.ByTakes
	}
	return store.ByPlays
}

// divisions returns the divisions with finds of a game, or of all games if it is "", that of the
// latest find first.
func (h *hunts) divisions(ctx context.Context, req commands.Request, name string) ([]store.Division, error) {
	all, err := h.store.Divisions(ctx, store.DivisionQuery{GuildID: req.GuildID, Game: name, Kind: store.Hunts, Limit: store.MaxBoards})
	slices.SortFunc(all, func(a, b store.Division) int { return cmp.Compare(b.Latest, a.Latest) })
	return all, err
}

// list shows the finds of a division, by default that of the latest find.
func (h *hunts) list(ctx context.Context, req commands.Request) (commands.Reply, error) {
	all, err := h.divisions(ctx, req, h.opts.Game.Text(req))
	if err != nil {
		return commands.Reply{}, err
	}
	order, err := h.opts.Order(req, h.Localizer)
	if err != nil {
		return commands.Reply{}, err
	}
	s := ListState{Game: h.opts.Game.Text(req), Tricks: order.By == store.ByTakes}
	if typed := commands.OneLine(h.opts.Division.Text(req)); typed != "" {
		i := slices.IndexFunc(all, func(d store.Division) bool { return h.Division(d.Game, typed, all) == d.Division })
		if i < 0 {
			return commands.Reply{}, h.noFinds(req)
		}
		s.Game, s.Division = all[i].Game, all[i].Division
	}
	return h.show(ctx, req, s, h.Public(req), all)
}

// turn answers the buttons of the list.
func (h *hunts) turn(ctx context.Context, req commands.Request, s ListState) (commands.Reply, error) {
	all, err := h.divisions(ctx, req, "")
	if err != nil {
		return commands.Reply{}, err
	}
	p := h.Printer(req, s.Opens || s.Alone)
	opens := s.Opens
	s.Opens, s.Alone = false, s.Opens || s.Alone
	reply, err := h.show(ctx, req, s, p, all)
	reply.Update = !opens
	return reply, err
}

// show shows a page of finds, of the first of the divisions if s has none.
func (h *hunts) show(ctx context.Context, req commands.Request, s ListState, p commands.Printer, all []store.Division) (commands.Reply, error) {
	if s.Division == "" {
		i := slices.IndexFunc(all, func(d store.Division) bool { return s.Game == "" || d.Game == s.Game })
		if i < 0 {
			return commands.Reply{}, h.noFinds(req)
		}
		s.Game, s.Division = all[i].Game, all[i].Division
	}
	page, err := h.store.Board(ctx, store.BoardQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: s.Game, Division: s.Division, Kind: store.Hunts, By: s.by(), At: req.At,
		PageQuery: store.PageQuery{Edge: s.Edge, Back: s.Back, Limit: listPage},
	})
	if err != nil {
		return commands.Reply{}, err
	}
	if len(page.Entries) == 0 {
		return commands.Reply{}, h.noFinds(req)
	}
	var lines []string
	for _, e := range page.Entries {
		lines = append(lines, p.RankedLine(s.Game, s.by(), e)+" · "+commands.Stamp(e.PlayedAt, "D"))
	}
	reply := p.Reply(p.Say("hunt.list", words.Args{"board": p.BoardName(s.Game, s.Division)}), lines...)
	reply.Footer = p.Say("hunt.unranked", words.Args{"games": p.Count("count.games", page.Total)})
	reply.Rows = p.EntryRows(s.Game, s.by(), page, commandName, func(edge int64, back bool) commands.State {
		next := s
		next.Edge, next.Back = edge, back
		return next
	})
	return reply, nil
}

// noFinds is the mistake of asking for finds where there are no such finds.
func (h *hunts) noFinds(req commands.Request) error {
	p := h.Private(req)
	return commands.NewMistake(p, "hunt.no-finds", words.Args{"start": p.Typed(commandName + " start")})
}
