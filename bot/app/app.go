// Package app puts the bot together: its commands over a database and, in Discord, the
// jobs that outlive a request.
//
// # Goals
//
//   - The program and tests of the whole bot run the same thing.
//
// # Non-goals
//
//   - No settings and no service manager: they belong to the program.
package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"nonna/bot/console"
	"nonna/bot/discord"
	"nonna/bot/interactions"
	"nonna/bot/jobs"
	"nonna/bot/metrics"
	"nonna/commands"
	"nonna/commands/all"
	"nonna/commands/picture"
	"nonna/commands/server"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/lease"
)

// Config holds what an [App] needs. Version, PrivacyURL and Limits are optional.
type Config struct {
	// DB is the path of the database file.
	DB    string
	Games game.List
	Log   *slog.Logger
	// Version and PrivacyURL are shown to users.
	Version, PrivacyURL string
	// Limits bound how often users may ask.
	Limits commands.Limits
}

// App answers requests, from Discord or the console.
type App struct {
	Router  *commands.Router
	Say     commands.Localizer
	Metrics *metrics.Metrics

	store    *store.Store
	pictures *picture.Renderer
	hunts    jobs.Live
	log      *slog.Logger
	// online is the bot in Discord, nil for the console.
	online atomic.Pointer[interactions.Bot]
}

// Open opens the database and puts the commands together over it. The caller must close
// the App.
func Open(ctx context.Context, cfg Config) (*App, error) {
	say, err := NewLocalizer(cfg.Games)
	if err != nil {
		return nil, err
	}
	a := &App{Say: say, log: cfg.Log}
	a.Metrics = metrics.New(a.Status, a.waiting)
	a.pictures = picture.New(say.Games, cfg.Log, a.Metrics.Drawn)
	a.store, err = store.Open(ctx, cfg.DB, store.WithObserver(a.Metrics.Stored))
	if err != nil {
		return nil, err
	}
	a.Router, err = newRouter(all.Config{
		Games: say.Games, Store: a.store, Words: say.Book, Pictures: a.pictures, HuntNow: a.hunts.Now, CheckAccess: a.access, Settled: a.Metrics.Settled, About: server.About{
			Version: cfg.Version, Started: time.Now(), Guilds: func() int { return a.Status().Guilds }, PrivacyURL: cfg.PrivacyURL,
		},
	}, commands.Config{Log: cfg.Log, Limits: cfg.Limits, Observe: a.Metrics.Request})
	if err != nil {
		return nil, errors.Join(err, a.store.Close())
	}
	return a, nil
}

// NewLocalizer returns a localizer with all messages and the given games.
func NewLocalizer(games game.List) (commands.Localizer, error) {
	book, err := words.Load()
	return commands.Localizer{Book: book, Games: games}, err
}

// NewRouter puts the commands together over a store. Without a store they can be
// registered but not run.
func NewRouter(st *store.Store, say commands.Localizer, log *slog.Logger) (*commands.Router, error) {
	pictures := picture.New(say.Games, log, nil)
	return newRouter(all.Config{Games: say.Games, Store: st, Words: say.Book, Pictures: pictures}, commands.Config{Log: log})
}

func newRouter(of all.Config, cfg commands.Config) (*commands.Router, error) {
	list, err := all.Commands(of)
	if err != nil {
		return nil, err
	}
	cfg.Commands, cfg.Words, cfg.Settings = list, of.Words, of.Store.Settings
	return commands.NewRouter(cfg)
}

// Status returns the bot's state in Discord, the zero Status at the console.
func (a *App) Status() discord.Status {
	if bot := a.online.Load(); bot != nil {
		return bot.Status()
	}
	return discord.Status{}
}

// now returns the time by Discord's clock, or by this machine's at the console.
func (a *App) now(ctx context.Context) (time.Time, error) {
	if bot := a.online.Load(); bot != nil {
		return bot.Client().Time(ctx)
	}
	return time.Now(), nil
}

// waiting returns how many announcements are not yet sent.
func (a *App) waiting(ctx context.Context) (int64, error) {
	now, err := a.now(ctx)
	if err != nil {
		return 0, err
	}
	return a.store.Waiting(ctx, now)
}

// access returns what the bot may do in a channel.
func (a *App) access(ctx context.Context, guildID, channelID uint64) (commands.Access, error) {
	if bot := a.online.Load(); bot != nil {
		return bot.Access(ctx, guildID, channelID)
	}
	return commands.Access{}, nil
}

