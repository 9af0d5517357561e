package main

import (
	"context"
	"errors"
	"log/slog"

	"nonna/bot/gateway"
)

type startCmd struct{}

// Run runs the bot until ctx ends, or opens the console when there is no token.
func (startCmd) Run(ctx context.Context, p *program) (err error) {
	if p.config.Token == "" {
		return consoleCmd{}.Run(ctx, p)
	}
	log := p.logger(slog.LevelInfo)
	all, err := p.open(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, all.Close()) }()
	return gateway.Run(ctx, p.gatewayConfig(all.router, log))
}
