package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"nonna/bot/app"
	"nonna/bot/gateway"
	"nonna/commands/server"
)

type registerCmd struct {
	DryRun bool `help:"Show what would change, and change nothing."`
}

// Run writes the commands to Discord where they differ from what is there, and
// shows the difference. It needs no database, so it may run beside the bot.
func (r registerCmd) Run(ctx context.Context, p *program) error {
	if p.config.Token == "" {
		return exitError{errors.New("DISCORD_TOKEN is not set: Discord takes commands from the bot alone; .env.example says where its token is"), statusConfig}
	}
	log := p.logger(slog.LevelWarn)
	say, err := app.NewLocalizer(p.games)
	if err != nil {
		return err
	}
	router, err := app.NewRouter(nil, say, log, server.About{})
	if err != nil {
		return err
	}
	cfg := p.gatewayConfig()
	cfg.Router, cfg.Logger = router, log
	d, err := gateway.Register(ctx, cfg, r.DryRun)
	if err != nil {
		return err
	}
	if d.Empty() {
		_, err = fmt.Fprintln(p.stdout, "The commands are registered as they should be.")
		return err
	}
	_, err = fmt.Fprint(p.stdout, d)
	return err
}
