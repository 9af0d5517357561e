package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"nonna/bot/metrics"
)

type healthCmd struct{}

// Run asks the running bot whether it is connected, for monitors of the service.
func (healthCmd) Run(ctx context.Context, p *program) error {
	address := cmp.Or(p.settings.Metrics, p.settings.HTTP)
	if address == "" {
		return exitError{errors.New("NONNA_METRICS is not set: the bot answers this only where it serves its metrics, or interactions (NONNA_HTTP)"), statusConfig}
	}
	if err := metrics.Ask(ctx, string(address)); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.stdout, "The bot is connected to Discord.")
	return err
}
