package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"time"

	"nonna/bot/discord"
)

// tokenFile returns the file beside the database that keeps how Discord took the token, so
// that an outage that refuses it does not end a bot that is started meanwhile for good. It is ""
// where the database is no file.
func (p *program) tokenFile() string {
	if db := p.database(); !db.onServer() {
		return db.path() + ".token"
	}
	return ""
}

// tokenDigest stands for the token in that file.
func (p *program) tokenDigest() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(p.settings.Token)))
}

// readTokenHistory returns how Discord took the token in the processes before this one.
func (p *program) readTokenHistory() discord.TokenHistory {
	text, _ := os.ReadFile(p.tokenFile()) // there may be none
	var refused int64
	if n, _ := fmt.Sscanf(string(text), p.tokenDigest()+" %d", &refused); n == 0 {
		return discord.TokenHistory{}
	}
	history := discord.TokenHistory{Worked: true}
	if refused != 0 {
		history.Refused = time.Unix(refused, 0)
	}
	return history
}

// noteTokenHistory writes what the next process reads. Where the file cannot be written, an outage
// ends a bot that is started in it.
func (p *program) noteTokenHistory(h discord.TokenHistory) {
	var refused int64
	if !h.Refused.IsZero() {
		refused = h.Refused.Unix()
	}
	if file := p.tokenFile(); file != "" {
		_ = os.WriteFile(file, fmt.Appendf(nil, "%s %d\n", p.tokenDigest(), refused), 0o600)
	}
}
