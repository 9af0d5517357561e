package main

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"nonna/bot/gateway"
	"nonna/commands"
	"nonna/commands/all"
	"nonna/commands/server"
	"nonna/commands/words"
	"nonna/store"
)

// parts are what answers requests, whichever way they come in.
type parts struct {
	store  *store.Store
	router *commands.Router
	// online holds the bot once there is one in Discord.
	online *atomic.Pointer[gateway.Bot]
}

// open opens the database and puts the commands together over it.
func (p *program) open(ctx context.Context, log *slog.Logger) (parts, error) {
	st, err := store.Open(ctx, p.config.DB)
	if err != nil {
		return parts{}, err
	}
	opened := parts{store: st, online: new(atomic.Pointer[gateway.Bot])}
	opened.router, err = routerOf(st, log, server.About{
		Version: version(), Started: time.Now(), Guilds: opened.guilds, PrivacyURL: string(p.config.Privacy),
	})
	if err != nil {
		return parts{}, errors.Join(err, st.Close())
	}
	return opened, nil
}

// guilds is how many servers the bot is in, -1 where there is no bot.
func (p parts) guilds() int {
	if bot := p.online.Load(); bot != nil {
		return bot.Guilds()
	}
	return -1
}

// Close closes the database.
func (p parts) Close() error { return p.store.Close() }

// newRouter puts the commands together over a store; over none they can be
// shown to Discord, but not run.
func newRouter(st *store.Store, log *slog.Logger) (*commands.Router, error) {
	return routerOf(st, log, server.About{})
}

// routerOf is newRouter for a program that can tell about itself.
func routerOf(st *store.Store, log *slog.Logger, about server.About) (*commands.Router, error) {
	book, err := words.Load()
	if err != nil {
		return nil, err
	}
	list, err := all.Commands(all.Config{Store: st, Words: book, About: about})
	if err != nil {
		return nil, err
	}
	return commands.NewRouter(list, book, st.Settings, log, time.Now)
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
