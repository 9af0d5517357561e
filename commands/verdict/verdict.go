// Package verdict composes the reply to a settled game: text, picture, trace and
// buttons. It also answers the buttons for the replay and the trace.
//
// # Goals
//
// Every room that lets people play gives a [Case] and gets a whole reply: the deal is
// settled, the game is stored, and its place on the boards and in challenges is said.
//
// # Non-goals
//
// Deals are read and shuffled by the rooms. Pictures are drawn by package picture.
package verdict

import (
	"context"
	"time"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/rarity"
	"nonna/engine/game"
	"nonna/store"
)

// settleTime is the most time for settling a deal. The budget of cards ends it long
// before, except on a very busy machine.
const settleTime = 20 * time.Second

// Replier settles deals, stores the games and composes the replies. It is safe for concurrent use.
type Replier struct {
	localizer commands.Localizer
	store     *store.Store
	lengths   rarity.Table
	pictures  *picture.Renderer // nil for no pictures and films
	onSettled func(game string, took time.Duration)
}

// New returns a replier. onSettled is called after each deal of a game with the time that
// settling took.
func New(
	l commands.Localizer, st *store.Store, lengths rarity.Table, pictures *picture.Renderer, onSettled func(game string, took time.Duration),
) *Replier {
	return &Replier{localizer: l, store: st, lengths: lengths, pictures: pictures, onSettled: onSettled}
}

// SeedOption is the option of a game's command for the seed of a shuffle.
const SeedOption = "seed"

// Case is a deal to settle, and how the user asked for it.
type Case struct {
	Game *game.Game
	Deal game.Deal
	// Shuffled says that the deal was shuffled, from Seed and Options.
	Shuffled bool
	Seed     uint64
	// Unread says that the deal stands in a message whose rest was not read.
	Unread bool
	// UnreadFiles says that the message has files, which were not read.
	UnreadFiles bool
	// From is the game from which Deal was found by walking back, nil if it was not.
	From *Origin
	// Options are the values of the game's params.
	Options game.Options
	// Private makes the reply visible to the user alone.
	Private bool
	// PrivateAsked says that the user asked for a private reply, not the server.
	PrivateAsked bool
}

// Origin is a game from which a longer one was found.
type Origin struct {
	Deal  game.Deal
	Plays int64
}

// Reply settles a deal, stores the game and returns the reply.
func (s *Replier) Reply(ctx context.Context, req commands.Request, c Case) (commands.Reply, error) {
	r, err := s.play(ctx, req, c)
	if err != nil {
		return commands.Reply{}, err
	}
	return r.reply(ctx)
}

// result is a settled game and the request that it answers.
type result struct {
	replier *Replier
	req     commands.Request
	Case
	play game.Play
	p    commands.Printer // in the language of the reply
	film string           // the id of the button for its film, "" for that of every game
}

// play settles a deal.
func (s *Replier) play(ctx context.Context, req commands.Request, c Case) (result, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	start := time.Now()
	play, err := c.Deal.Settle(ctx, game.DefaultBudget)
	s.onSettled(c.Game.Name, time.Since(start))
	return result{replier: s, req: req, Case: c, play: play, p: s.localizer.Printer(req, c.Private)}, err
}

// StoredGame returns the part of a stored game that follows from its deal.
func StoredGame(g *game.Game, d game.Deal, p game.Play) store.Game {
	o := p.Outcome()
	_, _, published := g.Published.Lookup(d)
	stored := store.Game{
		Name: g.Name, Division: d.Division(), Deal: d.String(), Options: d.Options().String(), Key: d.Key(),
		Ending: string(o.Ending), Plays: o.Length.Plays, Takes: o.Length.Takes,
		CyclePlays: o.Cycle().Plays, CycleTakes: o.Cycle().Takes, Published: published,
	}
	if near, ok := d.(game.Mistaken); g.Ranked() && (!ok || !near.Mistaken()) {
		stored.Kind = commands.BoardOf(o.Ending)
	}
	return stored
}
