package main

import (
	"fmt"
	"log/slog"

	"github.com/coreos/go-systemd/v22/daemon"

	"nonna/bot/discord"
)

// service tells systemd how the bot is, where systemd started it: that it is
// connected, that it is well, that it is ending. Elsewhere it does nothing.
type service struct {
	log    *slog.Logger
	status func() discord.Status
}

// ready says that the bot is connected: what is ordered after it may start.
func (s service) ready() { s.notify(daemon.SdNotifyReady) }

// alive feeds the watchdog, which ends the process when nothing has for long, and
// says what systemctl status shows.
func (s service) alive() {
	now := s.status()
	s.notify(fmt.Sprintf("%s\nSTATUS=Servers: %d, latency: %d ms", daemon.SdNotifyWatchdog, now.Guilds, now.Latency.Milliseconds()))
}

// stopping says that the bot is finishing what is under way.
func (s service) stopping() { s.notify(daemon.SdNotifyStopping) }

func (s service) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.log.Warn("systemd could not be told", slog.String("state", state), slog.Any("err", err))
	}
}
