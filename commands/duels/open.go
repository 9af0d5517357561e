package duels

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
	"nonna/store/match"
)

// open opens a match, in a message that everyone sees; without somebody to invite it shows
// the page of duels.
func (d *duels) open(ctx context.Context, req commands.Request) (commands.Reply, error) {
	invited := d.opts.member.User(req)
	wanted, err := d.wanted(req, invited)
	switch {
	case err != nil:
		return commands.Reply{}, err
	case invited == 0:
		return d.page(ctx, req, InviteState{Best: int64(wanted.BestOf), Game: wanted.Game})
	}
	return d.invite(ctx, req, wanted, invited)
}

// wanted returns the match that was asked for.
func (d *duels) wanted(req commands.Request, invited uint64) (match.Match, error) {
	p := d.Private(req)
	mistake := func(id string) (match.Match, error) {
		return match.Match{}, p.Mistake(id, words.Args{"command": p.Typed(commandName), "button": p.Say("duel.nonna", nil)})
	}
	switch {
	case invited == req.User.ID:
		return mistake("duel.self")
	case slices.Contains(req.Bots, invited):
		return mistake("duel.bot")
	}
	name := cmp.Or(d.opts.game.Text(req), d.Games.Prepared()[0].Name)
	return match.Match{ChannelID: req.ChannelID, Game: name, BestOf: int(cmp.Or(d.opts.best.Int(req), 1))}, nil
}

// InviteState is the button that opens a match which anybody can join.
type InviteState struct {
	Best int64
	Game string
}

// inviteAll answers the button.
func (d *duels) inviteAll(ctx context.Context, req commands.Request, s InviteState) (commands.Reply, error) {
	return d.invite(ctx, req, match.Match{ChannelID: req.ChannelID, Game: s.Game, BestOf: int(s.Best)}, 0)
}

// invite opens a match. If one of the two is open, it shows that again: its message may be lost.
func (d *duels) invite(ctx context.Context, req commands.Request, wanted match.Match, invited uint64) (commands.Reply, error) {
	if _, err := d.game(wanted.Game); err != nil {
		return commands.Reply{}, err
	}
	p := d.Public(req)
	m, err := d.matches.Open(ctx, req.Act(), wanted, invited)
	switch {
	case errors.Is(err, store.ErrExists):
		reply := d.board(p, m, req.User.ID)
		reply.Text = p.Say("duel.again", nil) + "\n" + reply.Text
		return reply, nil
	case errors.Is(err, store.ErrTooMany):
		return commands.Reply{}, d.Private(req).Mistake("duel.too-many", words.Args{words.Count: match.MaxInvitations})
	case err != nil:
		return commands.Reply{}, d.mistaken(req, m, err)
	}
	reply := d.board(p, m, req.User.ID)
	if invited := m.Invited(); invited != 0 {
		reply.Mentions = []uint64{invited}
	}
	return reply, nil
}

// LeaveState is the button that declines an invitation, or takes it back.
type LeaveState struct {
	// Page says that the button is on the page of duels.
	Page  bool
	Match int64
}

// leave closes a match that has not begun.
func (d *duels) leave(ctx context.Context, req commands.Request, s LeaveState) (commands.Reply, error) {
	m, err := d.matches.Close(ctx, req.Act(), s.Match)
	if err != nil {
		return commands.Reply{}, d.mistaken(req, m, err)
	}
	reply := d.board(d.Printer(req, s.Page), m, req.User.ID)
	reply.Update = true
	return reply, nil
}

// RematchState is the button that opens the same match again.
type RematchState struct{ Match int64 }

// rematch opens a match like one that is over. The asker is the host, and invites the other.
func (d *duels) rematch(ctx context.Context, req commands.Request, s RematchState) (commands.Reply, error) {
	m, err := d.matches.Get(ctx, req.GuildID, s.Match)
	if err != nil {
		return commands.Reply{}, d.mistaken(req, m, err)
	}
	seat := m.Seat(req.User.ID)
	if seat < 0 {
		return commands.Reply{}, d.mistaken(req, m, match.ErrSeat)
	}
	var invited uint64
	if len(m.Players) == match.Seats {
		invited = m.Players[1-seat].UserID // 0 if their data was deleted: then all are
	}
	m.ChannelID = req.ChannelID
	return d.invite(ctx, req, m, invited)
}
