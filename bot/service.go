package main

import (
	"fmt"
	"log/slog"
	"strings"

	"github.com/coreos/go-systemd/v22/daemon"

	"nonna/bot/discord"
)

// service notifies systemd when the bot is connected, alive and stopping. It does
// nothing if systemd did not start the bot.
type service struct {
	log    *slog.Logger
	status func() discord.Status
}

// ready says that the bot is connected, so units ordered after it may start.
func (s service) ready() { s.notify(daemon.SdNotifyReady) }

// alive resets the watchdog, which otherwise ends the process, and sets the line that
// systemctl status shows.
func (s service) alive() {
	now := s.status()
	var about []string
	if now.Guilds > 0 {
		about = append(about, fmt.Sprintf("Servers: %d", now.Guilds))
	}
	if now.Connected {
		about = append(about, fmt.Sprintf("latency: %d ms", now.Latency.Milliseconds()))
	}
	if now.OfShards > 1 {
		about = append(about, fmt.Sprintf("shards: %d open, %d here, %d in all", now.Open(), len(now.Shards), now.OfShards))
	}
	s.notify(daemon.SdNotifyWatchdog + "\nSTATUS=" + strings.Join(about, ", "))
}

// stopping says that the bot is finishing its requests and will end.
func (s service) stopping() { s.notify(daemon.SdNotifyStopping) }

func (s service) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.log.Warn("systemd could not be told", slog.String("state", state), slog.Any("err", err))
	}
}
