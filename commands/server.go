package commands

import (
	"nonna/commands/picture"
	"nonna/engine/camicia"
)

// serverCommands are those about servers and their members rather than games.
func serverCommands(t tongue, d Deps, c *camicia.Catalogue, a *picture.Artist) []Command {
	settings := &settings{tongue: t, store: d.Store}
	privacy := &privacy{tongue: t, store: d.Store}
	me := &me{tongue: t, store: d.Store, artist: a}
	challenges := &challenges{tongue: t, store: d.Store}
	self := &self{tongue: t, About: d.About}
	return []Command{
		{Spec: recordsSpec(), Run: newRecords(t, d.Store, c).handle},
		{Spec: meSpec(), Run: me.handle},
		challenges.command(),
		settings.command(),
		privacy.command(),
		{Spec: aboutSpec(), Run: self.handle},
	}
}
