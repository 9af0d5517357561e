package verdict

import (
	"nonna/commands"
	"nonna/engine/game"
	"nonna/store"
)

// Settled returns the part of a stored game that follows from its deal.
func Settled(g *game.Game, d game.Deal, p game.Play) store.Game {
	o := p.Outcome()
	_, _, published := g.Published.Find(d)
	settled := store.Game{
		Name: g.Name, Division: d.Division(), Deal: d.String(), Options: d.Options().String(), Key: d.Key(),
		Ending: string(o.Ending), Plays: o.Length.Plays, Takes: o.Length.Takes,
		CyclePlays: o.Cycle().Plays, CycleTakes: o.Cycle().Takes, Published: published,
	}
	if near, ok := d.(game.Mistaken); g.Ranked() && (!ok || !near.Mistaken()) {
		settled.Kind = commands.BoardOf(o.Ending)
	}
	return settled
}
