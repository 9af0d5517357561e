package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"nonna/bot/app"
	"nonna/bot/discord"
	"nonna/bot/gateway"
	"nonna/engine"
)

// httpPort is where the first bot takes interactions; the others count up from here.
const httpPort = 54510

// settings are what a bot process is told by its environment.
const (
	varDiscord = "CLUSTER_DISCORD" // the address of the local Discord
	varHTTP    = "CLUSTER_HTTP"    // where to take interactions, empty for the gateway
	varDB      = "CLUSTER_DB"
	varToken   = "CLUSTER_TOKEN"
)

// runBot is what a bot process does: it is the whole bot, with a local Discord, until it is
// told to stop.
func runBot(ctx context.Context, discordAddress, postedTo, db string) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	games := engine.Games()
	a, err := app.Open(ctx, app.Config{DB: db, Games: games, Log: log})
	if err != nil {
		return err
	}
	cfg, err := toDiscord(ctx, discordAddress, postedTo, log)
	if err == nil {
		err = a.Serve(ctx, cfg)
	}
	return errors.Join(err, a.Close())
}

// toDiscord returns how a bot reaches the local Discord, which has one address for all hosts.
func toDiscord(ctx context.Context, at, postedTo string, log *slog.Logger) (gateway.Config, error) {
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, at)
	}
	cfg := gateway.Config{Config: discord.Config{
		Token: os.Getenv(varToken), Logger: log, Dial: dial,
		Transport: func() http.RoundTripper {
			t := &http.Transport{DialContext: dial, DialTLSContext: dial, Protocols: new(http.Protocols), HTTP2: discord.Pings()}
			t.Protocols.SetUnencryptedHTTP2(true)
			return t
		},
	}}
	if postedTo == "" {
		cfg.Sharding.Count = bots
		return cfg, nil
	}
	var err error
	cfg.HTTP, err = new(net.ListenConfig).Listen(ctx, "tcp", postedTo)
	return cfg, err
}

const bots = 3

// bot is a process of the bot that is started again whenever it ends, as systemd does.
type bot struct {
	http string // where it takes interactions, empty for the gateway

	mu  sync.Mutex
	cmd *exec.Cmd
	// ends counts how often it ended.
	ends int
}

// restart is how long an ended bot stays down.
const restart = time.Second

// keep runs a bot until ctx is done, and ends it then.
func (b *bot) keep(ctx context.Context, folder string, number int, environ ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(folder, "bot"+strconv.Itoa(number)+".log"))
	if err != nil {
		return err
	}
	defer log.Close() //nolint:errcheck // a log
	for ctx.Err() == nil {
		cmd := exec.CommandContext(ctx, self)
		cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
		cmd.WaitDelay = 30 * time.Second
		cmd.Env = append(os.Environ(), environ...)
		cmd.Env = append(cmd.Env, varHTTP+"="+b.http)
		cmd.Stderr = log
		if err := cmd.Start(); err != nil {
			return err
		}
		b.set(cmd)
		_ = cmd.Wait() // it may have been killed
		b.set(nil)
		select {
		case <-time.After(restart):
		case <-ctx.Done():
		}
	}
	return nil
}

func (b *bot) set(cmd *exec.Cmd) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cmd = cmd
	if cmd == nil {
		b.ends++
	}
}

// signal sends a signal to a bot if it runs.
func (b *bot) signal(sig syscall.Signal) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cmd != nil {
		_ = b.cmd.Process.Signal(sig) // it may just have ended
	}
}
