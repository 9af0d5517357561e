// Command soak runs the whole bot against the Discord of tests for a while, with users who
// do random things and random faults.
//
//	go run ./bot/discordtest/soak --for 10m
//
// It ends with status 1 if a game that was shown is not in the database, or is there twice, if
// something was answered or posted twice, if the bot broke a rule of Discord or ended by itself,
// or if its memory or goroutines grew.
//
// # Goals
//
//   - Find faults that nobody thought of.
//
// # Non-goals
//
//   - Speed: see the benchmarks.
//   - Kills: the tests of package store kill the bot.
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
	flag.DurationVar(&c.length, "for", 10*time.Minute, "how long to run")
	flag.Uint64Var(&c.seed, "seed", uint64(time.Now().UnixNano()), "the seed of all random choices")
	flag.IntVar(&c.people, "people", 32, "how many people act at once")
	flag.IntVar(&c.rounds, "rounds", 6, "how many times the bot is started and stopped, as by upgrades; 6 show whether something grows")
	flag.StringVar(&c.log, "log", "", "a file for the bot's log (default: no log)")
	flag.Parse()
	if err := run(ctx, c); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop was called
	}
}

type config struct {
	length time.Duration
	seed   uint64
	people int
	rounds int
	db     string
	log    string
}

// random returns the random source of one goroutine, in a part of the time with a number.
func (c config) random(part, who uint64) *rand.Rand {
	return rand.New(rand.NewPCG(c.seed+part, who))
}

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
	c.db = filepath.Join(folder, "nonna.db")
	return newSoak(c, log).run(ctx)
}
