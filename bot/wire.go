package main

import (
	"context"
	"errors"
	"log/slog"

	"nonna/bot/gateway"
	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// parts are what answers requests, whichever way they come in.
type parts struct {
	store  *store.Store
	router *commands.Router
}

// open opens the database and puts the commands together over it.
func (p *program) open(ctx context.Context, log *slog.Logger) (parts, error) {
	st, err := store.Open(ctx, p.config.DB)
	if err != nil {
		return parts{}, err
	}
	router, err := newRouter(st, log)
	if err != nil {
		return parts{}, errors.Join(err, st.Close())
	}
	return parts{store: st, router: router}, nil
}

// Close closes the database.
func (p parts) Close() error { return p.store.Close() }

// newRouter puts the commands together over a store; over none they can be
// shown to Discord, but not run.
func newRouter(st *store.Store, log *slog.Logger) (*commands.Router, error) {
	book, err := words.Load()
	if err != nil {
		return nil, err
	}
	all, err := commands.All(commands.Deps{Store: st, Words: book})
	if err != nil {
		return nil, err
	}
	return commands.NewRouter(all, commands.WithLogger(log), commands.WithSay(commands.SayFrom(book)))
}

// gatewayConfig is how the bot goes to Discord.
func (p *program) gatewayConfig(router *commands.Router, log *slog.Logger) gateway.Config {
	c := gateway.Config{
		Token:   string(p.config.Token),
		GuildID: uint64(p.config.Guild),
		Router:  router,
		Logger:  log,
	}
	if p.discord != nil {
		p.discord(&c)
	}
	return c
}
