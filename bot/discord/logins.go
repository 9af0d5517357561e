package discord

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// Logins are what Discord says about identifies, with which sessions begin.
type Logins struct {
	// Left is how many are left for the time until Reset, and Total how many a day has.
	Left, Total int
	Reset       time.Duration
	// Concurrency is max_concurrency: how many sessions may identify at once.
	Concurrency int
	// Shards is the number of shards that Discord recommends, and Gateway its address.
	Shards  int
	Gateway string
	// Asked is when Discord said so.
	Asked time.Time
}

// Logins asks Discord about identifies.
func (c *Client) Logins(ctx context.Context, p Policy) (Logins, error) {
	var answer struct {
		URL    string `json:"url"`
		Shards int    `json:"shards"`
		Limit  struct {
			Total       int   `json:"total"`
			Remaining   int   `json:"remaining"`
			ResetAfter  int64 `json:"reset_after"` // milliseconds
			Concurrency int   `json:"max_concurrency"`
		} `json:"session_start_limit"`
	}
	err := c.ask(ctx, "asking for the gateway", "/gateway/bot", p, func(said []byte) error {
		err := json.Unmarshal(said, &answer)
		if err == nil && answer.URL == "" {
			err = errors.New("no address")
		}
		return err
	})
	if err != nil {
		return Logins{}, err
	}
	l := answer.Limit
	return Logins{
		Left: l.Remaining, Total: l.Total, Reset: time.Duration(l.ResetAfter) * time.Millisecond,
		Concurrency: l.Concurrency, Shards: max(1, answer.Shards), Gateway: answer.URL, Asked: time.Now(),
	}, nil
}

// MaySpendLogins asks Discord about identifies and reports whether at least half of the day's
// are left, so that some can be used for what is not urgent. Without an answer it returns false.
func (c *Client) MaySpendLogins(ctx context.Context) bool {
	logins, err := c.Logins(ctx, Asking(3))
	return err == nil && logins.Left >= logins.Total/2
}
