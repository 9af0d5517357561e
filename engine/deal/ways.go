package deal

import (
	"errors"
	"maps"
	"slices"

	"nonna/engine/game"
)

// AddWays reads the text of a failed Read of a game with other options than o, one param
// at a time, and adds those with which fewer problems remain to the Ways of the problems
// that are gone.
func AddWays(err error, g *game.Game, o game.Options) {
	p, ok := errors.AsType[*Problems](err)
	if !ok || p.List[0].Kind == TooLong {
		return
	}
	for _, param := range g.Params {
		for _, v := range param.Values {
			if !param.Read || v == param.Text(o) {
				continue
			}
			other := game.Options{}
			maps.Copy(other, o)
			other[param.Name] = v
			_, err := g.Read(p.Text, other)
			p.addWay(err, other)
		}
	}
}

// addWay adds options to the problems that are gone with them, if the error of reading
// with them has fewer.
func (p *Problems) addWay(err error, o game.Options) {
	rest := &Problems{}
	if err != nil && !errors.As(err, &rest) || rest.count() >= p.count() || !p.has(rest.List) {
		return
	}
	if err == nil {
		p.cures = append(p.cures, o)
	}
	for i, one := range p.List {
		remains := slices.ContainsFunc(rest.List, func(r Problem) bool {
			return r.Start == one.Start && (r.Start >= 0 || r.Kind == one.Kind)
		})
		if !remains {
			p.List[i].Ways = append(p.List[i].Ways, o)
		}
	}
}

// has reports whether none of some problems is at a place without one in p. Otherwise the
// text is read so differently that problems of p may only be hidden.
func (p *Problems) has(list []Problem) bool {
	if p.More > 0 { // the places of the others are not known
		return true
	}
	places := map[int]bool{}
	for _, one := range p.List {
		places[one.Start] = true
		for _, other := range one.Others {
			places[other.Start] = true
		}
	}
	return !slices.ContainsFunc(list, func(one Problem) bool { return !places[one.Start] })
}

func (p *Problems) count() int { return len(p.List) + p.More }

// Cures returns the options with which no problem remains.
func (p *Problems) Cures() []game.Options { return p.cures }
