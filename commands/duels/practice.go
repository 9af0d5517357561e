package duels

import (
	"context"
	"maps"
	"slices"

	"nonna/commands"
	"nonna/engine/shuffle"
	"nonna/store"
	"nonna/store/match"
)

// The rounds against Nonna: that in which the member leads, and the other.
const memberLeads, nonnaLeads = 1, 2

// match returns a match of the server, or for 0 one of the member and Nonna, which is not
// stored; its host leads.
func (d *duels) match(ctx context.Context, req commands.Request, id, round int64) (match.Match, error) {
	switch {
	case id != 0:
		return d.matches.Get(ctx, req.GuildID, id)
	case d.trainer == nil:
		return match.Match{}, store.ErrNotFound
	}
	players := []match.Player{{UserID: req.User.ID, Name: req.User.ShortName(), Joined: true}, {Name: "Nonna", Joined: true}}
	if round == nonnaLeads {
		slices.Reverse(players)
	}
	return match.Match{Game: d.trainer.Name, BestOf: 1, Players: players}, nil
}

// practise plays a round against Nonna, for the member alone: it does not count. She draws
// her hand by lot, whatever the member's is, from the mix of who leads or of who follows. A
// request that is delivered twice draws the same.
func (d *duels) practise(ctx context.Context, req commands.Request, m match.Match, hand string) (commands.Reply, error) {
	hers := 1 - m.Seat(req.User.ID)
	hands := []string{hand, hand}
	hands[hers] = draw(shuffle.New(req.Seed), d.trainer.SecretHands.Mixes[hers])
	dealt, err := deal(ctx, d.trainer, hands)
	if err == nil {
		m, err = d.matches.Practise(ctx, req.Act(), m, hands, dealt)
	}
	if err != nil {
		return commands.Reply{}, err
	}
	m.End = match.Won // also if nobody won: no round follows
	return d.round(ctx, req, d.Private(req), m, m.Rounds[0])
}

// draw draws a hand of a mix.
func draw(src *shuffle.Source, mix map[string]int) string {
	hands, whole := slices.Sorted(maps.Keys(mix)), 0
	for _, weight := range mix {
		whole += weight
	}
	n := int(src.Below(uint64(whole)))
	for _, hand := range hands {
		if n -= mix[hand]; n < 0 {
			return hand
		}
	}
	return ""
}

// practiceButtons returns the buttons of a round against Nonna.
func practiceButtons(p commands.Printer, round int64) []commands.Button {
	return prepareButtons(p, PrepareState{Alone: true, Round: round}, p.Say("duel.nonna", nil))
}
