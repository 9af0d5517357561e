package app

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// countEvery is how long a number of servers is shown until Discord is asked again.
	countEvery = 10 * time.Minute
	// countTime is how long an answer may wait for the number.
	countTime = 2 * time.Second
)

// guildCount is the number of servers that the bot is in, with the sessions of all processes,
// as Discord counted them lately. It is safe for concurrent use.
type guildCount struct {
	mu    sync.Mutex
	n     int
	asked time.Time
}

// get returns the number, and asks for it when it is old. It returns -1 while it is unknown.
func (c *guildCount) get(ctx context.Context, ask func(context.Context) (int, error), log *slog.Logger) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.asked.IsZero() && time.Since(c.asked) < countEvery {
		return c.n
	}
	c.asked = time.Now()
	ctx, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	n, err := ask(ctx)
	switch {
	case err == nil:
		c.n = n
	case c.n == 0:
		c.n = -1
	}
	if err != nil {
		log.Warn("discord does not say how many servers there are", slog.Any("err", err))
	}
	return c.n
}

// guilds returns how many servers the bot is in, -1 at the console. A process of several knows
// only those of its own sessions.
func (a *App) guilds(ctx context.Context) int {
	bot := a.online.Load()
	switch {
	case bot == nil:
		return -1
	case !a.store.IsShared():
		return bot.Status().Guilds
	}
	return a.counted.get(ctx, func(ctx context.Context) (int, error) {
		app, err := bot.Client().Application(ctx)
		return app.Guilds, err
	}, a.log)
}
