package main

import (
	"context"
	"fmt"
	"log/slog"

	"nonna/bot/interactions"
)

type inviteCmd struct{}

// Run prints the link that invites the bot to a server.
func (inviteCmd) Run(ctx context.Context, p *program) error {
	if p.settings.Token == "" {
		return errNoToken("the link depends on the bot")
	}
	bot, err := p.askingBot(p.logger(slog.LevelWarn))
	if err != nil {
		return err
	}
	app, err := bot.Client().Application(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.stdout, interactions.InviteURL(app.ID))
	return err
}
