// Package server is what is asked about servers and their members rather than
// about games: settings and what admins do, privacy, help, and the program itself.
//
// # Goals
//
// Whatever can be chosen, done or deleted says what it did, and asks first where
// it cannot be undone. Settings follow from their declaration in package store.
//
// # Non-goals
//
// Permissions, which the router checks.
package server

import (
	"nonna/commands"
	"nonna/store"
)

// Commands returns the commands about servers and their members. Discord is asked
// by reach.
func Commands(l commands.Localizer, st *store.Store, about About, reach commands.Reach) []commands.Command {
	help := helper{l}
	settings := &settings{Localizer: l, store: st, opts: newConfigOptions(l.Games.Ranked().Names()), reach: reach}
	privacy := &privacy{Localizer: l, store: st}
	aboutBot := &aboutHandler{Localizer: l, About: about}
	return []commands.Command{
		help.command(), settings.command(), privacy.command(),
		{Spec: commands.Spec{Name: "about", Kind: commands.Slash}, Run: aboutBot.handle},
	}
}
