package main

import (
	"log/slog"

	"github.com/coreos/go-systemd/v22/daemon"
)

// service tells systemd how the bot is, where systemd started it: that it is
// connected, that it is well, that it is ending. Elsewhere it does nothing.
type service struct{ log *slog.Logger }

// ready says that the bot is connected: what is ordered after it may start.
func (s service) ready() { s.notify(daemon.SdNotifyReady) }

// alive feeds the watchdog, which ends the process when nothing has for long.
func (s service) alive() { s.notify(daemon.SdNotifyWatchdog) }

// stopping says that the bot is finishing what is under way.
func (s service) stopping() { s.notify(daemon.SdNotifyStopping) }

func (s service) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.log.Warn("systemd could not be told", slog.String("state", state), slog.Any("err", err))
	}
}
