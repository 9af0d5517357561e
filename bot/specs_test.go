package main

import (
	"log/slog"
	"testing"

	"nonna/bot/gateway"
)

// TestDiscordWouldTakeEveryCommand holds the commands, with their names and
// descriptions in every language, against Discord's limits.
func TestDiscordWouldTakeEveryCommand(t *testing.T) {
	router, err := newRouter(nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := gateway.CheckSpecs(router.Specs()); err != nil {
		t.Error(err)
	}
}
