package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Bot is Nonna in Discord. It is made by [New], runs once with [Bot.Run], and
// is safe for concurrent use.
type Bot struct {
	cfg   Config
	log   *slog.Logger
	rest  *restClient
	clock *discordClock
	files *http.Client // for what users attached
	queue queue        // of handlers
	// recent holds the interactions that were received lately.
	recent *recentIDs

	// handling is the context of handlers, sending that of answers, which
	// outlive the handlers a little.
	handling, sending         context.Context
	stopHandling, stopSending context.CancelFunc

	mu      sync.Mutex
	guilds  map[uint64]bool // the servers the bot is in
	status  Status
	running int
	// maxRunning bounds running: the constant, unless a test lowers it.
	maxRunning int
	leaving    bool
	idle       chan struct{} // closed when leaving and nothing runs
}

// New checks a configuration and returns a bot that can be run. It calls
// nobody.
func New(cfg Config) (*Bot, error) {
	if cfg.Token == "" {
		return nil, fmt.Errorf("gateway: no token: %w", ErrBadToken)
	}
	if cfg.Router == nil {
		return nil, errors.New("gateway: no router")
	}
	cfg = cfg.withDefaults()
	guard, clock := &refusals{now: cfg.Now}, &discordClock{now: cfg.Now, since: time.Since}
	carry := func() http.RoundTripper {
		return watched{&lasting{make: cfg.Transport, log: cfg.Logger}, guard, clock}
	}
	b := &Bot{
		cfg:    cfg,
		log:    cfg.Logger,
		rest:   newREST(cfg, carry(), carry()),
		clock:  clock,
		files:  &http.Client{Transport: cfg.Transport(), CheckRedirect: noRedirect},
		recent: newRecentIDs(),
		guilds: make(map[uint64]bool),
		idle:   make(chan struct{}),

		maxRunning: maxRunning,
	}
	b.handling, b.stopHandling = context.WithCancel(context.Background())
	b.sending, b.stopSending = context.WithCancel(context.Background())
	return b, nil
}

// Run registers the commands where they differ, then keeps a session and
// answers until ctx ends, and returns nil after everything begun is answered
// or [Timing.Drain] is over. Any error means that it gave up: see [ExitCode].
func (b *Bot) Run(ctx context.Context) error {
	defer b.rest.close()
	defer b.files.CloseIdleConnections()
	defer b.stopSending()
	defer b.stopHandling()
	if err := b.prepareCommands(ctx); err != nil {
		return err
	}
	err := b.keepConnected(ctx)
	b.log.Info("gateway closed", slog.Any("err", err))
	return err
}

// prepareCommands writes the commands if they differ. A failure is logged and
// no more, unless the token is bad: yesterday's commands are still registered,
// and work. Nor does it hold up the session for long.
func (b *Bot) prepareCommands(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*b.cfg.Timing.Open)
	defer cancel()
	changes, err := b.Register(ctx, false)
	switch {
	case errors.Is(err, ErrBadToken):
		return fmt.Errorf("%w (%w)", ErrBadToken, err)
	case err != nil:
		b.log.Error("the commands could not be registered", slog.Any("err", err))
	case len(changes) == 0:
		b.log.Info("the commands are registered as they should be")
	default:
		b.log.Info("the commands were registered", slog.Int("changes", len(changes)))
	}
	return nil
}
