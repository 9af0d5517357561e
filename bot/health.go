package main

import (
	"context"
	"errors"
	"fmt"

	"nonna/bot/metrics"
)

type healthCmd struct{}

// Run asks the running bot whether it is connected, for monitors of the service.
func (healthCmd) Run(ctx context.Context, p *program) error {
	if p.config.Metrics == "" {
		return exitError{errors.New("NONNA_METRICS is not set: the bot answers this only where it serves its metrics"), statusConfig}
	}
	if err := metrics.Ask(ctx, string(p.config.Metrics)); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.stdout, "The bot is connected to Discord.")
	return err
}
