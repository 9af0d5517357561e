package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"nonna/bot/gateway"
	"nonna/bot/jobs"
	"nonna/commands/words"
)

type startCmd struct{}

// Run runs the bot until ctx ends, or opens the console when there is no token.
func (startCmd) Run(ctx context.Context, p *program) (err error) {
	if p.config.Token == "" {
		if p.vars["NOTIFY_SOCKET"] != "" { // nobody sits at a service
			return usageError{errors.New("DISCORD_TOKEN is not set: without it only the console can run, and a service has none; .env.example says where the token is")}
		}
		return consoleCmd{}.Run(ctx, p)
	}
	log := p.logger(slog.LevelInfo)
	all, err := p.open(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, all.Close()) }()
	return p.serve(ctx, all, log)
}

// serve runs the bot and its jobs, until ctx ends or the bot gives up.
func (p *program) serve(ctx context.Context, all parts, log *slog.Logger) error {
	book, err := words.Load()
	if err != nil {
		return err
	}
	// The eraser asks the bot, and the bot tells the eraser: each is called when both
	// are there.
	var bot *gateway.Bot
	eraser := jobs.NewEraser(all.store, func(id uint64) bool { return bot.In(id) }, time.Now, log)
	manager := service{log}
	cfg := p.gatewayConfig(all.router, log)
	cfg.Alive, cfg.GuildRemoved = manager.alive, eraser.Left
	cfg.Ready = func() { manager.ready(); eraser.Ready() }
	bot, err = gateway.New(cfg)
	if err != nil {
		return err
	}
	records := jobs.NewRecordAnnouncer(all.store, book, bot.Send, time.Now, log)
	results := jobs.NewResultAnnouncer(all.store, book, bot.Send, time.Now, log)
	all.online.Store(bot)
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	running.Go(func() { eraser.Run(ctx) })
	running.Go(func() { records.Run(ctx) })
	running.Go(func() { results.Run(ctx) })
	running.Go(func() { <-ctx.Done(); manager.stopping() })
	return bot.Run(ctx)
}
