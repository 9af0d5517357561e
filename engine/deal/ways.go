package deal

import (
	"errors"
	"maps"

	"nonna/engine/game"
)

// AddCures reads the text of a failed Read of a game with other options than o, one param at a
// time, and adds those with which it is a deal to the problems. Where it is one with each of
// several values, they are all added.
func AddCures(err error, g *game.Game, o game.Options) {
	p, ok := errors.AsType[*Problems](err)
	if !ok || p.List[0].Kind == TooLong {
		return
	}
	for _, param := range g.Params {
		for _, v := range param.Values {
			if !param.Read || v == param.Text(o) && p.List[0].Kind != TwoValues {
				continue
			}
			other := game.Options{}
			maps.Copy(other, o)
			other[param.Name] = v
			if _, err := g.Read(p.Text, other); err == nil {
				p.Cures = append(p.Cures, other)
			}
		}
	}
}
