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

// The acts of the buttons below /config.
const (
	actHide    = "hide"
	actRestore = "restore"
	actReset   = "reset"
	actAudit   = "audit"
)

// askEntry shows the entry that is to be hidden or restored, and asks.
func (s *settings) askEntry(ctx context.Context, req Request) (Reply, error) {
	p := s.private(req)
	g, err := s.entry(ctx, req, strings.TrimPrefix(strings.TrimSpace(req.Options.Text("entry")), "#"))
	if err != nil {
		return Reply{}, err
	}
	ask, yes := "admin.ask-hide", p.Say("admin.do-hide", nil)
	if req.Sub == actRestore {
		ask, yes = "admin.ask-restore", p.Say("admin.do-restore", nil)
	}
	c := confirmation{act: req.Sub, of: strconv.FormatInt(g.ID, 10), until: req.At.Add(confirmTime)}
	return Reply{
		Title: p.Say("admin.sure", nil),
		Text: p.Say(ask, nil) + "\n" + boardName(p, g.Game, g.Division) + ": " + entryLine(p, g.Game, g.Entry) +
			"\n" + code(shortened(s.shownDeal(req, p, g.Game, g.Deal), 1000)),
		Rows: c.buttons(configName, yes, p.Say("confirm.cancel", nil)), Ephemeral: true,
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
		c := confirmation{act: actReset, of: game + ":" + string(kind)[:1] + ":" + division, until: req.At.Add(confirmTime)}
		return Reply{
			Title: p.Say("admin.sure", nil),
			Text:  p.Say("admin.ask-reset", words.Args{"board": boardTitle(p, d), "games": p.Count("count.games", d.Entries)}),
			Rows:  c.buttons(configName, p.Say("admin.do-reset", nil), p.Say("confirm.cancel", nil)), Ephemeral: true,
		}, nil
	}
	return Reply{}, mistaken(p, "admin.no-board", nil)
}

// press answers a button: it does what it confirms, in place of the question.
func (s *settings) press(ctx context.Context, req Request) (Reply, error) {
	p := s.private(req)
	c, late, ok := parseConfirmation(req.State, req.At)
	if !ok {
		return Reply{}, mistaken(p, "confirm.unknown", nil)
	}
	if c.act == actAudit {
		return s.older(ctx, req, c.of)
	}
	if c.act == cancelled {
		return Reply{Text: p.Say("confirm.cancelled", nil), Ephemeral: true, Update: true}, nil
	}
	if late {
		return Reply{Text: p.Say("confirm.late", nil), Ephemeral: true, Update: true}, nil
	}
	text, err := s.do(ctx, req, c)
	if errors.Is(err, store.ErrNotFound) {
		text, err = p.Say("admin.gone", nil), nil
	}
	if err != nil {
		return Reply{}, err
	}
	return Reply{Text: text, Ephemeral: true, Update: true}, nil
}

// actOf is a request as the audit list keeps it.
func actOf(req Request) store.Act {
	return store.Act{
		RequestID: req.ID, GuildID: req.GuildID, ActorID: req.User.ID,
		ActorName: shortened(req.User.Name, 100), At: req.At,
	}
}

// do does what was confirmed and says so.
func (s *settings) do(ctx context.Context, req Request, c confirmation) (string, error) {
	p := s.private(req)
	act := actOf(req)
	if c.act == actReset {
		game, rest, _ := strings.Cut(c.of, ":")
		letter, division, _ := strings.Cut(rest, ":")
		kind, known := map[string]store.Kind{"e": store.Ends, "l": store.Loops}[letter]
		if !known || !hasBoard(game) {
			return "", mistaken(p, "confirm.unknown", nil)
		}
		n, err := s.store.Reset(ctx, act, game, division, kind)
		return p.Say("admin.did-reset", words.Args{"games": p.Count("count.games", n)}), err
	}
	id, err := strconv.ParseInt(c.of, 10, 64)
	switch {
	case err != nil:
	case c.act == actHide:
		_, err := s.store.Hide(ctx, act, id)
		return p.Say("admin.did-hide", words.Args{"entry": fmt.Sprint(id)}), err
	case c.act == actRestore:
		_, err := s.store.Restore(ctx, act, id)
		return p.Say("admin.did-restore", words.Args{"entry": fmt.Sprint(id)}), err
	}
	return "", mistaken(p, "confirm.unknown", nil)
}