// Serve runs the bot in Discord, and its jobs. It returns when ctx is done, when the bot
// gives up (see [interactions.Bot.Run]), or with the error of [jobs.Guard] when the database can no
// longer be used. Serve sets cfg's Router, Logger, Opened,
// Answered, Posted, Processes, IsCutOff and Sharding, except for its Count, itself.
func (a *App) Serve(ctx context.Context, cfg interactions.Config) error {
	cfg.Router, cfg.Logger = a.Router, a.log
	cfg.Answered, cfg.Posted = a.Metrics.Answered, a.Metrics.Posted
	leases := a.newLeases()
	cfg.Sharding.Hold, cfg.Processes, cfg.IsCutOff = leases.Hold, leases.Living, leases.IsCutOff
	if a.store.IsShared() {
		cfg.Sharding.Share = leases.Share
	}
	began := make(chan struct{})
	cfg.Opened = sync.OnceFunc(func() { close(began) })
	bot, err := interactions.New(cfg)
	if err != nil {
		return err
	}
	a.online.Store(bot)
	ctx, end := context.WithCancelCause(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer end(nil)
	running.Go(func() { leases.Run(ctx) })
	running.Go(func() { jobs.Guard(ctx, a.store, end, a.log) })
	running.Go(func() {
		jobs.Run(ctx, jobs.Config{
			Store: a.store, Say: a.Say, Films: a.pictures, Log: a.log, Messages: messages(bot), Servers: servers{bot.Client()},
			Now: a.now, Hunts: jobs.Hunts{Serves: outsideConsole, IsQuiet: bot.IsQuiet, Used: a.Metrics.Hunted, Live: &a.hunts},
			Hold: func(ctx context.Context, name string, do func(context.Context)) {
				select {
				case <-began: // Discord can be reached from here
					leases.Keep(ctx, name, do)
				case <-ctx.Done():
				}
			},
		})
	})
	err = bot.Run(ctx)
	if gone := context.Cause(ctx); err == nil && store.Unusable(gone) {
		return gone
	}
	return err
}

// messages are messages in Discord.
func messages(bot *interactions.Bot) jobs.Messages {
	return jobs.Messages{
		Send: func(ctx context.Context, channel uint64, reply commands.Reply, nonce string) (uint64, error) {
			if channel == console.Channel { // made at the console before: by now it is no news
				return 0, nil
			}
			return bot.Send(ctx, channel, reply, nonce)
		},
		Edit: func(ctx context.Context, channel, message uint64, reply commands.Reply, _ bool) error {
			return bot.Edit(ctx, channel, message, reply)
		},
	}
}

// newLeases returns what decides which of the processes that use the database does what only
// one may do.
func (a *App) newLeases() *lease.Keeper {
	cfg := lease.Config{MayMove: a.mayMove, Log: a.log}
	if a.store.IsShared() {
		cfg.Open = func(ctx context.Context) (lease.Session, error) {
			conn, err := a.store.Conn(ctx)
			if err != nil {
				return nil, err
			}
			return lease.Over(ctx, conn, lease.Term)
		}
	}
	return lease.New(cfg)
}

// mayMove is [lease.Config.MayMove] for sessions.
func (a *App) mayMove(ctx context.Context) bool {
	bot := a.online.Load()
	return bot != nil && bot.Client().MaySpendLogins(ctx)
}

// servers are the servers of the bot in Discord, and the console's, which Discord does not
// know.
type servers struct{ *discord.Client }

// Guilds implements [jobs.Servers].
func (s servers) Guilds(ctx context.Context) ([]uint64, error) {
	all, err := s.Client.Guilds(ctx)
	return append([]uint64{console.Guild}, all...), err
}

// atConsole reports whether a server is that of the console.
func atConsole(guildID uint64) bool { return guildID == console.Guild }

// outsideConsole is the opposite of atConsole.
func outsideConsole(guildID uint64) bool { return guildID != console.Guild }

// Hunt goes on with the hunts of the console's server until ctx is done.
func (a *App) Hunt(ctx context.Context) {
	leases := a.newLeases()
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { leases.Run(ctx) })
	jobs.Run(ctx, jobs.Config{
		Only: []string{"hunter"}, Store: a.store, Say: a.Say, Log: a.log,
		Now:   a.now,
		Hunts: jobs.Hunts{Serves: atConsole, IsQuiet: func() bool { return true }, Used: a.Metrics.Hunted, Live: &a.hunts},
		Hold: func(ctx context.Context, name string, do func(context.Context)) {
			leases.Keep(ctx, name+" of the console", do)
		},
	})
}

// Announce closes idle matches of the console's server and shows its announcements, in the
// given language if the server chose none. It does nothing on a database that a bot in Discord
// uses: only the bot knows Discord's time.
func (a *App) Announce(ctx context.Context, language string, show func(commands.Reply)) {
	others, err := a.store.GuildsStored(ctx, console.Guild, 1)
	if err != nil || len(others) > 0 {
		return // the next command reports what is wrong with the database
	}
	say := a.Say
	say.DefaultLocale = language
	jobs.Once(ctx, jobs.Config{
		Store: a.store, Say: say, Films: a.pictures, Log: a.log, Messages: consoleMessages(show), Now: a.now, Hunts: jobs.Hunts{Serves: atConsole},
	})
}

// consoleMessages are messages at the console, which shows each as it was sent and as it is
// in the end.
func consoleMessages(show func(commands.Reply)) jobs.Messages {
	return jobs.Messages{
		Send: func(_ context.Context, _ uint64, reply commands.Reply, _ string) (uint64, error) {
			show(reply)
			return 1, nil
		},
		Edit: func(_ context.Context, _, _ uint64, reply commands.Reply, over bool) error {
			if over {
				show(reply)
			}
			return nil
		},
	}
}

// Close closes the database.
func (a *App) Close() error { return a.store.Close() }
