package commands

import (
	"cmp"
	"context"
	"maps"

	"nonna/store"
)

// WithSettings has the router apply what the admins of a server chose to each
// request from it, before its handler sees it: the server's language stands in
// [Request.GuildLocale], answers are private where nothing else was asked for,
// and [Request.WithoutRandom] is set. settings is called for each such request,
// and its error fails the request: answering in public where everything should
// be private would be worse. The cooldown is [WithCooldown]'s.
func WithSettings(settings func(ctx context.Context, guildID uint64) (store.Settings, error)) RouterOption {
	return func(r *Router) { r.settings = settings }
}

// choose returns the request as the server's settings would have it.
func (r *Router) choose(ctx context.Context, req Request) (Request, error) {
	if r.settings == nil || req.GuildID == 0 {
		return req, nil
	}
	chosen, err := r.settings(ctx, req.GuildID)
	if err != nil {
		return req, err
	}
	req.GuildLocale = cmp.Or(chosen.Language, req.GuildLocale)
	req.WithoutRandom = chosen.WithoutRandom
	if chosen.Private && !req.Options.Has("private") {
		options := Options{"private": true} // the caller's map is not ours to change
		maps.Copy(options, req.Options)
		req.Options = options
	}
	return req, nil
}
