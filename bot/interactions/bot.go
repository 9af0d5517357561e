package interactions

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"runtime/pprof"
	"sync"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discord/endpoint"
	"nonna/bot/discord/session"
	"nonna/bot/turns"
)

// source is where interactions come from: sessions, or an endpoint.
type source interface {
	Run(ctx context.Context) error
	Status() discord.Status
}

// Bot is Nonna in Discord. It is made by [New], runs once with [Bot.Run], and
// is safe for concurrent use.
type Bot struct {
	cfg    Config
	log    *slog.Logger
	rest   *discord.Client
	source source
	files  *http.Client // fetches attachments
	gate   *turns.Gate
	queue  *turns.Queue
	recent recentIDs // of interactions

	// handling is the context of handlers, and sending that of their replies. At the end
	// of the program handlers are stopped first.
	handling, sending         context.Context
	stopHandling, stopSending context.CancelFunc
}

// New checks a configuration and returns a bot that can be run. It makes no calls.
func New(cfg Config) (*Bot, error) {
	if cfg.Token == "" {
		return nil, fmt.Errorf("interactions: no token: %w", discord.ErrBadToken)
	}
	if cfg.Router == nil {
		return nil, errors.New("interactions: no router")
	}
	cfg = cfg.withDefaults()
	rest := discord.New(cfg.Config)
	b := &Bot{
		cfg:   cfg,
		log:   cfg.Logger,
		rest:  rest,
		files: &http.Client{Transport: rest.NewTransport(), CheckRedirect: noRedirect},
		gate:  turns.NewGate(cfg.MaxRequests),
		queue: turns.NewQueue(cfg.MaxHandlers),
	}
	cfg.Interaction = b.interaction
	if cfg.HTTP != nil {
		b.source = endpoint.New(rest, cfg.HTTP, cfg.Handler)
	} else {
		b.source = session.New(rest, cfg.Sharding, cfg.Handler)
	}
	b.handling, b.stopHandling = context.WithCancel(context.Background())
	b.sending, b.stopSending = context.WithCancel(context.Background())
	return b, nil
}

// Run registers the commands if they differ, and then keeps sessions, or serves
// [Config.HTTP], and answers requests until ctx ends. It returns nil after the running work
// has ended, or ten seconds are over. Any error means that it gave up: see
// [discord.ExitCode].
func (b *Bot) Run(ctx context.Context) error {
	defer b.rest.Close()
	defer b.files.CloseIdleConnections()
	defer b.stopSending()
	defer b.stopHandling()
	isDone, err := b.prepareCommands(ctx)
	if err != nil {
		return err
	}
	asking, end := context.WithCancel(ctx)
	var asks sync.WaitGroup
	asks.Go(func() { b.askAgain(asking, isDone) })
	defer asks.Wait()
	defer end()
	err = b.serve(ctx)
	b.log.Info("no more interactions are taken", slog.Any("err", err))
	return err
}

// serve takes interactions until ctx ends or their source gives up. In either case it drains the
// running work. Sessions stay open meanwhile if they can, to tell members of the restart; where
// another process can take interactions this one takes no more.
func (b *Bot) serve(ctx context.Context) error {
	live, leave := context.WithCancel(context.WithoutCancel(ctx))
	defer leave()
	ended := make(chan error, 1)
	go func() { ended <- b.source.Run(live) }()
	select {
	case err := <-ended:
		b.drain()
		return err
	case <-ctx.Done():
	}
	if b.cfg.HTTP == nil && b.cfg.Sharding.Share == nil {
		b.drain()
	} else {
		defer b.drain()
	}
	leave()
	if err := <-ended; err != nil {
		b.log.Warn("taking interactions did not end well", slog.Any("err", err))
	}
	return nil
}

// stopGrace is how long stopped handlers may take to answer.
const stopGrace = 2 * time.Second

