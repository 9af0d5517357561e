package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"nonna/bot/gateway"
	"nonna/bot/jobs"
	"nonna/store"
)

type startCmd struct{}

// Run runs the bot until ctx ends, or opens the console when there is no token.
func (startCmd) Run(ctx context.Context, p *program) (err error) {
	if p.config.Token == "" {
		if p.vars["NOTIFY_SOCKET"] != "" { // nobody sits at a service
			return exitError{errors.New("DISCORD_TOKEN is not set: without it only the console can run, and a service has none; .env.example says where the token is"), statusConfig}
		}
		return consoleCmd{}.Run(ctx, p)
	}
	log := p.logger(slog.LevelInfo)
	a, err := p.open(ctx, log)
	switch {
	case ctx.Err() != nil && err != nil:
		log.Info("asked to end before the database was open", slog.Any("err", err))
		return nil
	case err != nil:
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return p.serve(ctx, a, log)
}

// serve runs the bot and its jobs, until ctx ends or the bot gives up.
func (p *program) serve(ctx context.Context, a app, log *slog.Logger) error {
	// The eraser runs, and so asks, only once there is a bot.
	eraser := jobs.NewEraser(a.store, func(id uint64) bool { return a.online.Load().In(id) }, time.Now, log)
	manager := service{log}
	cfg := p.gatewayConfig(a.router, log)
	cfg.Alive, cfg.GuildRemoved = manager.alive, eraser.Left
	cfg.Ready = func() { manager.ready(); eraser.Ready() }
	bot, err := gateway.New(cfg)
	if err != nil {
		return err
	}
	records := jobs.NewRecordAnnouncer(a.store, a.say, bot.Send, time.Now, log)
	results := jobs.NewResultAnnouncer(a.store, a.say, bot.Send, time.Now, log)
	a.online.Store(bot)
	ctx, end := context.WithCancelCause(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer end(nil)
	running.Go(func() { jobs.NewGuard(a.store, end, log).Run(ctx) })
	running.Go(func() { eraser.Run(ctx) })
	running.Go(func() { records.Run(ctx) })
	running.Go(func() { results.Run(ctx) })
	running.Go(func() { <-ctx.Done(); manager.stopping() })
	err = bot.Run(ctx)
	if gone := context.Cause(ctx); err == nil && errors.Is(gone, store.ErrMissing) {
		return exitError{gone, statusGone}
	}
	return err
}
