package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"nonna/bot/discord"
)

// trust remembers beside a database file that a token has worked, by its digest, and since when
// Discord refuses it. In outages Discord has refused good tokens: that is to end no bot for good
// that was restarted in one.
type trust struct {
	// path is the file's, "" where the database is on a server and nothing is remembered.
	path, digest string
	log          *slog.Logger
}

func (p *program) trust(log *slog.Logger) trust {
	t := trust{digest: fmt.Sprintf("%x", sha256.Sum256([]byte(p.config.Token))), log: log}
	if db := p.database(); !db.onServer() {
		t.path = db.path() + ".token"
	}
	return t
}

// note notes that the token has worked, and since when it is refused, 0 if it is not.
func (t trust) note(since int64) {
	if t.path == "" {
		return
	}
	if err := os.WriteFile(t.path, fmt.Appendf(nil, "%s %d\n", t.digest, since), 0o600); err != nil {
		t.log.Warn("a restart in an outage may end for good: it cannot be noted that the token works", slog.Any("err", err))
	}
}

// doubt returns the error of a bot that never came up: a dead session instead of a bad token, where
// that has worked and was not refused for so long as an outage may last.
func (t trust) doubt(err error) error {
	text, _ := os.ReadFile(t.path) // there may be none
	var digest string
	var since int64
	_, _ = fmt.Sscan(string(text), &digest, &since)
	if !errors.Is(err, discord.ErrBadToken) || digest != t.digest {
		return err
	}
	if since == 0 {
		since = time.Now().Unix()
		t.note(since)
	}
	if time.Since(time.Unix(since, 0)) >= discord.LongestOutage {
		return err
	}
	return fmt.Errorf("%w: its token has worked, and is believed to do so for an hour yet: %s", discord.ErrDead, err.Error())
}