// drain admits no more work and waits for what runs: some time for it to end by
// itself, then a little for it to notice that it was stopped.
func (b *Bot) drain() {
	b.gate.Close()
	if b.gate.Wait(drainTime) {
		return
	}
	b.stopHandling()
	if b.gate.Wait(stopGrace) {
		return
	}
	b.stopSending()
	if !b.gate.Wait(stopGrace) {
		b.log.Error("some requests could not be stopped", slog.Int("running", b.gate.Running()))
	}
}

// run runs admitted work, survives its panic, and counts it out. Panics of handlers
// do not come this far: the router recovers them.
func (b *Bot) run(work func(), about slog.Attr) {
	defer b.gate.Leave()
	defer func() {
		if v := recover(); v != nil {
			b.log.Error("panic", slog.Any("panic", v), about, slog.String("stack", string(debug.Stack())))
		}
	}()
	pprof.Do(context.Background(), pprof.Labels("stage", "send"), func(context.Context) { work() })
}

// Status returns the state of the bot's sessions with Discord, or of its endpoint.
func (b *Bot) Status() discord.Status { return b.source.Status() }

// Client returns the client that the bot calls Discord with.
func (b *Bot) Client() *discord.Client { return b.rest }

const (
	// registerTime is how long registering the commands may hold up the session.
	registerTime = 40 * time.Second
	// registerAgain is the wait after an attempt that failed.
	registerAgain = time.Minute
	// countAgain is the wait until Discord is asked again how many servers there are.
	countAgain = 6 * time.Hour
)

// askAgain registers the commands once Discord lets it, while the bot works: the previous
// commands are still registered. Then it asks from time to time how many servers there are.
func (b *Bot) askAgain(ctx context.Context, isRegistered bool) {
	for {
		wait := countAgain
		if !isRegistered {
			wait = registerAgain
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if isRegistered {
			_, _ = b.rest.Application(ctx) // without an answer the last one stays
		} else {
			isRegistered, _ = b.prepareCommands(ctx) // for a bad token the sessions end too
		}
	}
}

// prepareCommands registers the commands if they differ, and reports whether they are
// registered. It returns an error only for a bad token.
func (b *Bot) prepareCommands(running context.Context) (isDone bool, err error) {
	ctx, cancel := context.WithTimeout(running, registerTime)
	defer cancel()
	var differ bool
	app, err := b.rest.Application(ctx)
	if err == nil {
		b.checkDelivery(app)
		err = b.cfg.Sharding.Hold(ctx, "commands", func(ctx context.Context) (err error) {
			differ, err = b.register(ctx, app)
			return err
		})
	}
	switch {
	case errors.Is(err, discord.ErrBadToken) && !b.rest.Doubts(err):
		return false, err
	case err != nil && running.Err() != nil:
		b.log.Info("stopped before the commands were registered", slog.Any("err", err))
	case b.cfg.GuildID != 0 && discord.IsLostChannel(err):
		b.log.Error("the commands cannot be registered in the server that DISCORD_GUILD names: correct its id, or invite the bot there by the address that nonna invite prints",
			slog.Uint64("server", b.cfg.GuildID), slog.Any("err", err))
	case err != nil:
		b.log.Error("the commands could not be registered, trying again later", slog.Any("err", err))
	case differ:
		b.log.Info("the commands were registered")
	default:
		b.log.Info("the commands are registered as they should be")
	}
	return err == nil, nil
}

// checkDelivery warns if Discord delivers interactions where the bot does not take them.
func (b *Bot) checkDelivery(app discord.Application) {
	switch {
	case b.cfg.HTTP == nil && app.Endpoint != "":
		b.log.Warn("discord posts interactions to an address, and not to this session: set NONNA_HTTP, or remove the Interactions Endpoint URL in the developer portal", slog.String("address", app.Endpoint))
	case b.cfg.HTTP != nil && app.Endpoint == "":
		b.log.Warn("discord posts no interactions until the Interactions Endpoint URL in the developer portal leads here", slog.String("path", endpoint.Path))
	}
}
