// Soak runs the whole bot against the Discord of tests for as long as one likes:
// people who use everything at random, and everything that goes wrong, also at
// random.
//
//	go run ./bot/discordtest/soak --for 10m
//
// It ends with status 1 when a game that somebody was shown is not in the
// database, when the bot broke a rule of Discord, ended by itself, or when its
// memory or goroutines grew.
//
// # Goals
//
//   - What nobody thought of comes up.
//
// # Non-goals
//
//   - Nothing about speed: see the benchmarks. Kills are a test of package store.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var c config
	flag.DurationVar(&c.length, "for", 10*time.Minute, "how long to go on")
	flag.Uint64Var(&c.seed, "seed", uint64(time.Now().UnixNano()), "what chance goes by")
	flag.IntVar(&c.people, "people", 32, "how many do something at once")
	flag.StringVar(&c.log, "log", "", "a file for the bot's log (default: it is thrown away)")
	flag.Parse()
	if err := run(ctx, c); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		stop()
		os.Exit(1) //nolint:gocritic // what was deferred was done
	}
}

type config struct {
	length time.Duration
	seed   uint64
	people int
	log    string
}

// random returns a source of chance for one of those who need their own.
func (c config) random(who uint64) *rand.Rand { return rand.New(rand.NewPCG(c.seed, who)) }

func run(ctx context.Context, c config) error {
	folder, err := os.MkdirTemp("", "soak")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	log := slog.New(slog.DiscardHandler)
	if c.log != "" {
		file, err := os.Create(c.log)
		if err != nil {
			return err
		}
		defer file.Close() //nolint:errcheck // a log
		log = slog.New(slog.NewTextHandler(file, nil))
	}
	fmt.Printf("seed %d, for %v\n", c.seed, c.length)
	s, err := newSoak(c, filepath.Join(folder, "nonna.db"), log)
	if err != nil {
		return err
	}
	return s.run(ctx)
}
