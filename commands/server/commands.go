// Package server holds the commands about servers and their members rather than games,
// and whatever belongs to no other room.
//
// # Goals
//
// Every change is confirmed in the reply, and what cannot be undone is asked first. No
// setting keeps anyone from changing it, or from deleting what is stored about them, so
// /config, /privacy, /help and /about can be used during a cooldown.
// Settings follow from their declaration in package store/setting.
//
// # Non-goals
//
// The router checks permissions.
package server

import (
	"nonna/commands"
	"nonna/store"
	"nonna/store/match"
)

// Commands returns the commands about servers and their members. checkAccess asks Discord for
// the bot's permissions.
func Commands(l commands.Localizer, st *store.Store, about About, checkAccess commands.CheckAccess) []commands.Command {
	help := helper{l}
	settings := &settings{Localizer: l, store: st, checkAccess: checkAccess}
	privacy := &privacy{Localizer: l, store: st, matches: match.New(st)}
	aboutBot := &aboutHandler{Localizer: l, About: about}
	return []commands.Command{
		help.command(), settings.command(), privacy.command(),
		{Name: "about", Kind: commands.Slash, Run: aboutBot.handle, NoCooldown: true},
	}
}
