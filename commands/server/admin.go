package server

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// EntryState hides an entry of a board, or restores it.
type EntryState struct {
	Restore bool
	Entry   int64
}

// Letter implements [commands.State].
func (EntryState) Letter() byte { return 'e' }

// ResetState resets a board.
type ResetState struct {
	Loops          bool
	Game, Division string
}

// Letter implements [commands.State].
func (ResetState) Letter() byte { return 'r' }

// confirmEntry shows the entry to hide or restore, and asks for confirmation.
func (s *settings) confirmEntry(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := s.Private(req)
	g, err := s.entry(ctx, req, strings.TrimPrefix(strings.TrimSpace(s.opts.entry.Value(req)), "#"))
	if err != nil {
		return commands.Reply{}, err
	}
	ask, yes := "admin.ask-hide", p.Say("admin.do-hide", nil)
	restore := req.Sub == "restore"
	if restore {
		ask, yes = "admin.ask-restore", p.Say("admin.do-restore", nil)
	}
	return commands.Reply{
		Title: p.Say("admin.sure", nil),
		Text: p.Say(ask, nil) + "\n" + p.BoardName(g.Game, g.Division) + ": " + p.EntryLine(g.Game, g.Entry) +
			"\n" + commands.Code(commands.Shorten(p.ShownDeal(g.Game, g.Deal, g.Options), 1000)),
		Rows: commands.ConfirmButtons(p, configName, EntryState{restore, g.ID}, yes), Ephemeral: true,
	}, nil
}

// entry returns a ranked game of this server, or one that a hunt found, by its number.
func (s *settings) entry(ctx context.Context, req commands.Request, number string) (store.StoredGame, error) {
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return store.StoredGame{}, commands.NewMistake(s.Private(req), "admin.no-entry", nil)
	}
	g, err := s.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	// Lookup also finds the user's own games on other servers.
	if errors.Is(err, store.ErrNotFound) || err == nil && (g.GuildID != req.GuildID || g.Standing != store.Ranked && g.Standing != store.Hunted) {
		return g, commands.NewMistake(s.Private(req), "admin.no-entry", nil)
	}
	return g, err
}

// confirmReset says what a reset removes, and asks for confirmation.
func (s *settings) confirmReset(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := s.Private(req)
	game, kind := s.opts.game.Value(req), s.opts.kind(req)
	typed := commands.OneLine(s.opts.division.Value(req))
	list, err := s.boards(ctx, req, typed)
	if err != nil {
		return commands.Reply{}, err
	}
	board := store.Division{Game: game, Division: s.Division(game, typed, list), Kind: kind}
	page, err := s.store.Board(ctx, store.BoardQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: game, Division: board.Division, Kind: kind, By: store.ByPlays,
	})
	if err != nil {
		return commands.Reply{}, err
	}
	if page.Total == 0 {
		return commands.Reply{}, commands.NewMistake(p, "admin.no-board", nil)
	}
	state := ResetState{kind == store.Loops, game, board.Division}
	return commands.Reply{
		Title: p.Say("admin.sure", nil),
		Text:  p.Say("admin.ask-reset", words.Args{"board": p.BoardTitle(board), "games": p.Count("count.games", page.Total)}),
		Rows:  commands.ConfirmButtons(p, configName, state, p.Say("admin.do-reset", nil)), Ephemeral: true,
	}, nil
}

// boards returns the boards that can be reset and that a text may mean.
func (s *settings) boards(ctx context.Context, req commands.Request, text string) ([]store.Division, error) {
	return commands.TypedBoards(ctx, s.store, store.DivisionQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: s.opts.game.Value(req), Kind: s.opts.kind(req),
	}, text)
}

// hideOrRestore hides or restores an entry, and returns what to say.
func (s *settings) hideOrRestore(ctx context.Context, req commands.Request, e EntryState) (string, error) {
	p := s.Private(req)
	do, said, done := s.store.Hide, "admin.did-hide", "admin.was-hidden"
	if e.Restore {
		do, said, done = s.store.Restore, "admin.did-restore", "admin.was-shown"
	}
	changed, err := do(ctx, req.Act(), e.Entry)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return p.Say("admin.gone", nil), nil
	case changed == 0:
		said = done
	}
	return p.Say(said, words.Args{"entry": fmt.Sprint(e.Entry)}), err
}

// reset resets a board, and returns what to say.
func (s *settings) reset(ctx context.Context, req commands.Request, r ResetState) (string, error) {
	if !s.Ranked(r.Game) {
		return "", commands.ErrOldButton
	}
	p, kind := s.Private(req), store.Ends
	if r.Loops {
		kind = store.Loops
	}
	n, err := s.store.Reset(ctx, req.Act(), r.Game, r.Division, kind)
	if errors.Is(err, store.ErrNotFound) {
		return p.Say("admin.gone", nil), nil
	}
	return p.Say("admin.did-reset", words.Args{"games": p.Count("count.games", n)}), err
}
