package main

import (
	"context"
	"fmt"
	"log/slog"

	"nonna/bot/gateway"
)

type inviteCmd struct{}

// Run prints the link by which the bot is invited to a server.
func (inviteCmd) Run(ctx context.Context, p *program) error {
	if err := p.takeService(ctx); err != nil {
		return err
	}
	if p.config.Token == "" {
		return errNoToken("the link is that of the bot")
	}
	cfg, err := p.askDiscord(p.logger(slog.LevelWarn))
	if err != nil {
		return err
	}
	bot, err := gateway.New(cfg)
	if err != nil {
		return err
	}
	app, err := bot.Application(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.stdout, gateway.InviteURL(app.ID))
	return err
}
