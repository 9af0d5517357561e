// Package duels holds /duel: matches between members, with hands that they prepare in
// secret.
//
// # Goals
//
// An invitation is one message with buttons, and so is each round that was played. A member alone
// hears what is wrong with their hand, and the form opens again with it filled in. Only the invited
// member is mentioned.
//
// # Non-goals
//
// Matches are kept by package match of the store, and closed after a day by package jobs of
// the bot.
package duels

import (
	"errors"
	"slices"

	"nonna/commands"
	"nonna/commands/verdict"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/match"
)

// commandName is the name of the command.
const commandName = "duel"

// duels answers /duel, and the buttons and forms of matches.
type duels struct {
	commands.Localizer
	matches *match.Matches
	replier *verdict.Replier
	// trainer is the game that Nonna plays herself, or nil.
	trainer *game.Game
	opts    options
}

// The controls of /duel.
const (
	prepareControl commands.Control[PrepareState] = "prepare"
	leaveControl   commands.Control[LeaveState]   = "leave"
	filmControl    commands.Control[FilmState]    = "film"
	rematchControl commands.Control[RematchState] = "rematch"
	inviteControl  commands.Control[InviteState]  = "invite"
)

// options are those of /duel.
type options struct{ member, game, best commands.Option }

// Command returns /duel, which is refused outside servers.
func Command(l commands.Localizer, st *store.Store, replier *verdict.Replier) commands.Command {
	d := &duels{Localizer: l, matches: match.New(st), replier: replier, opts: options{
		member: commands.Option{Name: "member", Type: commands.UserOption},
		game:   commands.Option{Name: "game", Choices: commands.Choices(l.Games.Prepared().Names()...)},
		best:   commands.Option{Name: "best", Type: commands.IntOption, Choices: commands.Choices("1", "3", "5")},
	}}
	for _, g := range l.Games.Prepared() {
		if g.SecretHands.Mixes[0] != nil && d.trainer == nil {
			d.trainer = g
		}
	}
	return commands.Command{
		Name: commandName, Kind: commands.Slash, GuildOnly: true,
		Options: []commands.Option{d.opts.member, d.opts.game, d.opts.best},
		Run:     d.open,
		Actions: []commands.Action{
			commands.On(prepareControl, d.prepare, commands.OpensForm), commands.On(leaveControl, d.leave),
			commands.On(filmControl, d.film, commands.Costly, commands.ForOne),
			commands.On(rematchControl, d.rematch, commands.Costly, commands.ForAll),
			commands.On(inviteControl, d.inviteAll, commands.Costly, commands.ForAll),
		},
	}
}

// game returns the game of a match. The error is that of an old button, for a game that is gone.
func (d *duels) game(name string) (*game.Game, error) {
	list := d.Games.Prepared()
	i := slices.IndexFunc(list, func(g *game.Game) bool { return g.Name == name })
	if i < 0 {
		return nil, commands.ErrOldButton
	}
	return list[i], nil
}

// mistaken returns the mistake that an error of a match means, or the error itself.
func (d *duels) mistaken(req commands.Request, m match.Match, err error) error {
	p := d.Private(req)
	for of, id := range map[error]string{
		store.ErrNotFound: "duel.gone", match.ErrSeat: "duel.no-seat", match.ErrSealed: "duel.sealed-already",
		match.ErrPlayed: "duel.played", match.ErrUninvited: "duel.uninvited", match.ErrHost: "duel.not-host",
	} {
		if errors.Is(err, of) {
			return p.Mistake(id, nil)
		}
	}
	if errors.Is(err, match.ErrOver) {
		return p.Mistake("duel.over-"+string(m.End), nil)
	}
	return err
}
