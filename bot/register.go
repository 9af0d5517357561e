package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

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
	bot, err := p.askingBot(p.logger(slog.LevelWarn))
	if err != nil {
		return err
	}
	changes, err := bot.Register(ctx, r.DryRun)
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		changes = []string{"The commands are registered as they should be."}
	}
	_, err = fmt.Fprintln(p.stdout, strings.Join(changes, "\n"))
	return err
}

// errNoToken says what the token would be for.
func errNoToken(why string) error {
	return exitError{errors.New("DISCORD_TOKEN is not set: " + why + "; .env.example says where the token is"), statusConfig}
}

// askingBot is a bot that asks Discord without a session, with the commands as they
// are, which need no database for that.
func (p *program) askingBot(log *slog.Logger) (*gateway.Bot, error) {
	say, err := app.NewLocalizer(p.games)
	if err != nil {
		return nil, err
	}
	cfg := p.gatewayConfig()
	cfg.Logger = log
	if cfg.Router, err = app.NewRouter(nil, say, log); err != nil {
		return nil, err
	}
	return gateway.New(cfg)
}
