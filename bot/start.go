package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"

	"nonna/bot/app"
	"nonna/bot/discord"
	"nonna/bot/discord/session"
	"nonna/bot/interactions"
	"nonna/commands"
	"nonna/store"
)

type startCmd struct{}

// Run runs the bot until ctx is done, or opens the console if there is no token.
func (startCmd) Run(ctx context.Context, p *program) (err error) {
	if p.settings.Token == "" {
		if p.vars["NOTIFY_SOCKET"] != "" || os.Getpid() == 1 { // a service or a container has no terminal
			return errNoToken("without it only the console can run, which needs a terminal")
		}
		return consoleCmd{}.Run(ctx, p)
	}
	log := p.logger(slog.LevelInfo)
	a, err := p.open(ctx, log, commands.DefaultLimits())
	switch {
	case ctx.Err() != nil && err != nil:
		log.Info("stopped before the database was open", slog.Any("err", err))
		return nil
	case err != nil:
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return p.serve(ctx, a, log)
}

// serve runs the bot until ctx is done or the bot gives up, and notifies the service
// manager of its state.
func (p *program) serve(ctx context.Context, a *app.App, log *slog.Logger) error {
	manager := service{log, a.Status}
	cfg := p.botConfig()
	cfg.Alive = manager.alive
	if p.settings.HTTP == "" {
		if err := session.CheckProxy(); err != nil {
			return exitError{err, statusConfig}
		}
	} else {
		var err error
		if cfg.HTTP, err = p.settings.HTTP.listen(ctx); err != nil {
			return fmt.Errorf("NONNA_HTTP: %w", err)
		}
	}
	ctx, stop := context.WithCancel(ctx)
	var ending sync.WaitGroup
	defer ending.Wait()
	defer stop()
	ending.Go(func() { <-ctx.Done(); manager.stopping() })
	cfg.Ready = manager.ready
	cfg.History, cfg.NoteHistory = p.readTokenHistory(), p.noteTokenHistory
	if p.settings.Metrics != "" {
		ending.Go(func() {
			l, err := p.settings.Metrics.listen(ctx)
			if err == nil {
				err = a.Metrics.Serve(ctx, l)
			}
			if err != nil {
				log.Error("metrics are not served", slog.Any("err", err))
			}
		})
	}
	err := a.Serve(ctx, cfg)
	if errors.Is(err, store.ErrVanished) || errors.Is(err, store.ErrCorrupt) {
		return exitError{err, statusGone}
	}
	return err
}

// open puts the bot together.
func (p *program) open(ctx context.Context, log *slog.Logger, limits commands.Limits) (*app.App, error) {
	a, err := app.Open(ctx, app.Config{
		DB: string(p.settings.DB), Games: p.games, Log: log, Version: version(), PrivacyURL: string(p.settings.Privacy), Limits: limits,
	})
	if store.Unusable(err) {
		err = exitError{err, statusConfig}
	}
	return a, err
}

// botConfig returns how the bot connects to Discord.
func (p *program) botConfig() interactions.Config {
	c := interactions.Config{
		Config: discord.Config{Token: string(p.settings.Token)}, GuildID: uint64(p.settings.Guild), Sharding: session.Sharding{Count: int(p.settings.Shards)},
	}
	if p.discord != nil {
		p.discord(&c)
	}
	return c
}

// errNoToken returns the error of a missing token; why says what it is needed for.
func errNoToken(why string) error {
	return exitError{errors.New("DISCORD_TOKEN is not set: " + why + "; .env.example says where to find the token"), statusConfig}
}

// askingBot returns a bot that can make REST calls, without a session. It has the
// commands, without a database.
func (p *program) askingBot(log *slog.Logger) (*interactions.Bot, error) {
	say, err := app.NewLocalizer(p.games)
	if err != nil {
		return nil, err
	}
	cfg := p.botConfig()
	cfg.Logger = log
	if cfg.Router, err = app.NewRouter(nil, say, log); err != nil {
		return nil, err
	}
	return interactions.New(cfg)
}
