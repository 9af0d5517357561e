// Command cluster shows the bot on a database of several machines, for real: Patroni with three
// PostgreSQL and etcd, all on loopback, three processes of the bot, a local Discord and many
// members. While they play, processes are killed and frozen; in the end every game that a member
// was told of must be there, once, with the right place.
//
//	go run ./deploy/cluster
//	go run ./deploy/cluster -over gateway -hits node,freeze
//
// It needs PostgreSQL, Patroni and etcd of Debian: apt install postgresql patroni etcd-server
// python3-etcd. It ends with status 1 if anything was lost, recorded twice, or told wrongly.
//
// # Goals
//
//   - Real programs and real signals.
//   - The longest time in which nobody was answered is measured for each hit.
//
// # Non-goals
//
//   - No test that has to pass on every machine: it is run by hand.
//   - Nothing about networks between machines: everything is on loopback.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/engine"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if at := os.Getenv(varDiscord); at != "" {
		err = runBot(ctx, at, os.Getenv(varHTTP), os.Getenv(varDB))
	} else {
		err = run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop was called
	}
}

// cluster is everything that runs.
type cluster struct {
	db   *database
	bots []*bot
	load *load
}

// overGateway and overHTTP are how interactions come.
const (
	overHTTP    = "http"
	overGateway = "gateway"
)

func run(ctx context.Context) error {
	var names []string
	for _, h := range hits() {
		names = append(names, h.name)
	}
	over := flag.String("over", overHTTP, "how interactions come: http or gateway")
	chosen := flag.String("hits", strings.Join(names, ","), "what happens")
	length := flag.Duration("for", 45*time.Second, "how long members play around each hit, 30 s at least")
	people := flag.Int("people", 12, "how many members ask at once")
	flag.Parse()
	todo, err := choose(strings.Split(*chosen, ","))
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "cluster")
	if err != nil {
		return err
	}
	fmt.Println("everything is in", folder)
	if err := os.Chmod(folder, 0o755); err != nil { //nolint:gosec // PostgreSQL's user goes through it
		return err
	}
	db, err := startDatabase(ctx, filepath.Join(folder, "database"))
	if err != nil {
		return err
	}
	c := &cluster{db: db}
	defer db.stop()
	if _, err := db.query(ctx, "postgres", "CREATE DATABASE nonna"); err != nil {
		return err
	}
	return c.play(ctx, folder, *over == overHTTP, todo, *length, *people)
}

// play starts Discord and the bots, and lets members play while each hit happens.
func (c *cluster) play(ctx context.Context, folder string, posted bool, todo []hit, length time.Duration, people int) error {
	var guilds []string
	for i := range 20 { // over all shards: see [discord.ShardOf]
		guilds = append(guilds, strconv.Itoa((7_000_000+i)<<22))
	}
	games := engine.Games()
	srv := discordtest.NewServer(discordtest.Options{Guilds: guilds})
	defer srv.Close()
	c.load = &load{srv: srv, guilds: guilds, game: games[0].Name, told: map[string]bool{}, why: map[string]int{}}
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	replicas := &replicator{}
	replicas.client.Timeout = takeWithin
	for i := range bots {
		b := &bot{}
		if posted {
			b.http = address(httpPort + 1 + i)
			replicas.addresses = append(replicas.addresses, b.http)
		}
		c.bots = append(c.bots, b)
		running.Go(func() {
			if err := b.keep(ctx, folder, i+1, varDiscord+"="+srv.Address(), varToken+"="+srv.Token(), varDB+"="+c.db.url("nonna")); err != nil {
				fmt.Println("bot:", err)
			}
		})
	}
	if posted {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address(httpPort))
		if err != nil {
			return err
		}
		proxy := &http.Server{Handler: replicas, ReadHeaderTimeout: takeWithin}
		running.Go(func() { _ = proxy.Serve(l) })
		defer proxy.Close() //nolint:errcheck // it ends with the program
	}
	if err := c.awaitBots(ctx, posted); err != nil {
		return err
	}
	var wrong error
	for _, h := range todo {
		if ctx.Err() != nil {
			break
		}
		wrong = errors.Join(wrong, c.suffer(ctx, h, length, people))
	}
	return wrong
}

// awaitBots waits until every bot takes interactions and a game is answered.
func (c *cluster) awaitBots(ctx context.Context, posted bool) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	if posted {
		for _, b := range c.bots {
			for c.load.srv.CheckEndpoint(ctx, "http://"+b.http+discord.PathInteractions) != nil && ctx.Err() == nil {
				sleep(ctx, time.Second)
			}
		}
		if err := c.load.srv.SetEndpoint(ctx, "http://"+address(httpPort)); err != nil {
			return err
		}
	} else if err := c.load.srv.Gateway().Wait(ctx, func(n discordtest.Counts) bool { return n.Live == bots }); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if c.load.ask(ctx); len(c.load.told) > 0 {
			return nil
		}
	}
	return fmt.Errorf("the bots did not come up: %w", ctx.Err())
}

// suffer lets members play while one thing happens, and checks what is in the database then.
func (c *cluster) suffer(ctx context.Context, h hit, length time.Duration, people int) error {
	l := c.load
	l.forget()
	began := time.Now()
	playing, enough := context.WithTimeout(ctx, length)
	defer enough()
	var asking sync.WaitGroup
	asking.Go(func() { l.run(playing, people) })
	sleep(playing, length/5)
	err := h.do(ctx, c)
	asking.Wait()
	if err := errors.Join(err, ctx.Err()); err != nil {
		return fmt.Errorf("%s: %w", h.name, err)
	}
	if err := c.db.await(ctx); err != nil {
		return err
	}
	truth, err := c.compare(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%-10s in %v: asked %d, told %d, not recorded %d, unanswered %d; longest time without an answer %v; %v\n",
		h.name, time.Since(began).Round(time.Second), l.asked, len(l.told), l.not, l.quiet, l.gap.Round(10*time.Millisecond), truth)
	for why, n := range l.why {
		fmt.Printf("  %d × %s\n", n, why)
	}
	return truth.err(h.name)
}
