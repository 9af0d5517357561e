package commands

import "nonna/store"

// ActOf is a request as the audit list keeps it.
func ActOf(req Request) store.AdminAction {
	return store.AdminAction{
		RequestID: req.ID, GuildID: req.GuildID, ActorID: req.User.ID,
		ActorName: req.User.ShortName(), At: req.At,
	}
}
