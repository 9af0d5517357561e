package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"nonna/bot/app"
	"nonna/bot/gateway"
)

type registerCmd struct {
	DryRun bool `help:"Show what would change, and change nothing."`
}

// Run writes the commands to Discord where they differ from what is there, and
// shows the difference. It needs no database, so it may run beside the bot.
func (r registerCmd) Run(ctx context.Context, p *program) error {
	if p.config.Token == "" {
		return errNoToken("Discord takes commands from the bot alone")
	}
	cfg, err := p.askDiscord(p.logger(slog.LevelWarn))
	if err != nil {
		return err
	}
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

// errNoToken says what the token would be for.
func errNoToken(why string) error {
	return exitError{errors.New("DISCORD_TOKEN is not set: " + why + "; .env.example says where the token is"), statusConfig}
}

// askingBot is a bot that asks Discord without a session.
func (p *program) askingBot(log *slog.Logger) (*gateway.Bot, error) {
	cfg, err := p.askDiscord(log)
	if err != nil {
		return nil, err
	}
	return gateway.New(cfg)
}

// askDiscord is how Discord is asked without a session, with the commands as they
// are, which need no database for that.
func (p *program) askDiscord(log *slog.Logger) (gateway.Config, error) {
	cfg := p.gatewayConfig()
	say, err := app.NewLocalizer(p.games)
	if err != nil {
		return cfg, err
	}
	cfg.Logger = log
	cfg.Router, err = app.NewRouter(nil, say, log)
	return cfg, err
}
