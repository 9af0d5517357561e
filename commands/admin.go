package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/store"
)

// EntryState hides an entry of a board, or restores it.
type EntryState struct {
	Confirm
	Restore bool
	Entry   int64
}

// Letter implements [State].
func (EntryState) Letter() byte { return 'e' }

// Valid implements [State].
func (s EntryState) Valid(req Request) bool { return isNumber(s.Entry) && s.Confirm.Valid(req) }

// ResetState resets a board.
type ResetState struct {
	Confirm
	Loops          bool
	Game, Division string
}

// Letter implements [State].
func (ResetState) Letter() byte { return 'r' }

// Valid implements [State].
func (s ResetState) Valid(req Request) bool {
	return hasBoard(s.Game) && len(s.Division) <= maxDivision && s.Confirm.Valid(req)
}

// askEntry shows the entry that is to be hidden or restored, and asks.
func (s *settings) askEntry(ctx context.Context, req Request) (Reply, error) {
	p := s.private(req)
	g, err := s.entry(ctx, req, strings.TrimPrefix(strings.TrimSpace(req.Options.Text("entry")), "#"))
	if err != nil {
		return Reply{}, err
	}
	ask, yes := "admin.ask-hide", p.Say("admin.do-hide", nil)
	restore := req.Sub == "restore"
	if restore {
		ask, yes = "admin.ask-restore", p.Say("admin.do-restore", nil)
	}
	return Reply{
		Title: p.Say("admin.sure", nil),
		Text: p.Say(ask, nil) + "\n" + boardName(p, g.Game, g.Division) + ": " + entryLine(p, g.Game, g.Entry) +
			"\n" + code(shortened(s.shownDeal(req, p, g.Game, g.Deal), 1000)),
		Rows: confirmButtons(p, configName, EntryState{NewConfirm(req), restore, g.ID}, yes), Ephemeral: true,
	}, nil
}

// entry finds a ranked game of this server by its number.
func (s *settings) entry(ctx context.Context, req Request, number string) (store.Played, error) {
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return store.Played{}, mistaken(s.private(req), "admin.no-entry", nil)
	}
	g, err := s.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	// Lookup finds the asker's own games on other servers too.
	if errors.Is(err, store.ErrNotFound) || err == nil && (g.GuildID != req.GuildID || g.Standing != store.Ranked) {
		return g, mistaken(s.private(req), "admin.no-entry", nil)
	}
	return g, err
}

// askReset says what a reset would take off the boards, and asks.
func (s *settings) askReset(ctx context.Context, req Request) (Reply, error) {
	p := s.private(req)
	game, division, kind := req.Options.Text("game"), strings.TrimSpace(req.Options.Text("division")), store.Ends
	if k := req.Options.Text("board"); k != "" {
		kind = store.Kind(k)
	}
	all, err := s.store.Divisions(ctx, req.GuildID, req.User.ID)
	if err != nil {
		return Reply{}, err
	}
	for _, d := range all {
		if d.Game != game || d.Division != division || d.Kind != kind {
			continue
		}
		s := ResetState{NewConfirm(req), kind == store.Loops, game, division}
		return Reply{
			Title: p.Say("admin.sure", nil),
			Text:  p.Say("admin.ask-reset", words.Args{"board": boardTitle(p, d), "games": p.Count("count.games", d.Entries)}),
			Rows:  confirmButtons(p, configName, s, p.Say("admin.do-reset", nil)), Ephemeral: true,
		}, nil
	}
	return Reply{}, mistaken(p, "admin.no-board", nil)
}

// actOf is a request as the audit list keeps it.
func actOf(req Request) store.Act {
	return store.Act{
		RequestID: req.ID, GuildID: req.GuildID, ActorID: req.User.ID,
		ActorName: shortened(req.User.Name, 100), At: req.At,
	}
}

// keep hides or restores an entry, and says so.
func (s *settings) keep(ctx context.Context, req Request, e EntryState) (string, error) {
	p := s.private(req)
	do, said := s.store.Hide, "admin.did-hide"
	if e.Restore {
		do, said = s.store.Restore, "admin.did-restore"
	}
	_, err := do(ctx, actOf(req), e.Entry)
	if errors.Is(err, store.ErrNotFound) {
		return p.Say("admin.gone", nil), nil
	}
	return p.Say(said, words.Args{"entry": fmt.Sprint(e.Entry)}), err
}

// reset resets a board, and says so.
func (s *settings) reset(ctx context.Context, req Request, r ResetState) (string, error) {
	p, kind := s.private(req), store.Ends
	if r.Loops {
		kind = store.Loops
	}
	n, err := s.store.Reset(ctx, actOf(req), r.Game, r.Division, kind)
	if errors.Is(err, store.ErrNotFound) {
		return p.Say("admin.gone", nil), nil
	}
	return p.Say("admin.did-reset", words.Args{"games": p.Count("count.games", n)}), err
}
