package verdict

import (
	"nonna/commands"
	"nonna/engine/game"
	"nonna/store"
)

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
