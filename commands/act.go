package commands

import "nonna/store"

// ActOf returns the part of a request that the audit list keeps.
func ActOf(req Request) store.AdminAction {
	return store.AdminAction{
		RequestID: req.ID, GuildID: req.GuildID, ActorID: req.User.ID,
		ActorName: req.User.ShortName(), At: req.At,
	}
}
