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

// Run updates the commands that Discord has, and prints what changed. It needs no
// database, so the bot may be running.
func (r registerCmd) Run(ctx context.Context, p *program) error {
	if p.config.Token == "" {
		return errNoToken("only the bot itself can register commands")
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
		changes = []string{"The commands are up to date."}
	}
	_, err = fmt.Fprintln(p.stdout, strings.Join(changes, "\n"))
	return err
}

// errNoToken returns the error of a missing token; why says what it is needed for.
func errNoToken(why string) error {
	return exitError{errors.New("DISCORD_TOKEN is not set: " + why + "; .env.example says where to find the token"), statusConfig}
}

// askingBot returns a bot that can make REST calls, without a session. It has the
// commands, without a database.
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
