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

// app is what answers requests, whichever way they come in.
type app struct {
	store  *store.Store
	say    commands.Localizer
	router *commands.Router
	// online holds the bot once there is one in Discord.
	online *atomic.Pointer[gateway.Bot]
}

// open opens the database and puts the commands together over it.
func (p *program) open(ctx context.Context, log *slog.Logger) (app, error) {
	say, err := p.localizer()
	if err != nil {
		return app{}, err
	}
	st, err := store.Open(ctx, p.config.DB)
	if store.Unusable(err) {
		err = exitError{err, statusConfig}
	}
	if err != nil {
		return app{}, err
	}
	a := app{store: st, say: say, online: new(atomic.Pointer[gateway.Bot])}
	a.router, err = newRouter(st, say, log, server.About{
		Version: version(), Started: time.Now(), Guilds: a.guilds, PrivacyURL: string(p.config.Privacy),
	})
	if err != nil {
		return app{}, errors.Join(err, st.Close())
	}
	return a, nil
}

// localizer says what is said, also about the games that are played.
func (p *program) localizer() (commands.Localizer, error) {
	book, err := words.Load()
	return commands.Localizer{Book: book, Games: p.games}, err
}

// guilds is how many servers the bot is in, -1 where there is no bot.
func (a app) guilds() int {
	if bot := a.online.Load(); bot != nil {
		return bot.Guilds()
	}
	return -1
}

// Close closes the database.
func (a app) Close() error { return a.store.Close() }

// newRouter puts the commands together over a store; over none they can be
// shown to Discord, but not run.
func newRouter(st *store.Store, say commands.Localizer, log *slog.Logger, about server.About) (*commands.Router, error) {
	list, err := all.Commands(all.Config{Games: say.Games, Store: st, Words: say.Book, About: about})
	if err != nil {
		return nil, err
	}
	return commands.NewRouter(list, say.Book, st.Settings, log, time.Now)
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
