package discord

import (
	"errors"
	"sync"
	"time"
)

// LongestOutage is how long Discord may refuse a token that it accepted before, until that is
// believed: in an outage it has refused good ones.
const LongestOutage = time.Hour

// TokenHistory is how Discord took a token so far, also in processes before this one.
type TokenHistory struct {
	// Worked says that the token has worked, and Refused since when Discord refuses it, zero if it
	// does not.
	Worked  bool
	Refused time.Time
}

// tokenTrust keeps the history of a client's token.
type tokenTrust struct {
	note func(TokenHistory)

	mu      sync.Mutex
	history TokenHistory
}

// change replaces the history, and has it noted if it is another.
func (t *tokenTrust) change(to TokenHistory) {
	if t.history != to {
		t.history = to
		t.note(to)
	}
}

// TokenWorked notes that Discord accepts the token.
func (c *Client) TokenWorked() {
	c.trust.mu.Lock()
	defer c.trust.mu.Unlock()
	c.trust.change(TokenHistory{Worked: true})
}

// Doubts reports whether an error says that Discord refuses the token, and that is not believed
// yet: the token has worked, and was not refused for as long as an outage may last.
func (c *Client) Doubts(err error) bool {
	c.trust.mu.Lock()
	defer c.trust.mu.Unlock()
	if !errors.Is(err, ErrBadToken) || !c.trust.history.Worked {
		return false
	}
	if c.trust.history.Refused.IsZero() {
		c.trust.change(TokenHistory{Worked: true, Refused: time.Now()})
	}
	return time.Since(c.trust.history.Refused) < LongestOutage
}
