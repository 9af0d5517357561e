package server

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// EntryState hides an entry of a board, or restores it.
type EntryState struct {
	Restore bool
	Entry   int64
}

// confirmHide shows the entry to hide, and asks for confirmation.
func (s *settings) confirmHide(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := s.Private(req)
	id, err := entryOption().PickedID(ctx, req, p, s.suggestEntry)
	if err != nil {
		return commands.Reply{}, err
	}
	g, err := s.entry(ctx, req, id)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := p.Reply(p.Say("admin.sure", nil), p.Say("admin.ask-hide", nil),
		p.BoardName(g.Game, g.Division)+": "+p.EntryLine(g.Game, store.ByPlays, g.Entry),
		commands.Code(commands.Shorten(p.ShownDeal(g.Game, g.Deal, g.Options), 1000)))
	reply.Rows = commands.Buttons(p.Button(entryControl.ID(configName, EntryState{Entry: g.ID}), "admin.do-hide").As(commands.Danger))
	return reply, nil
}

// entry returns a ranked game of this server, or one that a hunt found, by its number.
func (s *settings) entry(ctx context.Context, req commands.Request, id int64) (store.StoredGame, error) {
	g, err := s.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	// Lookup also finds the user's own games on other servers.
	if errors.Is(err, store.ErrNotFound) || err == nil && (g.GuildID != req.GuildID || g.Standing != store.Ranked && g.Standing != store.Hunted) {
		return g, s.Private(req).Mistake("admin.no-entry", nil)
	}
	return g, err
}

// hideOrRestore hides or restores an entry, and says so with a button that takes it back.
func (s *settings) hideOrRestore(ctx context.Context, req commands.Request, e EntryState) (commands.Reply, error) {
	p := s.Private(req)
	said := "admin.did-hide"
	if e.Restore {
		said = "admin.did-restore"
	}
	_, err := s.store.SetShown(ctx, req.Act(), e.Entry, e.Restore)
	if errors.Is(err, store.ErrNotFound) {
		return commands.Reply{}, p.Mistake("admin.no-entry", nil)
	}
	reply := p.Reply("", p.Say(said, words.Args{"entry": fmt.Sprint(e.Entry)}))
	reply.Update = true
	if !e.Restore {
		reply.Rows = commands.Buttons(restoreButton(p, e.Entry))
	}
	return reply, err
}

// restoreButton returns the button that puts a hidden entry back.
func restoreButton(p commands.Printer, entry int64) commands.Button {
	return commands.Button{ID: entryControl.ID(configName, EntryState{Restore: true, Entry: entry}), Label: p.Say("admin.restore", words.Args{"entry": fmt.Sprint(entry)})}
}

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
